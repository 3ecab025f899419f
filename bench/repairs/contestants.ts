/** Who is asked for help with a failed command, and how. */
import { join } from "node:path";
import { TypedTerminal } from "../../apps/cli/test/typed-terminal.ts";
import { hearEvents } from "./hear-events.ts";
import { hearScreen } from "./hear-screen.ts";
import type { Heard } from "./heard.ts";
import { MAX_RUN_MS, NODE, type Stage } from "./stage.ts";

export interface Contestant {
  readonly name: string;
  /** Whether the person runs what is offered and was not run. */
  readonly isRunByPerson: boolean;
  readonly help: (command: string, stage: Stage) => Promise<Heard>;
}

const FIX = [NODE, join(import.meta.dirname, "../../apps/cli/bin/fix.mjs")];

export const FIX_YES: Contestant = {
  name: "fix --yes",
  isRunByPerson: false,
  help: async (command, stage) =>
    hearEvents(await stage.run([...FIX, "--yes", "--json", "--", command])),
};

export const FIX_BASH: Contestant = {
  name: "fix bash -c",
  isRunByPerson: false,
  help: async (command, stage) =>
    hearEvents(await stage.run([...FIX, "--yes", "--json", "bash", "-c", command])),
};

export const FIX_TERMINAL: Contestant = {
  name: "fix on a terminal",
  isRunByPerson: true,
  async help(command, stage) {
    const words = stage.within([...FIX, "--", command]);
    await using terminal = new TypedTerminal(["nice", "-n", "19", ...words], {
      env: stage.environment(),
      columns: WIDE,
      rows: 60,
    });
    const timer = setTimeout(() => stage.end(), MAX_RUN_MS);
    await sayYes(terminal);
    const status = await terminal.exitCode();
    clearTimeout(timer);
    return hearScreen(terminal.screen, status);
  },
};

/** So that nothing is wrapped. */
const WIDE = 1_000;

/** At the end of the screen; what follows it are orders to the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what such orders begin with.
const ASKED = /\[([a-z]+)\/N[^\]\n]*\] (?:\x1b\[[\d;?]*[a-zA-Z])*$/;

/**
 * Answers every question with what it names first, until the program ends. A question that is shown
 * again, because its countdown moves, is answered again: what comes too early is dropped.
 */
async function sayYes(terminal: TypedTerminal): Promise<void> {
  for (let seen = 0; ; ) {
    try {
      await terminal.until((screen) => screen.length > seen && ASKED.test(screen));
    } catch {
      return;
    }
    seen = terminal.screen.length;
    terminal.type(`${ASKED.exec(terminal.screen)?.[1] ?? "y"}\r`);
  }
}

/**
 * Its users type `fuck` after a command has failed, and Enter for the first suggestion. It runs the
 * command once more to read what it prints, and gets more time for that than the 3 seconds it takes.
 */
export const THEFUCK: Contestant = {
  name: "thefuck",
  isRunByPerson: true,
  async help(command, stage) {
    const { status: failed } = await stage.run(["bash", "-c", command]);
    const asked = await stage.run(
      ["bash", "-c", "thefuck THEFUCK_ARGUMENT_PLACEHOLDER 2> /dev/null"],
      {
        TF_SHELL: "bash",
        TF_ALIAS: "fuck",
        TF_HISTORY: command,
        PYTHONIOENCODING: "utf-8",
        THEFUCK_REQUIRE_CONFIRMATION: "false",
        THEFUCK_WAIT_COMMAND: "20",
        THEFUCK_WAIT_SLOW_COMMAND: "60",
      },
    );
    const correction = asked.status === 0 ? asked.output.trim() : "";
    const answer = { explanation: "", command: correction, change: "" };
    return {
      answers: correction === "" ? [] : [answer],
      output: "",
      hasRun: false,
      hasFailed: failed !== 0,
      isClaimed: false,
      screen: asked.output,
    };
  },
};
