/**
 * Which suggestion of a compiler is believed. A program may print anything in the words of a
 * compiler, so a suggestion only corrects a slip: the suggested word is close to the one that is
 * there, and it is none that runs text as a program.
 */
import { nearestAll, nearestOrLonger } from "../nearest.ts";

/** Words that run text as a program or load one. No suggestion makes one of a slip. */
export const RUNS_TEXT =
  /^(?:exec(?:v|ve|vp|l|lp|le|[fF]ile|[fF]ileSync|Sync)?|eval|instance_eval|class_eval|module_eval|system|popen[234]?|passthru|shell_exec|proc_open|pcntl_exec|spawn(?:Sync|v|l|lp|vp)?|fork|syscall|__import__|subprocess|child_process|Function|Command|ProcessBuilder|dlopen|CDLL|create_function|source)$/;

/** Words that remove or overwrite something. No guess of ours makes one of a slip. */
const DESTROYS =
  /^(?:(?:un)?link|rm|rm_?tree|rmdir|remove|removedirs|delete|del|f?truncate|renames?|move|drop|destroy|kill|killpg|erase|purge|wipe|overwrite)(?:_?(?:sync|all|many|file|at))?$/i;
/** Parts before a word that turn its meaning around: link and unlink. */
const TURNS = /^(?:un|in|im|dis|non|de|no|not|anti|re)$/;

/** Prefixes that only say where a name is. */
const OWNERS = /^(?:self\.|cls\.|this\.|std::)/;

/** Two edits make another word of a shorter one: report and reboot. */
const LONG = 8;

export function isCredible(typed: string, suggested: string): boolean {
  const name = suggested.replace(OWNERS, "");
  if (name.split(/[^\w$]+/).some((part) => RUNS_TEXT.test(part) && part !== typed)) return false;
  if (name === typed) return name !== suggested;
  return isAlike(typed, name);
}

/** Whether a word runs text as a program, or removes or overwrites something. */
export function isRisky(word: string): boolean {
  return RUNS_TEXT.test(word) || DESTROYS.test(word);
}

/** Whether one word may be a slip of the other. */
export function isAlike(typed: string, other: string): boolean {
  if (plain(typed) === plain(other)) return true;
  if (isTurned(typed, other)) return false;
  const [near] = nearestAll(typed, [other]);
  if (near !== undefined) return near.distance === 1 || typed.length >= LONG;
  return nearestOrLonger(plain(typed), [plain(other)]) !== null;
}

/** Whether one word is the other with a part in front that turns it around. */
export function isTurned(typed: string, other: string): boolean {
  const [short = "", long = ""] = [plain(typed), plain(other)].sort((a, b) => a.length - b.length);
  return long.endsWith(short) && TURNS.test(long.slice(0, long.length - short.length));
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll("_", "");
}
