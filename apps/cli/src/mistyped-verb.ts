/**
 * Recognises a verb with one typo, such as `fix statsu`. Run as a command it would fail and be
 * posted with money held for it, so it is refused, unless a program of that name exists.
 */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { VERBS } from "./verbs.ts";

/** Shorter words are one letter from half of all commands: `it` from `git`. */
const MIN_LENGTH = 4;

/** The verb that was probably meant; null where the word may be a command. */
export function mistypedVerb(word: string, path = process.env.PATH): string | null {
  if (!/^[a-z]+$/.test(word)) return null;
  const near = VERBS.find((verb) => verb.length >= MIN_LENGTH && isOneTypoAway(word, verb));
  return near === undefined || isProgram(word, path) ? null : near;
}

/** One letter too many, too few or wrong, or two swapped. */
function isOneTypoAway(word: string, verb: string): boolean {
  if (word === verb || Math.abs(word.length - verb.length) > 1) return false;
  let same = 0;
  while (same < word.length && word[same] === verb[same]) same += 1;
  const typed = word.slice(same);
  const meant = verb.slice(same);
  const [a = "", b = ""] = meant;
  return (
    typed.slice(1) === meant ||
    typed === meant.slice(1) ||
    typed.slice(1) === meant.slice(1) ||
    (meant.length > 1 && typed === `${b}${a}${meant.slice(2)}`)
  );
}

function isProgram(word: string, path = ""): boolean {
  return path.split(delimiter).some((folder) => isExecutable(join(folder, word)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Missing or not executable: no program of that name.
    return false;
  }
}
