import {
  type CommitResult,
  canOverwriteAny,
  explainCommitRefusal,
  explainConflicts,
  listUndoable,
  shownPath,
  type Undone,
  undo,
} from "@bazaar/guard/commit";
import { asciiJson, BadInput, Command, columnsOf } from "@bazaar/terminal";
import { isAskable } from "@bazaar/terminal/prompt";
import { counted } from "../counted.ts";
import { complain, say } from "../terminal.ts";
import { askHowMuch } from "../undo/ask-how-much.ts";
import { quoted } from "../undo/line-parts.ts";
import { ownStateDirectory } from "../undo/own-state-directory.ts";
import { leftJson, listJson, listLines } from "../undo/undo-list.ts";
import { workingDirectory } from "../working-directory.ts";

const EXIT_REFUSED = 1;
const MAX_LINES = 200;

const MORE = `
Reverts the last commit made in this directory, above it or below it. If some of its files were
changed since, it asks; without a terminal it refuses and lists them. A file that was written again
with the same content counts as unchanged, and what belongs together, such as the files of a git
repository, is reverted whole or not at all. Git objects stay, and so does all of a repository in which
a ref has moved since, and a new directory with something of yours in it. fix recover restores what was
overwritten.
The last 16 commits can be reverted as long as their backups fit into 1 GiB; the oldest are dropped
first.
Exit codes: 0 reverted, 1 nothing was changed.`;

interface Options {
  readonly list?: boolean;
  readonly part?: boolean;
  readonly all?: boolean;
  readonly json?: boolean;
}

export function undoCommand(): Command {
  return new Command("undo")
    .description("revert the last commit made here")
    .option("--part", "revert what is unchanged since, and leave the rest")
    .option("--all", "revert also what changed since; copies of it are kept")
    .option("--list", "list the commits and what can be reverted of each; change nothing")
    .option("--json", "print JSON; nothing is asked")
    .addHelpText("after", MORE)
    .action((options: Options) =>
      options.list === true ? runList(options.json === true) : runUndo(options),
    );
}

async function runUndo({ part = false, all = false, json = false }: Options): Promise<void> {
  if (part && all) throw new BadInput("use only one of --part and --all");
  const tree = workingDirectory();
  const howMuch = part ? "part" : all ? "all" : "whole";
  const tried = await undo(ownStateDirectory(), { tree, howMuch });
  const undone = json || !isAskable() ? tried : await askedAgain(tried, tree);
  if (undone === null) {
    process.exitCode = EXIT_REFUSED;
    say("Nothing was changed.");
    return;
  }
  if (!undone.ok) process.exitCode = EXIT_REFUSED;
  if (json) say(asciiJson(JSON.stringify(asJson(undone))));
  else if (undone.ok) sayUndone(undone.value);
  else for (const line of explainCommitRefusal(undone.refusal)) complain(line);
}

/** Null if the person wants nothing reverted. */
async function askedAgain(
  tried: CommitResult<Undone>,
  tree: string,
): Promise<CommitResult<Undone> | null> {
  if (tried.ok || tried.refusal.code !== "changed_since") return tried;
  const { revertible, conflicts } = tried.refusal;
  if (revertible === 0 && !canOverwriteAny(conflicts)) return tried;
  const howMuch = await askHowMuch(tried.refusal, new AbortController().signal);
  if (howMuch === null) return null;
  return undo(ownStateDirectory(), { tree, howMuch, commit: tried.refusal.commit });
}

function sayUndone({ paths, changes, left, overwritten, gone }: Undone): void {
  for (const directory of gone)
    complain(`skipped a commit made in ${quoted(directory)}: the directory is gone`);
  for (const path of paths.slice(0, MAX_LINES)) say(`  ${quoted(path)}`);
  say(`Reverted ${counted(changes, "change")}.`);
  if (overwritten.length > 0) say("Copies of what was overwritten:");
  for (const { number, path } of overwritten.slice(0, MAX_LINES)) {
    say(`  ${quoted(path)}: fix recover ${number}`);
  }
  if (left.length > 0)
    say("Left as they are; fix recover lists the versions from before the commit, if any:");
  for (const line of explainConflicts(left.slice(0, MAX_LINES))) say(line);
}

function asJson(undone: CommitResult<Undone>): object {
  const { ok } = undone;
  const { paths = [], changes = 0, left = [], overwritten = [] } = ok ? undone.value : {};
  const refusal = ok ? null : undone.refusal;
  const conflicts = refusal?.code === "changed_since" ? refusal.conflicts : left;
  return {
    undone: ok,
    directory: ok ? shownPath(undone.value.made.directory) : null,
    paths: paths.map(shownPath),
    changes,
    left: conflicts.map(leftJson),
    overwritten: overwritten.map(({ number, path }) => ({ number, path: shownPath(path) })),
    code: refusal?.code ?? null,
    problem: refusal && explainCommitRefusal(refusal),
  };
}

async function runList(json: boolean): Promise<void> {
  const listed = await listUndoable(ownStateDirectory());
  if (!listed.ok) {
    process.exitCode = EXIT_REFUSED;
    for (const line of explainCommitRefusal(listed.refusal)) complain(line);
    return;
  }
  if (json) say(asciiJson(JSON.stringify({ commits: listed.value.map(listJson) })));
  else if (listed.value.length === 0) say("Nothing to revert.");
  else for (const line of listLines(listed.value, columnsOf(process.stdout))) say(line);
}
