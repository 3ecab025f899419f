/**
 * Whether a command fails in the sandbox without any fix. One that does not fail there cannot be
 * repaired there: it would pass after any fix. If it fails there because something is hidden, the
 * person is asked to show it.
 */
import { type Failure, plainOutput } from "@bazaar/client";
import { askShows } from "../shows/ask-shows.ts";
import { type HiddenPath, hiddenPaths } from "../shows/hidden-paths.ts";
import { stoppedWords } from "../stopped-words.ts";
import { type RepairContext, withShows } from "./repair-context.ts";
import type { UserInterface } from "./user-interface.ts";

export interface Reproducing {
  readonly failure: Failure;
  /** Whether the person is asked what to show. */
  readonly asksToShow: boolean;
}

const NOTICE_MS = 1_000;
/** More than one file may be missing, and each run names the first. */
const MAX_RUNS = 4;

/** Where it fails, with what the person shows for it; null if no fix can be verified, or after Ctrl+C. */
export async function reproduce(
  place: RepairContext,
  { failure, asksToShow: isAsking }: Reproducing,
): Promise<RepairContext | null> {
  const { directory } = failure;
  const asked = new Set<string>();
  let current = place;
  for (let run = 1; ; run += 1) {
    const hidden = await runWithoutFix(current, failure);
    if (hidden === null) return null;
    const fresh = hidden.filter(({ path }) => !asked.has(path));
    for (const { path } of fresh) asked.add(path);
    const mayRunAgain = isAsking && run < MAX_RUNS;
    const { ui } = current;
    const shown = await askShows(fresh, { directory, isAsking: mayRunAgain, ui });
    if (ui.signal.aborted) return null;
    if (shown.length === 0) return current;
    current = withShows(current, [...current.shows, ...shown]);
  }
}

/** What was hidden from it; null if it did not fail there. */
async function runWithoutFix(
  place: RepairContext,
  failure: Failure,
): Promise<readonly HiddenPath[] | null> {
  const { sandbox, openSandbox, ui } = place;
  const { say, tell, signal } = ui;
  const opened = await openSandbox();
  if (!opened.ok) {
    const isForMemory = opened.refusal.code === "no_state_directory" && sandbox.mustSurviveRestart;
    tell({ type: "no_sandbox", refusal: opened.refusal });
    say("hint", isForMemory ? NO_DISK : "fix doctor shows what is missing");
    return null;
  }
  await using reproducing = opened.value;
  place.lacking.seenIn(reproducing);
  const run = await sayingSo(ui, () => reproducing.rehearse({ text: failure.command, signal }));
  const { exitCode, stoppedBy, output } = run;
  if (signal.aborted) return null;
  if (stoppedBy !== null) {
    const more = stoppedBy === "time" ? MORE_TIME : "";
    say("sandbox", `${stoppedWords(run)}, so no fix can be verified${more}`);
    return null;
  }
  const unseen = exitCode === NOT_FOUND && failure.exitCode !== NOT_FOUND;
  if (unseen) {
    say("sandbox", `${programIn(output)} is hidden in the sandbox, so no fix can be verified`);
    return null;
  }
  if (exitCode !== 0) return hiddenPaths(differing(failure, output), reproducing);
  say("sandbox", PASSES);
  return null;
}

/** A run that takes a while is named, in a log and as JSON too. */
async function sayingSo<T>(ui: UserInterface, run: () => Promise<T>): Promise<T> {
  const what = "running the command in the sandbox";
  ui.works(what);
  const notice = setTimeout(() => {
    ui.say("reproduces", "the failure in the sandbox");
    ui.works(what);
  }, NOTICE_MS);
  try {
    return await run();
  } finally {
    clearTimeout(notice);
    ui.rests();
  }
}

/**
 * The command and the lines of one output only; nothing if both are the same. What is said in both
 * places was not said because something is hidden.
 */
function differing({ command, output: outside }: Failure, inside: string): string {
  const [before, after] = [linesOf(outside), linesOf(inside)];
  const lines = [
    ...[...after].filter((line) => !before.has(line)),
    ...[...before].filter((line) => !after.has(line)),
  ];
  return lines.length === 0 ? "" : [command, ...lines].join("\n");
}

function linesOf(text: string): ReadonlySet<string> {
  const lines = plainOutput(text).split("\n");
  return new Set(lines.map((line) => line.trim()));
}

/** How shells report a program that they do not find. */
const NOT_FOUND = 127;

function programIn(output: string): string {
  const said = /([^\s:]{1,100}): (?:command )?not found\s*$/m.exec(plainOutput(output));
  return said?.[1] ?? "a program that it needs";
}

const PASSES =
  "the command succeeds in the sandbox, which has other rights and files than you, so no fix can be verified";
const MORE_TIME = "; fix config timeoutSeconds <seconds> allows more";
const NO_DISK =
  "a fix kept for review must survive a restart: set XDG_STATE_HOME to a directory on a disk, or use --mode supervised";
