/** A word of the command that the output calls a missing file. */
import type { Word } from "../shell-words.ts";
import { firstMatch, programName, type View, wordOf } from "../view.ts";

const PATH = `[^'"’:\\n]{1,255}`;
const OPENING =
  "(?:cannot|can't|could not|Could not|couldn't|unable to|failed to|Failed to) (?:access|open|stat|read|load|find)(?: file)?|fatal error:|error opening|opening|reading|open|stat";
const SAID = [
  // coreutils, shells, compilers: `cat: src/mian.c: No such file or directory`
  new RegExp(
    `^(?:[\\w./+ -]{1,80}: ){1,4}(?:(?:${OPENING}) )?['"‘\`]?(?!Cannot (?:open|stat):)(${PATH})['"’]?: (?:Cannot open: |Cannot stat: )?No such file or directory`,
  ),
  new RegExp(`can't open file ['"](${PATH})['"]: \\[Errno 2\\]`),
  new RegExp(`^Error: Cannot find module ['"](/${PATH})['"]$`),
  new RegExp(`can't cd to (${PATH})$`),
  new RegExp(`^sudo: (\\.{0,2}/${PATH}): command not found$`),
  new RegExp(`^(?:sh|dash|bash): \\d+: cannot open (${PATH}): No such file$`),
  new RegExp(`^(?:/bin/)?(?:sh|dash): \\d+: cannot create (${PATH}): Directory nonexistent$`),
];

const REMOVERS = new Set(["rm", "rmdir", "unlink", "shred", "truncate", "dd"]);

export interface MissingPath {
  /** As typed, without quotes. */
  readonly path: string;
  readonly word: Word;
}

export function missingPath(view: View): MissingPath | null {
  for (const pattern of SAID) {
    const said = firstMatch(view, pattern)?.[1];
    if (said === undefined) continue;
    const word = wordOf(view, said) ?? wordThatEnds(view, said);
    if (word?.value != null && word.value !== "") return { path: word.value, word };
  }
  return namedAsMissing(view);
}

/** How programs say that a file is not there, whatever else is on the line. */
const NOT_THERE =
  /no such file|(?:can't|cannot|could not|couldn't|unable to|failed to) (?:find or )?(?:open|read|load|find)|file not found|name not matched|is unavailable/i;
const MAX_LINES = 40;

/** The only operand that such a line names. */
function namedAsMissing({ calls, lines }: View): MissingPath | null {
  const operands = calls.flatMap((call) => call.operands).filter(({ raw }) => !raw.startsWith("-"));
  for (const line of lines.filter((one) => NOT_THERE.test(one)).slice(0, MAX_LINES)) {
    const named = operands.filter(({ value }) => value !== null && isNamed(line, value));
    const [word] = named;
    if (word?.value != null && named.length === 1) return { path: word.value, word };
  }
  return null;
}

/** Whether the text stands on the line as a word of its own. */
function isNamed(line: string, text: string): boolean {
  const at = text.length < 3 || !/[A-Za-z\u0080-\uffff]/.test(text) ? -1 : line.indexOf(text);
  if (at === -1) return false;
  const before = line.charAt(at - 1);
  const after = line.slice(at + text.length, at + text.length + 2);
  return /^$|[\s'"‘“`[(]/.test(before) && /^(?:$|[\s'"’”`\])!,:]|\.(?:\s|$))/.test(after);
}

/** Python and Node print the absolute path of a relative operand. */
function wordThatEnds(view: View, said: string): Word | null {
  if (!said.startsWith("/")) return null;
  const operands = view.calls.flatMap((call) => call.operands);
  return (
    operands.find(({ value }) => value !== null && value !== "" && said.endsWith(`/${value}`)) ??
    null
  );
}

/** Whether a program removes or empties what the word names: then no other name is guessed. */
export function isRemoved({ calls }: View, word: Word): boolean {
  const owner = calls.find(({ operands }) => operands.includes(word));
  return owner !== undefined && REMOVERS.has(programName(owner));
}

export interface SplitPath {
  readonly start: Word;
  readonly end: Word;
  readonly path: string;
}

/** `cat docs/ guide.md`: the missing word and its neighbour as one path. */
export function splitPathOf(view: View): SplitPath | null {
  const word = missingPath(view)?.word;
  const operands = view.calls.find((call) => word && call.operands.includes(word))?.operands ?? [];
  for (const [at, start] of operands.entries()) {
    const end = operands[at + 1];
    if (start.value === null || end?.value == null || (start !== word && end !== word)) continue;
    const isSplit = start.value.endsWith("/") || end.value.startsWith("/");
    if (isSplit) return { start, end, path: start.value + end.value };
  }
  return null;
}

/** Whether the word is the target of a redirection: then its directory is missing. */
export function isTarget(view: View, word: Word): boolean {
  return view.calls.some((call) => call.files.includes(word));
}
