/** A space too few or too many: `ls-la`, `gitstatus`, `ls - la`, `cat docs/ guide.md`. */

import { replaceWord } from "../edit-command.ts";
import { splitPathOf } from "../files/missing-path.ts";
import { quotedPath } from "../quote.ts";
import { corrected, type Rule, rule } from "../rule.ts";
import type { Word } from "../shell-words.ts";
import { firstMatch, type View } from "../view.ts";
import { missingCommand } from "./missing-command.ts";
import { isRiskyToGuess, WELL_KNOWN_COMMANDS } from "./well-known-commands.ts";

/** Commands whose subcommands are often typed without the space. */
const SUBCOMMANDS: Readonly<Record<string, string>> = {
  git: "add branch checkout clone commit diff fetch init log merge pull push rebase remote stash status switch tag",
  npm: "ci init install run start test",
  cargo: "build check clean doc fmt run test",
  go: "build fmt get mod run test vet",
  docker: "build compose images ps pull run",
  make: "all build check clean install test",
};

const missingSpace = rule({
  name: "missing-space",
  title: "No space after the command",
  sees(view) {
    const missing = missingCommand(view);
    const parts = missing === null ? null : splitCommand(missing.name);
    return missing === null || parts === null ? null : { ...missing, ...parts };
  },
  async repair({ call, name, program, rest }, view, ask) {
    const there = await ask.installed([name, program]);
    if (there.includes(name) || !there.includes(program)) return null;
    return corrected(
      replaceWord(view, call.program, `${program} ${rest}`),
      `A space is missing in ${name}.`,
    );
  },
});

/** The command and what is stuck to it; null if the name is not made of both. */
export function splitCommand(name: string): { program: string; rest: string } | null {
  const [, program = "", rest = ""] =
    /^([a-z]{2,12}\d?)(-[A-Za-z]{1,5}|--[A-Za-z][\w-]{0,30})$/.exec(name) ?? [];
  if (WELL_KNOWN_COMMANDS.includes(program) && !isRiskyToGuess(program)) return { program, rest };
  for (const [start, words] of Object.entries(SUBCOMMANDS)) {
    const sub = name.startsWith(start) ? name.slice(start.length) : "";
    if (words.split(" ").includes(sub)) return { program: start, rest: sub };
  }
  return null;
}

/** `ls - la`, `git log -- oneline`: the dash and the letters are one word. */
const splitOption = rule({
  name: "split-option",
  title: "A space inside an option",
  sees(view) {
    for (const { operands } of view.calls) {
      const at = operands.findIndex(
        ({ raw }, index) =>
          /^--?$/.test(raw) && /^[A-Za-z][\w-]*$/.test(operands[index + 1]?.raw ?? ""),
      );
      const [dash, letters] = [operands[at], operands[at + 1]];
      if (dash === undefined || letters === undefined) continue;
      if (isComplainedAbout(view, letters)) return { dash, letters };
    }
    return null;
  },
  repair: ({ dash, letters }, { command }) =>
    corrected(
      command.slice(0, dash.end) + command.slice(letters.start),
      `${dash.raw}${letters.raw} is one word.`,
    ),
});

function isComplainedAbout(view: View, { raw }: Word): boolean {
  return view.lines.some(
    (line) =>
      new RegExp(`(?:^|[\\s'‘"\`])${raw}(?:['’":]|\\s|$)`).test(line) &&
      /No such file|cannot access|did not match|unknown|ambiguous|extra operand|not found/i.test(
        line,
      ),
  );
}

/** `cat docs/ guide.md`: one path, if it exists. */
const splitPath = rule({
  name: "split-path",
  title: "A space inside a path",
  sees: splitPathOf,
  async repair({ start, end, path }, { command }, ask) {
    if ((await ask.entry(path)) === null) return null;
    return corrected(
      command.slice(0, start.start) + quotedPath(path) + command.slice(end.end),
      `${path} is one path; there is a space in it.`,
    );
  },
});

/** `echo"text"`, `cat<file` work or fail by name; a closing bracket needs a space as well. */
const testBracket = rule({
  name: "test-bracket",
  title: "No space before ]",
  sees(view) {
    const isOpen = firstMatch(view, /: (?:\[: missing [`'‘]\]'?|\[: missing \])/) !== null;
    const found = /(\[ [^\]\n]{0,200}[^\s\]])\](?=\s*(?:;|&&|\|\||$))/.exec(view.command);
    return isOpen && found !== null ? { at: found.index + (found[1]?.length ?? 0) } : null;
  },
  repair: ({ at }, { command }) =>
    corrected(`${command.slice(0, at)} ${command.slice(at)}`, "A space is missing before ]."),
});

export const spacing: readonly Rule[] = [missingSpace, splitOption, splitPath, testBracket];
