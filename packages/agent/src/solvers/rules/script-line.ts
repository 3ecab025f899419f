/**
 * Which words of a script's line may be corrected after a message. A row of data may print any
 * message, so it changes nothing that removes, moves or overwrites: only the program that the
 * message names, if it is not installed, and operands of the tool that speaks.
 */
import { type Call, readCalls } from "./shell-words.ts";
import { programName } from "./view.ts";

const LOSES =
  /^(?:rm|rmdir|unlink|shred|mv|rename|cp|install|ln|dd|truncate|tee|rsync|scp|mkfs[\w.]*|mount|umount|chmod|chown|chgrp|kill|pkill|killall|patch|rimraf|del|wipefs|fdisk|parted|sudo|doas|eval|source|\.)$/;
/** A redirection into a file. */
const WRITES = />>?\|?\s*(?!&|\s|\/dev\/(?:null|stderr|stdout))[^&>\s]/;
const LOSING_WORDS =
  /^(?:-delete|-exec(?:dir)?|-i|--in-place|--delete|clean|reset|restore|checkout|drop|prune)$/;

/** Whether running the call can lose what is there. */
function loses(call: Call): boolean {
  const words = call.operands.map(({ value }) => value ?? "");
  return (
    LOSES.test(programName(call)) ||
    words.some((word) => LOSES.test(word) || LOSING_WORDS.test(word))
  );
}

export function losesSomething(script: string): boolean {
  return readCalls(script).some(loses) || WRITES.test(script);
}

/** Whether a message of this tool may correct the word on the line. */
export function mayCorrect(line: string, word: string, tool: string): boolean {
  const text = line.replace(/^[\t ]*[@+-]*/, "");
  const calls = readCalls(text);
  const owners = calls.filter(({ operands }) => operands.some(({ value }) => value === word));
  const [owner, ...others] = owners;
  if (owner === undefined || others.length > 0 || programName(owner) !== tool) return false;
  return !loses(owner) && !WRITES.test(text);
}

/** Whether the line has the word as a program. */
export function runs(line: string, word: string): boolean {
  const calls = readCalls(line.replace(/^[\t ]*[@+-]*/, ""));
  return calls.some(({ program }) => program.value === word);
}

/** Whether a correction leaves everything that can lose something as it was. */
export function keepsLosses(before: string, after: string): boolean {
  const text = (call: Call) =>
    [call.program, ...call.operands, ...call.files].map(({ raw }) => raw).join(" ");
  const known = new Set(readCalls(before).map(text));
  const isKept = readCalls(after).every((call) => !loses(call) || known.has(text(call)));
  return isKept && (WRITES.test(before) || !WRITES.test(after));
}
