/** A word of the command that the output calls a missing file. */
import type { Word } from "../shell-words.ts";
import { firstMatch, type View, wordOf } from "../view.ts";

const PATH = `[^'"’:\\n]{1,255}`;
const SAID = [
  // coreutils, shells, compilers: `cat: src/mian.c: No such file or directory`
  new RegExp(
    `^(?:[\\w./+ -]{1,80}: ){1,4}(?:cannot (?:access|open|stat) |can't (?:read|open) |fatal error: |unable to open )?['"‘\`]?(${PATH})['"’]?: (?:Cannot open: |Cannot stat: )?No such file or directory`,
  ),
  new RegExp(`can't open file ['"](${PATH})['"]: \\[Errno 2\\]`),
  new RegExp(`^Error: Cannot find module ['"](/${PATH})['"]$`),
  new RegExp(`can't cd to (${PATH})$`),
  new RegExp(`^(?:sh|dash|bash): \\d+: cannot open (${PATH}): No such file$`),
];

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
  return null;
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

/** Whether the word is the target of a redirection: then its directory is missing. */
export function isTarget(view: View, word: Word): boolean {
  return view.calls.some((call) => call.files.includes(word));
}
