import { constants } from "node:os";
import {
  type ApprovedPlan,
  explainCommitRefusal,
  leftToApprove,
  shownPath,
} from "@bazaar/guard/commit";
import { explainRefusal, groupAdvice, type Network, PACKAGE_DOMAINS } from "@bazaar/guard/sandbox";
import { asciiJson, BadInput, Command, columnsOf, Option } from "@bazaar/terminal";
import { asking, isAskable, noTerminal } from "@bazaar/terminal/prompt";
import { shellText } from "@bazaar/work";
import { visibleLine } from "../contracts/visible-command.ts";
import { counted } from "../counted.ts";
import { recoverFirst } from "../recover-first.ts";
import { askedPaths } from "../shows/asked-paths.ts";
import { projectShows } from "../shows/project-shows.ts";
import { type ShowFlags, showOption } from "../shows/show-option.ts";
import { stoppedWords } from "../stopped-words.ts";
import { complain, say } from "../terminal.ts";
import { approve } from "../try/approve.ts";
import { lostLines } from "../try/lost-lines.ts";
import { noiseLines } from "../try/noise-lines.ts";
import { changeLines, quoted } from "../try/show-changes.ts";
import { textDiffs } from "../try/text-diffs.ts";
import { commitApproved, type Refused, type Tried, tryInSandbox } from "../try/try-in-sandbox.ts";
import { withoutNoise } from "../try/without-noise.ts";
import { workingDirectory } from "../working-directory.ts";

const EXIT_NOT_COMMITTED = 123;
const EXIT_STOPPED = 124;
const EXIT_NOT_RUN = 125;
const EXIT_SIGNAL = 128;
const MAX_LEFT_OUT_LINES = 50;

const EXIT_CODES = `
Exit codes: the command's own, or
  ${EXIT_NOT_COMMITTED}  its changes could not be committed; nothing was changed
  ${EXIT_STOPPED}  a limit stopped it; its changes are discarded
  ${EXIT_NOT_RUN}  no sandbox is available
  130  interrupted; its changes are discarded
Without --yes, --discard or a terminal to ask on, the changes are shown and discarded.`;

interface Options extends ShowFlags {
  readonly discard?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly allowCopy?: boolean;
  readonly network: "none" | "packages";
}

export function tryCommand(): Command {
  return new Command("try")
    .description(
      "run a command in a sandbox, show what it would change, and ask whether to keep it",
    )
    .argument("<command...>", "the command after --, as words or as one quoted string")
    .option("--discard", "show the changes and discard them")
    .option("--yes", "commit harmless changes inside the working tree, leave out the rest")
    .option("--json", "print JSON; ask nothing")
    .addOption(
      new Option("--network <access>", "network access of the command")
        .choices(["none", "packages"])
        .default("none"),
    )
    .addOption(showOption())
    .option("--allow-copy", "if there is no full sandbox, run on a copy of this directory")
    .addHelpText("after", EXIT_CODES)
    .passThroughOptions()
    .action(run);
}

async function run(words: readonly string[], options: Options): Promise<void> {
  if (options.yes && options.discard) throw new BadInput("use only one of --yes and --discard");
  const text = shellText(words);
  if (text.trim() === "") throw new BadInput("no command given");
  const shows = [...askedPaths(options), ...rememberedPaths()];
  const problem = await recoverFirst(workingDirectory());
  if (problem !== null) throw new BadInput(problem);
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    const live = options.json ? null : { stdout: process.stdout, stderr: process.stderr };
    const network: Network = options.network === "none" ? "none" : { allow: PACKAGE_DOMAINS };
    const allowsCopy = options.allowCopy ?? false;
    const trying = { text, network, shows, allowsCopy, onWeaker, signal: interrupt.signal, live };
    const refused = await tryInSandbox(trying, (tried) =>
      conclude(tried, options, interrupt.signal),
    );
    if (refused !== null) complainOf(refused);
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

/** What is shown is said, unless it was just asked for. */
function rememberedPaths(): readonly string[] {
  const { paths, problems } = projectShows(workingDirectory());
  for (const problem of problems) complain(problem);
  for (const path of paths) complain(`${visibleLine(path)} is shown too; fix shown lists this`);
  return paths;
}

function onWeaker(lacks: readonly string[]): void {
  complain("no full sandbox here: running on a copy of the working directory, with these limits:");
  for (const lack of lacks) complain(`  ${lack}`);
}

async function conclude(seen: Tried, options: Options, interrupt: AbortSignal): Promise<void> {
  process.exitCode = exitCodeOf(seen);
  const isWhole = seen.run.stoppedBy === null;
  const { lines, judged } = await textDiffs(
    seen.judged,
    seen.workingTree,
    columnsOf(process.stdout),
  );
  const tried = { ...seen, judged };
  if (!options.json) show(tried, lines);
  const ending =
    isWhole && !interrupt.aborted ? await decide(tried, options, interrupt) : DISCARDED;
  if (ending.refusal !== null) process.exitCode = EXIT_NOT_COMMITTED;
  if (options.json) say(asciiJson(JSON.stringify(asJson(tried, ending))));
  else sayEnding(ending, tried);
}

interface Ending {
  readonly plan: ApprovedPlan | null;
  readonly refusal: Parameters<typeof explainCommitRefusal>[0] | null;
}

const DISCARDED: Ending = { plan: null, refusal: null };

async function decide(tried: Tried, options: Options, interrupt: AbortSignal): Promise<Ending> {
  if (options.discard || withoutNoise(tried.judged).length === 0) return DISCARDED;
  if (options.yes) return commitApproved(tried, new Set());
  if (options.json) return DISCARDED;
  if (!isAskable()) {
    complain(noTerminal("use --yes or --discard"));
    return DISCARDED;
  }
  const approved = await askPerson(tried, options, interrupt);
  return approved === null ? DISCARDED : commitApproved(tried, approved);
}

async function askPerson(
  { judged, workingTree }: Tried,
  { network }: Options,
  interrupt: AbortSignal,
): ReturnType<typeof approve> {
  if (network !== "none") say("What the command sent over the network cannot be undone.");
  const asked = await asking(interrupt, async ({ isYes: ask }) => ({
    approved: await approve({ judged, workingTree, ask, tell: say }),
  }));
  if (asked === null) process.exitCode = EXIT_SIGNAL + constants.signals.SIGINT;
  return asked?.approved ?? null;
}

function show(
  { judged, diff, workingTree, run, lacksPath, lost }: Tried,
  texts: readonly string[],
): void {
  const stopped = stoppedWords(run);
  if (stopped !== null) complain(`the command was stopped: ${stopped}`);
  const advice = groupAdvice(run.output);
  if (advice !== null) complain(advice);
  // Without the path: a command that was never run outside must not choose what is shown.
  if (lacksPath)
    complain("most files outside the project are hidden here; --show <path> shows one");
  for (const line of changeLines(judged, diff, workingTree)) say(line);
  for (const line of noiseLines(judged, workingTree)) say(line);
  for (const line of lostLines(lost)) say(line);
  for (const line of texts) say(line);
}

function sayEnding({ plan, refusal }: Ending, { judged, workingTree }: Tried): void {
  if (refusal !== null) {
    for (const line of explainCommitRefusal(refusal)) complain(line);
  } else if (plan !== null) {
    const leftOut = leftToApprove(plan);
    for (const { change } of leftOut.slice(0, MAX_LEFT_OUT_LINES)) {
      say(`left out: ${quoted(change.path, workingTree)}`);
    }
    const left = leftOut.length === 0 ? "" : `, ${leftOut.length} left out`;
    const them = plan.included.length === 1 ? "it" : "them";
    const back = plan.included.length === 0 ? "" : ` fix undo reverts ${them}.`;
    say(`Committed ${counted(plan.included.length, "change")}${left}.${back}`);
  } else if (withoutNoise(judged).length > 0) {
    say("Discarded. Nothing was changed.");
  }
}

function exitCodeOf({ run: { exitCode, signal, stoppedBy } }: Tried): number {
  if (stoppedBy === "halted") return EXIT_SIGNAL + constants.signals.SIGINT;
  if (stoppedBy === "broken") return EXIT_NOT_RUN;
  if (stoppedBy !== null) return EXIT_STOPPED;
  if (exitCode !== null) return exitCode;
  const number = constants.signals[signal as keyof typeof constants.signals];
  return EXIT_SIGNAL + (number ?? 0);
}

function complainOf(refused: Refused): void {
  const isSandbox = refused.by === "sandbox";
  process.exitCode = isSandbox ? EXIT_NOT_RUN : EXIT_NOT_COMMITTED;
  const lines = isSandbox
    ? [explainRefusal(refused.refusal), "fix doctor shows what is missing"]
    : explainCommitRefusal(refused.refusal);
  for (const line of lines) complain(line);
}

function asJson({ run, kind, judged, diff, lost }: Tried, { plan, refusal }: Ending): object {
  const { exitCode, signal, stoppedBy, output } = run;
  return {
    sandbox: kind,
    exitCode,
    signal,
    stoppedBy,
    output,
    changes: judged.map(({ change, dangers, noise }) => ({
      kind: change.kind,
      path: shownPath(change.path),
      type: (change.after ?? change.before)?.type,
      dangers,
      ...(noise === undefined ? {} : { noise }),
    })),
    thrownAway: lost,
    refused: diff.refused.map(({ path, type }) => ({ path: shownPath(path), type })),
    ending: refusal === null ? (plan === null ? "thrown_away" : "committed") : "not_committed",
    committed: refusal === null ? (plan?.included ?? []).map(({ path }) => shownPath(path)) : [],
    leftOut: (plan?.leftOut ?? []).map(({ change, because }) => ({
      path: shownPath(change.path),
      because,
    })),
    problem: refusal === null ? null : explainCommitRefusal(refusal),
  };
}
