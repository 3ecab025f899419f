/** The last command of the shell that `fix it` was typed into, as a failure to repair. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Failure, plainOutput } from "@bazaar/client";
import { BadInput } from "@bazaar/terminal";
import { afterCd } from "./after-cd.ts";
import { parseShellRecord, readIfThere, type ShellRecord, shownOutput } from "./shell-record.ts";
import { type Shell, shellNamed, startLine } from "./shells.ts";

export interface LastFailure {
  readonly failure: Failure;
  /** Notes on the record, for the user. */
  readonly notes: readonly string[];
}

/**
 * `shell` is the one that asks, where that is known.
 * @throws BadInput that says why there is nothing to repair, and what to do.
 */
export function lastFailure(
  environment: NodeJS.ProcessEnv,
  shell: Shell | null = null,
): LastFailure {
  const record = readRecord(environment, shell);
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
      `the last command ended with exit code 0: ${command}; for another one, use fix <command>`,
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
  const missing = output === "" && exitCode === NOT_FOUND ? missingIn(command, environment) : null;
  if (missing === null) return { failure: { command, directory, exitCode, output }, notes };
  // What every shell says then, so that nothing is lost with the record.
  const said = `${missing}: command not found\n`;
  return { failure: { command, directory, exitCode, output: said }, notes: [] };
}

const NOT_FOUND = 127;
/** One call, and nothing that the shell reads in another way. */
const ONE_CALL = /^\s*([\w.+-]{1,64})(?:\s[^|&;<>()$`\\\n]*)?$/;

/** The program of a command, if it is the only one in it and not on this machine. */
function missingIn(command: string, { PATH = "" }: NodeJS.ProcessEnv): string | null {
  const program = ONE_CALL.exec(command)?.[1] ?? null;
  if (program === null) return null;
  return PATH.split(":").some((place) => existsSync(join(place, program))) ? null : program;
}

/** Exit codes after Ctrl+C and Ctrl+\\. */
const INTERRUPTED: ReadonlySet<number> = new Set([130, 131]);

function readRecord(environment: NodeJS.ProcessEnv, shell: Shell | null): ShellRecord {
  const { FIX_SHELL_RECORD: path, SHELL = "" } = environment;
  const text = path === undefined ? null : readIfThere(path);
  if (text === null) {
    const line = startLine(shell ?? shellNamed(SHELL) ?? "bash");
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

const NOTHING_KEPT = "the output of the command was not recorded";
const NO_RECORDER = `${NOTHING_KEPT}: this shell started without a recorder, which needs a terminal and util-linux's script. A new shell may have one; fix <command> runs the command again and reads its output`;
const FULL_RECORD = `${NOTHING_KEPT}, because the record was full; fix <command> runs the command again and reads its output`;

function outputOf(record: ShellRecord): { readonly output: string; readonly notes: string[] } {
  const log = record.log === null ? null : readIfThere(record.log);
  if (log === null) {
    if (!record.isCertain) throw notTold(record);
    return { output: "", notes: [NO_RECORDER] };
  }
  const { text, isWhole, isUnread, before } = shownOutput(log, record);
  if (!record.isCertain && !isTypedIn(before, record.command)) throw notTold(record);
  const said = isUnread ? OF_SHELL.exec(plainOutput(text)) : null;
  if (said !== null) return { output: said[0], notes: [] };
  if (isWhole) return { output: text, notes: [] };
  const what = text === "" ? FULL_RECORD : "the output was too long and is recorded only in part";
  return { output: text, notes: [what] };
}

/** A line that the shell could not read is followed by the shell's own words, and nothing else. */
const OF_SHELL = /^(?:\S{0,200}\/)?-?(?:bash|zsh|fish): [\s\S]*/m;

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
