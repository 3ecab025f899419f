/** Secrets on command lines: `--password x` for any program, short flags only for known ones. */
import { isDigit, isOutside, isSpace, isWord, kindOf, unitAt } from "../characters.ts";
import { meaningOfKey } from "../key-name.ts";
import type { Text } from "../text.ts";
import { beginsPlainly } from "../value-head.ts";
import { valueSpan, valueStart } from "../value-span.ts";
import { isEdgeBefore, type Match, matchEnd, named, runEnd, type View } from "../view.ts";
import { valueBehind } from "./key-value.ts";
import type { PrefixRule } from "./prefix-rule.ts";

const [BLANK, DASH, DOT, SLASH, COLON, LETTER_P] = [32, 45, 46, 47, 58, 112];
const MAX_FLAG = 41;
const LONG_FLAG = /--([A-Za-z][A-Za-z0-9_-]{2,40})["']?(?: {1,4}|["'], {0,2}(?=["']))(?!-)/y;

/** `--password x`, and `"--password", "x"` in a list of arguments. With `=`, the name decides. */
const longFlag: PrefixRule = {
  prefixes: [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => `--${letter}`),
  match(view, at) {
    if (!isEdgeBefore(view, at) || unitAt(view.text, at - 1) === DASH) return null;
    const from = matchEnd(LONG_FLAG, view.text, at);
    if (from === -1) return null;
    const nameEnd = runEnd(view.text, at + 2, MAX_FLAG, isFlagUnit);
    const meaning = meaningOfKey(view.text, at + 2, nameEnd);
    if (meaning === null || meaning.sureness !== "strong") return null;
    // Not prose, however it reads: a flag has a value.
    return valueBehind(view, null, from, meaning);
  },
};

/** Letters, digits, `_` and `-`. */
function isFlagUnit(code: number): boolean {
  return isWord(kindOf(code)) || code === DASH;
}

/** Where a short flag has its secret: behind it, attached to it, or behind a name and a mark. */
type Form = "next" | "attached" | ":" | "%" | ",";

/** The program, its flags, and where their secret stands. */
const COMMANDS: readonly (readonly [command: string, flags: readonly string[], form: Form])[] = [
  ["mysql", ["p"], "attached"],
  ["mariadb", ["p"], "attached"],
  ["sshpass", ["p"], "next"],
  ["docker login", ["p"], "next"],
  ["podman login", ["p"], "next"],
  ["redis-cli", ["a"], "next"],
  ["ldap", ["w"], "next"],
  ["curl", ["u", "U"], ":"],
  ["http", ["a"], ":"],
  ["smbclient", ["U"], "%"],
  ["mongo", ["p"], "next"],
  ["sqlcmd", ["P"], "next"],
  ["zip", ["P"], "next"],
  ["7z", ["p"], "attached"],
  ["openssl", ["k"], "next"],
  ["mosquitto", ["P"], "next"],
  ["cqlsh", ["p"], "next"],
  ["bcp ", ["P"], "next"],
  ["lftp", ["u"], ","],
  ["ssh-keygen", ["N"], "next"],
  ["plink", ["pw"], "next"],
  ["az login", ["p"], "next"],
  ["helm registry login", ["p"], "next"],
];
const FLAGS_OF = new Map(COMMANDS.map(([command, flags, form]) => [command, { flags, form }]));

const commandWords: readonly PrefixRule[] = COMMANDS.map(([command]) => ({
  prefixes: [command.length < 3 ? `${command} ` : command],
  command,
  match: () => null,
}));

const shortFlag: PrefixRule = {
  prefixes: [..."akpuwNPU"].map((letter) => ` -${letter}`),
  match(view, at) {
    if (view.command === "") return passwordBehindUser(view, at);
    const known = FLAGS_OF.get(view.command);
    const flag = known?.flags.find((letters) => view.text.string.startsWith(letters, at + 2));
    return known === undefined || flag === undefined
      ? null
      : flagValue(view, at + 2 + flag.length, known.form);
  },
};

const USER_BEFORE = / -[uU] ?[\w.@\\-]{1,64}$/;
const SHORTEST_VALUE = 4;

/** `-u name -p x` means the same for every program; ports and directories are no password. */
function passwordBehindUser(view: View, at: number): Match | null {
  const { text, floor } = view;
  if ((unitAt(text, at + 2) | 32) !== LETTER_P || !mayBePassword(text, at + 3)) return null;
  if (!USER_BEFORE.test(text.string.slice(Math.max(floor, at - 68, 0), at))) return null;
  return flagValue(view, at + 3, "next");
}

/** A blank, and four units of what is no number, address or path. */
function mayBePassword(text: Text, from: number): boolean {
  const first = unitAt(text, from + 1);
  if (unitAt(text, from) !== BLANK || first === DASH || first === DOT || isDigit(first))
    return false;
  for (let at = from + 1; at <= from + SHORTEST_VALUE; at += 1) {
    const code = unitAt(text, at);
    if (isOutside(code) || isSpace(code) || code === COLON || code === SLASH) return false;
  }
  return true;
}

function flagValue({ text }: View, after: number, form: Form): Match | null {
  const isSpaced = unitAt(text, after) === BLANK;
  if (form === "attached" && isSpaced) return null;
  const begin = valueStart(text, isSpaced ? after + 1 : after);
  const first = unitAt(text, begin.start);
  if (first === DASH || isSpace(first)) return null;
  if (beginsPlainly(text, begin.start, begin.quote !== "")) return null;
  const { start, end } = valueSpan(text, begin);
  const isBehindMark = form !== "next" && form !== "attached";
  const mark = isBehindMark ? text.string.slice(start, end).indexOf(form) : -1;
  if (isBehindMark && mark === -1) return null;
  const from = start + mark + 1;
  if (end - from < 3 || beginsPlainly(text, from, begin.quote !== "")) return null;
  return named(from, end, "password");
}

export const FLAGS: readonly PrefixRule[] = [longFlag, shortFlag, ...commandWords];
