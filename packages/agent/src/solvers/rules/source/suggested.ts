/**
 * Which suggestion of a compiler is believed. A program may print anything in the words of a
 * compiler, so a suggestion only corrects a slip: the suggested word is close to the one that is
 * there, and it is none that runs text as a program.
 */
import { nearestAll, nearestOrLonger } from "../nearest.ts";

/** Words that run text as a program or load one. No suggestion makes one of a slip. */
export const RUNS_TEXT =
  /^(?:exec(?:v|ve|vp|l|lp|le|file|fileSync|Sync)?|eval|instance_eval|class_eval|module_eval|system|popen[234]?|passthru|shell_exec|proc_open|pcntl_exec|spawn(?:Sync|v|l|lp|vp)?|fork|syscall|__import__|subprocess|child_process|Function|Command|ProcessBuilder|dlopen|CDLL|create_function|source)$/;

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

/** Whether one word may be a slip of the other. */
export function isAlike(typed: string, other: string): boolean {
  const plain = (word: string) => word.toLowerCase().replaceAll("_", "");
  if (plain(typed) === plain(other)) return true;
  const [near] = nearestAll(typed, [other]);
  if (near !== undefined) return near.distance === 1 || typed.length >= LONG;
  return nearestOrLonger(plain(typed), [plain(other)]) !== null;
}
