/** `fix uninstall`: lists and removes what `fix` has stored. Keys go only after a question. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { asciiJson, Command } from "@bazaar/terminal";
import { asking, isAskable, noTerminal } from "@bazaar/terminal/prompt";
import { visibleLine } from "../contracts/visible-command.ts";
import { fixHome } from "../home.ts";
import { complain, say } from "../terminal.ts";
import { ownStateDirectory } from "../undo/own-state-directory.ts";
import { type ProfileLine, profileLines } from "../uninstall/profile-lines.ts";
import { removePackage } from "../uninstall/remove-package.ts";
import { type Chosen, removeStored } from "../uninstall/remove-stored.ts";
import { type StoredFile, type StoredFiles, storedFiles } from "../uninstall/stored-files.ts";

const EXIT_NOT_REMOVED = 1;

const MORE = `
Lists what fix has stored and asks what to delete. Your files, and what fixes changed in them, stay as
they are; fix undo and fix recover then no longer work. Keys are asked for apart from the rest: a key
that is deleted cannot be restored, nor the money that belongs to it. With --json it asks nothing and
without --yes deletes nothing.
Exit codes: 0 deleted, or listed with --json; 1 nothing was deleted.`;

interface Options {
  readonly yes?: boolean;
  readonly keys?: boolean;
  readonly json?: boolean;
}

interface Found {
  readonly stored: StoredFiles;
  readonly lines: readonly ProfileLine[];
}

export function uninstallCommand(): Command {
  return new Command("uninstall")
    .description("delete what fix has stored, and say how to remove the program")
    .option("--yes", "delete everything but the keys without asking")
    .option("--keys", "with --yes: delete the keys too")
    .option("--json", "print JSON; nothing is asked")
    .addHelpText("after", MORE)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const home = homedir();
  const own = fixHome(home);
  const stateDirectory = ownStateDirectory();
  const found: Found = {
    stored: storedFiles(own, stateDirectory, process.env),
    lines: profileLines(home, process.env),
  };
  if (options.json !== true) sayFound(found);
  const chosen = await choose(found, options);
  const places = { home: own.directory, stateDirectory };
  const problem = chosen === null ? null : await removeStored(chosen, places);
  const isDone = chosen !== null && problem === null;
  if (problem !== null || (!isDone && options.json !== true)) process.exitCode = EXIT_NOT_REMOVED;
  const program = removePackage(process.argv[1] ?? "");
  if (options.json === true) sayJson(found, isDone ? chosen : null, problem, program);
  else sayDone(found, isDone ? chosen : null, problem, program);
}

function ours({ data, records, state }: StoredFiles): readonly StoredFile[] {
  return [...data, ...records, ...state];
}

/** Null if nothing is to be deleted. */
async function choose({ stored, lines }: Found, options: Options): Promise<Chosen | null> {
  const { yes = false, keys = false, json = false } = options;
  const removable = lines.filter(({ isRemovable }) => isRemovable);
  if (yes) return { stored, lines: removable, keys: keys ? stored.keys : [] };
  if (json) return null;
  if (ours(stored).length + removable.length + stored.keys.length === 0) {
    return { stored: null, lines: [], keys: [] };
  }
  if (!isAskable()) {
    complain(noTerminal("--yes deletes everything but the keys"));
    return null;
  }
  return asking(new AbortController().signal, async ({ isYes, isWord }) => {
    const files = ours(stored).length + removable.length;
    const isAgreed = files === 0 || (await isYes("Delete all of this but the keys?"));
    if (!isAgreed) return null;
    const isFinal =
      stored.keys.length > 0 &&
      (await isWord("Delete the keys too? Nobody can restore them.", "delete"));
    return { stored, lines: removable, keys: isFinal ? stored.keys : [] };
  });
}

function sayFound({ stored, lines }: Found): void {
  const rows = [
    ...ours(stored).map(({ path, what }) => [path, what] as const),
    ...lines.map(({ path, number, text }) => [`${path}, line ${number}`, text] as const),
    ...stored.keys.map(({ path, what }) => [path, what] as const),
  ].map(([place, what]) => [visibleLine(place), visibleLine(what)] as const);
  const width = Math.max(0, ...rows.map(([place]) => place.length));
  if (rows.length === 0) say("fix has stored nothing.");
  for (const [place, what] of rows) say(`${place.padEnd(width)}  ${what}`);
}

function sayDone(
  { stored, lines }: Found,
  chosen: Chosen | null,
  problem: string | null,
  program: string,
): void {
  if (chosen === null) {
    if (problem !== null) complain(problem);
    else say("Nothing was deleted.");
    return;
  }
  const isKept = chosen.keys.length < stored.keys.length;
  for (const { path } of isKept ? stored.keys : []) say(`Kept ${visibleLine(path)}`);
  for (const path of stored.foreign) say(`Kept ${visibleLine(path)}, which is not from fix`);
  for (const { path } of stored.state) {
    const isForeign = existsSync(path) && !existsSync(join(path, "commits"));
    if (isForeign) say(`Kept ${visibleLine(path)}, which holds files that are not from fix`);
  }
  for (const { path, number, isRemovable } of lines) {
    if (!isRemovable) say(`Edit ${visibleLine(path)} yourself: line ${number} calls fix.`);
  }
  say(`To remove the program: ${visibleLine(program)}`);
}

function sayJson(
  { stored, lines }: Found,
  chosen: Chosen | null,
  problem: string | null,
  program: string,
): void {
  const removed = [...ours(stored), ...stored.keys]
    .map(({ path }) => path)
    .filter((path) => !existsSync(path));
  const object = {
    stored: ours(stored),
    keys: stored.keys,
    foreign: stored.foreign,
    lines: lines.map(({ path, number, text, isRemovable }) => ({
      path,
      line: number,
      text,
      removable: isRemovable,
      removed: chosen?.lines.some((line) => line.path === path && line.number === number) ?? false,
    })),
    removed,
    problem,
    program,
  };
  say(asciiJson(JSON.stringify(object)));
}
