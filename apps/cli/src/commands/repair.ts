/**
 * `fix <command…>`: runs the command; when it fails, looks for a repair. Nothing but the recorder
 * is loaded before the command has failed.
 */
import { BadInput, Command, Option } from "@bazaar/terminal";
import { mistypedVerb } from "../mistyped-verb.ts";
import { failureOf } from "../repair/failure-of.ts";

export interface RepairFlags {
  readonly market?: string;
  readonly bounty?: string;
  readonly mode?: string;
  readonly judge?: string;
  readonly network?: string;
  readonly local?: boolean;
  readonly explain?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const HELP = `
Supervised, the usual mode: you see what a fix would change and accept it or not; only then is the
agent paid. Autonomous: nothing is asked. A fix that passes its check waits, your files stay as they
are, and fix review shows it, accepts it and pays the agent, or sends it back. If the
review window passes without a word from you the agent is paid, and the fix still waits.

When a fix was committed the command runs once more, for real: what it did in the sandbox stayed
there. Exits with the code of that run, and with the original code where nothing was repaired.
In autonomous mode that is always the original code: nothing has been repaired until fix review.`;

export function repairCommand(isVerbatim = false): Command {
  return new Command("repair")
    .description("run a command and repair it when it fails")
    .argument("<command...>", "as words, or as one quoted shell text")
    .option("--market <url>", "post to this market; without it, one runs inside fix")
    .option("--bounty <amount>", "what a repair is worth")
    .addOption(
      new Option("--mode <mode>", "whether you see to it, or review it later").choices([
        "supervised",
        "autonomous",
      ]),
    )
    .option("--judge <judge>", "market, none, or a judge's key")
    .addOption(
      new Option("--network <access>", "what a fix may reach").choices(["none", "packages"]),
    )
    .option("--local", "ask no market: only known fixes, rules and models of your own")
    .option("--explain", "like --local, but only show what would help; change nothing")
    .option("--yes", "commit what is harmless inside the working tree without asking")
    .option("--json", "one JSON object per event; asks nothing")
    .addHelpText("after", HELP)
    .passThroughOptions()
    .action(async (words: readonly string[], flags: RepairFlags) => {
      if (!isVerbatim) assertNotMistyped(words);
      await run(words, flags);
    });
}

/** @throws BadInput where a verb of ours was probably meant. */
function assertNotMistyped([word = ""]: readonly string[]): void {
  const meant = mistypedVerb(word);
  if (meant === null) return;
  throw new BadInput(
    `there is no program ${word}; did you mean: fix ${meant}? To run it anyway: fix -- ${word}`,
  );
}

async function run(words: readonly string[], flags: RepairFlags): Promise<void> {
  if (words.join("").trim() === "") throw new BadInput("there is no command");
  const { assertUsable } = await import("./usable-flags.ts");
  assertUsable(flags);
  const failure = await failureOf(words);
  if (failure === null) return;
  const { repairOnTerminal } = await import("../repair/repair-on-terminal.ts");
  process.exitCode = await repairOnTerminal(failure, flags);
}
