import {
  defaultStateDirectory,
  explainCommitRefusal,
  listUndoable,
  shownPath,
  type UndoableCommit,
  undo,
} from "@bazaar/guard/commit";
import { inertText } from "@bazaar/kernel";
import { asciiJson, Command } from "@bazaar/terminal";
import { counted } from "../counted.ts";
import { complain, say } from "../terminal.ts";
import { workingDirectory } from "../working-directory.ts";

const EXIT_REFUSED = 1;
const MAX_LINES = 200;
const MAX_COMMAND_CHARACTERS = 60;

const MORE = `
Reverts the last commit made in this directory, above it or below it. The last 16 commits can be
reverted as long as their backups fit into 1 GiB; the oldest are dropped first.
Exit codes: 0 reverted, 1 nothing was changed.`;

interface Options {
  readonly list?: boolean;
  readonly json?: boolean;
}

export function undoCommand(): Command {
  return new Command("undo")
    .description("revert the last commit made here, unless its files have changed since")
    .option("--list", "list the commits that can be reverted; change nothing")
    .option("--json", "print JSON")
    .addHelpText("after", MORE)
    .action(({ list = false, json = false }: Options) => (list ? runList(json) : runUndo(json)));
}

async function runUndo(json: boolean): Promise<void> {
  const undone = await undo(stateDirectory(), { tree: workingDirectory() });
  const paths = undone.ok ? undone.value.paths.map(shownPath) : [];
  const problem = undone.ok ? null : explainCommitRefusal(undone.refusal);
  if (problem !== null) process.exitCode = EXIT_REFUSED;
  if (json) {
    const code = undone.ok ? null : undone.refusal.code;
    const directory = undone.ok ? shownPath(undone.value.made.directory) : null;
    say(asciiJson(JSON.stringify({ undone: undone.ok, directory, paths, code, problem })));
    return;
  }
  for (const line of problem ?? []) complain(line);
  if (!undone.ok) return;
  const { gone } = undone.value;
  for (const directory of gone)
    complain(`skipped a commit made in ${quoted(directory)}: the directory is gone`);
  for (const path of paths.slice(0, MAX_LINES)) say(`  ${JSON.stringify(path)}`);
  say(`Reverted ${counted(paths.length, "change")}.`);
}

async function runList(json: boolean): Promise<void> {
  const listed = await listUndoable(stateDirectory());
  if (!listed.ok) {
    process.exitCode = EXIT_REFUSED;
    for (const line of explainCommitRefusal(listed.refusal)) complain(line);
    return;
  }
  if (json) say(asciiJson(JSON.stringify({ commits: listed.value.map(asJson) })));
  else if (listed.value.length === 0) say("Nothing to revert.");
  else for (const commit of listed.value) say(listLine(commit));
}

function listLine({ atMs, directory, changes, command, isGone }: UndoableCommit): string {
  const where = `${quoted(directory)}${isGone ? " (gone)" : ""}`;
  const parts = [whenText(atMs), where, counted(changes, "change")];
  return [...parts, ...(command === null ? [] : [shortened(command)])].join("  ");
}

function whenText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, "2026-01-01T00:00".length).replace("T", " ")} UTC`;
}

/** On one line, without control sequences. */
function shortened(command: string): string {
  const line = inertText(command.replace(/\s+/g, " "));
  return line.length > MAX_COMMAND_CHARACTERS ? `${line.slice(0, MAX_COMMAND_CHARACTERS)}…` : line;
}

function asJson({ atMs, directory, changes, command, isGone }: UndoableCommit): object {
  const at = new Date(atMs).toISOString();
  return { at, directory: shownPath(directory), changes, command, gone: isGone };
}

function quoted(directory: UndoableCommit["directory"]): string {
  return JSON.stringify(shownPath(directory));
}

function stateDirectory(): string {
  return defaultStateDirectory(process.getuid?.() ?? -1, process.env);
}
