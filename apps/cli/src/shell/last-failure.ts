/** The last command of the shell that `fix it` was typed into, as a failure to repair. */

import { existsSync } from "node:fs";
import { type Failure, plainOutput } from "@bazaar/client";
import { BadInput } from "@bazaar/terminal";
import { afterCd } from "./after-cd.ts";
import { parseShellRecord, readIfThere, type ShellRecord, shownOutput } from "./shell-record.ts";
import { shellNamed, startLine } from "./shells.ts";

export interface LastFailure {
  readonly failure: Failure;
  /** Notes on the record, for the user. */
  readonly notes: readonly string[];
}

/** @throws BadInput that says why there is nothing to repair, and what to do. */
export function lastFailure(environment: NodeJS.ProcessEnv): LastFailure {
  const record = readRecord(environment);
  const { exitCode } = record;
  const { command, directory } = afterCd(record);
  if (command.trim() === "") {
    throw new BadInput(
      "the shell's history is off, so the last command is unknown; use fix <command>",
    );
  }
  if (/^fix it(?:\s|$)/.test(command.trim()) && exitCode !== 0) {
    throw new BadInput("the last command was fix it; use fix <command>");
  }
  if (exitCode === 0) {
    throw new BadInput(
      `the last command succeeded: ${command}; for another one, use fix <command>`,
    );
  }
  if (INTERRUPTED.has(exitCode)) {
    throw new BadInput(
      `the last command was interrupted, so there is nothing to repair: ${command}`,
    );
  }
  if (!existsSync(directory)) {
    throw new BadInput(`the last command ran in ${directory}, which no longer exists`);
  }
  const { output, notes } = outputOf(record);
  return { failure: { command, directory, exitCode, output }, notes };
}

/** Exit codes after Ctrl+C and Ctrl+\\. */
const INTERRUPTED: ReadonlySet<number> = new Set([130, 131]);

function readRecord(environment: NodeJS.ProcessEnv): ShellRecord {
  const { FIX_SHELL_RECORD: path, SHELL: shell = "" } = environment;
  const text = path === undefined ? null : readIfThere(path);
  if (text === null) {
    const line = startLine(shellNamed(shell) ?? "bash");
    throw new BadInput(
      `shell integration is off: ${line} and start a new shell. fix <command> works without it`,
    );
  }
  const record = parseShellRecord(text);
  if (record === null) {
    throw new BadInput("no command has finished in this shell yet; use fix <command>");
  }
  return record;
}

const NOTHING_KEPT =
  "the output of the command was not recorded; an agent sees only that it failed";

function outputOf(record: ShellRecord): { readonly output: string; readonly notes: string[] } {
  const log = record.log === null ? null : readIfThere(record.log);
  if (log === null) {
    if (!record.isCertain) throw notTold(record);
    return { output: "", notes: [NOTHING_KEPT] };
  }
  const { text, isWhole, before } = shownOutput(log, record);
  if (!record.isCertain && !isTypedIn(before, record.command)) throw notTold(record);
  if (isWhole) return { output: text, notes: [] };
  const what = text === "" ? NOTHING_KEPT : "the output was too long and is recorded only in part";
  return { output: text, notes: [what] };
}

/**
 * A shell may leave a repeated command out of its history, or one that begins with a space. For the
 * former the recorded text is right, for the latter it is another command's; the screen shows which.
 */
function isTypedIn(shown: string, command: string): boolean {
  const text = plainOutput(shown).trimEnd();
  const typed = command.trimEnd();
  return text.endsWith(typed) && AFTER_PROMPT.test(text.slice(0, -typed.length));
}

const AFTER_PROMPT = /(?:^|[\s\p{P}\p{S}])$/u;

function notTold({ command }: ShellRecord): BadInput {
  return new BadInput(
    `the last command is not in the shell's history (the one before it was: ${command}); use fix <command>`,
  );
}
