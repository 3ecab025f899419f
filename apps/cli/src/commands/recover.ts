import { resolve } from "node:path";
import {
  type CommitResult,
  type Copy,
  explainCommitRefusal,
  listCopies,
  type RestoredCopy,
  restoreCopy,
  shownPath,
} from "@bazaar/guard/commit";
import { asciiJson, BadInput, Command, columnsOf } from "@bazaar/terminal";
import { counted } from "../counted.ts";
import { complain, say } from "../terminal.ts";
import { alignedRows } from "../undo/aligned-rows.ts";
import { copyRows } from "../undo/copy-rows.ts";
import { quoted } from "../undo/line-parts.ts";
import { ownStateDirectory } from "../undo/own-state-directory.ts";
import { workingDirectory } from "../working-directory.ts";

const EXIT_REFUSED = 1;
const MAX_LINES = 200;

const MORE = `
Without a number it lists the copies, the newest first. With one it restores that copy to where it
was, also in place of what fix itself put there. If something of yours is there by now, it stays, and
the copy goes beside it under a new name. The kept copy stays too, and fix undo reverts it. Copies of
the last 16 commits and of the last 16 that were reverted are kept, as long as they fit into 1 GiB;
the oldest are dropped first.
Exit codes: 0 listed or restored, 1 nothing was changed.`;

interface Options {
  readonly to?: string;
  readonly json?: boolean;
}

export function recoverCommand(): Command {
  return new Command("recover")
    .description("list or restore copies of what commits and undos replaced")
    .argument("[number]", "the number of a copy")
    .option("--to <path>", "restore it here; the path must be free")
    .option("--json", "print JSON")
    .addHelpText("after", MORE)
    .action((number: string | undefined, options: Options) => {
      if (number !== undefined) return runRestore(number, options);
      if (options.to !== undefined) throw new BadInput("--to needs the number of a copy");
      return runList(options.json === true);
    });
}

async function runRestore(number: string, { to, json = false }: Options): Promise<void> {
  const target = to === undefined ? {} : { to: resolve(workingDirectory(), to) };
  const restored = await restoreCopy(ownStateDirectory(), number, target);
  if (!restored.ok) process.exitCode = EXIT_REFUSED;
  if (json) say(asciiJson(JSON.stringify(restoredJson(restored))));
  else if (!restored.ok) complainOf(restored);
  else sayRestored(restored.value);
}

function sayRestored({ copy, path }: RestoredCopy): void {
  const isElsewhere = path !== copy.path;
  say(`Restored ${quoted(copy.path)}${isElsewhere ? ` as ${quoted(path)}` : ""}.`);
}

function restoredJson(restored: CommitResult<RestoredCopy>): object {
  const refusal = restored.ok ? null : restored.refusal;
  return {
    restored: restored.ok,
    path: restored.ok ? shownPath(restored.value.path) : null,
    copy: restored.ok ? copyJson(restored.value.copy) : null,
    code: refusal?.code ?? null,
    problem: refusal && explainCommitRefusal(refusal),
  };
}

async function runList(json: boolean): Promise<void> {
  const listed = await listCopies(ownStateDirectory());
  if (!listed.ok) {
    process.exitCode = EXIT_REFUSED;
    complainOf(listed);
    return;
  }
  const copies = listed.value;
  if (json) {
    say(asciiJson(JSON.stringify({ copies: copies.map(copyJson) })));
    return;
  }
  if (copies.length === 0) say("No copies are kept.");
  const rows = copyRows(copies);
  const shown = rows.slice(0, MAX_LINES).map(({ cells }) => cells);
  for (const line of alignedRows(shown, { columns: columnsOf(process.stdout), cuts: [2] }))
    say(line);
  const more = rows.slice(MAX_LINES).reduce((sum, { count }) => sum + count, 0);
  if (more > 0) say(`and ${counted(more, "older copy", "older copies")}; --json lists all`);
}

function copyJson({ number, atMs, path, type, bytes, why, made }: Copy): object {
  return {
    number,
    at: new Date(atMs).toISOString(),
    path: shownPath(path),
    type,
    bytes: Number(bytes),
    why,
    directory: shownPath(made.directory),
    command: made.command,
  };
}

function complainOf(refused: Extract<CommitResult<unknown>, { readonly ok: false }>): void {
  for (const line of explainCommitRefusal(refused.refusal)) complain(line);
}
