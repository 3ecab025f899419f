/**
 * Commands that change the shell they are typed into: its directory, variables, options. Run anywhere
 * else they change nothing, so no sandbox can prove a correction of them, and nobody is paid for one.
 */
import { readCalls } from "../shell-words.ts";

const SHELL_COMMANDS: ReadonlySet<string> = new Set(
  (
    "cd pushd popd export unset alias unalias source . set shopt setopt unsetopt ulimit umask exit logout " +
    "fg bg disown hash rehash declare typeset readonly trap bind bindkey complete compdef enable abbr " +
    "set_color fish_add_path"
  ).split(" "),
);
/** `cd..`: the space is missing. */
const GLUED_CD = /^cd(?:\.\.?(?:\/|$)|[-~/])/;

export const ACTS_ON_SHELL = "it acts on your own shell";

/** Whether that is all the command does. */
export function actsOnShell(command: string): boolean {
  const programs = programsOf(command);
  return programs.length > 0 && programs.every(isShellCommand);
}

/** Whether that is the last thing it does, so that the rest alone would not help. */
export function endsInShell(command: string): boolean {
  const last = programsOf(command).at(-1);
  return last !== undefined && isShellCommand(last);
}

const GOES: ReadonlySet<string> = new Set(["cd", "pushd", "popd"]);

/** Whether it leaves the shell that runs it in another directory, as far as its words say. */
export function changesDirectory(command: string): boolean {
  return readCalls(command).some(
    ({ program, depth, before, after }) =>
      GOES.has(program.value ?? "") && depth === 0 && ![before, after].some(isPipe),
  );
}

function isPipe(separator: string): boolean {
  return separator === "|" || separator === "|&";
}

function programsOf(command: string): readonly string[] {
  return readCalls(command).map(({ program }) => program.value ?? program.raw);
}

function isShellCommand(program: string): boolean {
  return SHELL_COMMANDS.has(program) || GLUED_CD.test(program);
}
