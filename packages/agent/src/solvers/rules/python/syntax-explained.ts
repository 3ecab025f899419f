/** Syntax errors of Python: those with one certain correction, and those that are explained. */
import type { Rule } from "../rule.ts";
import { lineSlip, type Mended } from "../source/line-slips.ts";
import { type SourceText, withLine } from "../source/source-text.ts";
import { codeOf } from "../source/words.ts";
import { type Fault, fault } from "./traceback.ts";

interface SyntaxCase {
  readonly says: RegExp;
  /** The line as it should be, or null. */
  readonly mend?: (text: string, at: Fault) => string | null;
  readonly tells: (at: Fault, text: string) => string | null;
}

const changed = (text: string, now: string): string | null => (now === text ? null : now);
const INVALID = /^SyntaxError: (?:invalid syntax|expected ':')$/;

const CASES: readonly SyntaxCase[] = [
  {
    says: /^SyntaxError: invalid character '([“”‘’«»„])' \(U\+[0-9A-F]{4}\)$/,
    mend: (text) => changed(text, text.replaceAll(/[“”„«»]/g, '"').replaceAll(/[‘’]/g, "'")),
    tells: () =>
      "it has typographic quotes, as word processors write them; Python needs straight ones.",
  },
  {
    says: /^SyntaxError: invalid non-printable character U\+(00A0|200B|202F|FEFF|2009)$/,
    mend: (text) =>
      changed(
        text,
        text.replaceAll(/[\u00a0\u202f\u2009]/g, " ").replaceAll(/[\u200b\ufeff]/g, ""),
      ),
    tells: ({ found: [, code] }) =>
      `it has an invisible character (U+${code}) that came with copied text.`,
  },
  {
    says: /^SyntaxError: f-string: (?:unmatched '[([]'|expecting '}'|.{0,40}quote)/,
    mend: withOtherQuotes,
    tells: () =>
      "the f-string uses its own quotes inside of { }, or a } is missing. Use the other kind of quotes inside.",
  },
  {
    says: /^SyntaxError: f-string: (?:empty expression not allowed|valid expression required before '}')/,
    tells: () =>
      "the f-string has an empty { }: put a value in it, or write {{ }} for the characters.",
  },
  {
    says: /^SyntaxError: Missing parentheses in call to 'exec'/,
    mend: (text) => changed(text, text.replace(/^(\s*)exec\s+(?!\()(.+)$/, "$1exec($2)")),
    tells: () => "exec is a function in Python 3: exec(…).",
  },
  {
    says: /^SyntaxError: leading zeros in decimal integer literals are not permitted/,
    tells: () =>
      "a number starts with 0. Without the zero it is decimal; 0o before it makes it octal, as in 0o755.",
  },
  {
    says: /^SyntaxError: unmatched '([)\]}])'$/,
    mend: withoutLast,
    tells: ({ found: [, bracket] }) => `there is one ${bracket} too many.`,
  },
  {
    says: /^SyntaxError: closing parenthesis '([)\]}])' does not match opening parenthesis '([([{])'(?: on line (\d{1,7}))?$/,
    tells: ({ found: [, closing, opening, line] }) =>
      `the ${opening}${line === undefined ? "" : ` of line ${line}`} is closed with ${closing}. Use the matching bracket, or close the inner one first.`,
  },
  {
    says: /^SyntaxError: unterminated triple-quoted string literal/,
    tells: () => "the text that starts here with three quotes is never closed with three quotes.",
  },
  {
    says: /^SyntaxError: \(unicode error\) 'unicodeescape' codec can't decode bytes/,
    tells: () =>
      String.raw`a backslash in the text starts an escape (\U, \x or \N). Write the path with r before the quotes, as in r"C:\Users", or with forward slashes.`,
  },
  {
    says: /^SyntaxError: '(return|yield|break|continue|await)' outside (?:of )?(?:a |async )?(function|loop)$|^SyntaxError: '(continue)' not properly in loop$|^SyntaxError: '(await)' outside async function$/,
    tells({ found: [, word, place, other, waiting] }) {
      const name = word ?? other ?? waiting;
      if (name === "await")
        return "await works only in an async def function; at the top of a program use asyncio.run(…).";
      return `${name} is outside of a ${place ?? "loop"}: the line is indented too little, or the def or loop above is missing.`;
    },
  },
  {
    says: /^SyntaxError: positional argument follows keyword argument/,
    tells: () =>
      "an argument without a name comes after one with a name. Put it first, or give it its name too.",
  },
  {
    says: /^SyntaxError: (?:non-default argument follows default argument|parameter without a default follows parameter with a default)/,
    tells: () =>
      "a parameter without a default value comes after one that has one. Put it first, or give it a default.",
  },
  {
    says: /^SyntaxError: from __future__ imports must occur at the beginning/,
    tells: () => "a from __future__ import must be the first statement of the file.",
  },
  {
    says: /^SyntaxError: duplicate argument '(\w{1,60})' in function definition/,
    tells: ({ found: [, name] }) => `the parameter ${name} is there twice. Rename one of them.`,
  },
  {
    says: /^SyntaxError: cannot assign to (.{1,60}?)(?: here)?\. Maybe you meant '==' instead of '='\?$/,
    tells: ({ found: [, what] }) =>
      `a value is assigned to a ${what}; only a name can stand left of =. A comparison needs ==.`,
  },
  {
    says: /^IndentationError: expected an indented block after (.{1,60}) on line (\d{1,7})$/,
    tells: ({ found: [, what, line] }) =>
      `the ${what} in line ${line} has no body. Indent what belongs to it, or write pass.`,
  },
  {
    says: INVALID,
    mend: (text) => changed(text, text.replace(/^(\s*)raise (\w+), (.+)$/, "$1raise $2($3)")),
    tells: (_at, text) =>
      /^\s*raise \w+, /.test(text)
        ? "Python 3 raises an exception with its text in parentheses."
        : null,
  },
  {
    says: INVALID,
    mend: (text) => (codeOf(text).includes("<>") ? text.replaceAll("<>", "!=") : null),
    tells: (_at, text) =>
      codeOf(text).includes("<>") ? "Python 3 writes != for not equal." : null,
  },
  {
    says: INVALID,
    mend: (text) => changed(text, text.replaceAll(/`([^`]{1,80})`/g, "repr($1)")),
    tells: (_at, text) =>
      /`[^`]{1,80}`/.test(text) ? "Python 3 writes repr(…) instead of backquotes." : null,
  },
  {
    says: INVALID,
    tells: (_at, text) => foreign(text),
  },
];

/** Marks of a merge, and the syntax of other languages. */
function foreign(text: string): string | null {
  if (/^(?:<{7}|={7}|>{7})(?: |$)/.test(text)) {
    return "a merge left its conflict markers (<<<<<<<, =======, >>>>>>>) in the file. Keep one of the two sides, and delete the three lines.";
  }
  if (/\{\s*$/.test(text))
    return "Python has no braces: a block starts with a colon and is indented.";
  if (/\?.+:/.test(codeOf(text))) return "Python writes a ? b : c as b if a else c.";
  const [, word] =
    /^\s*(class|def|for|while|if|import|from|return|pass|in|is|not|and|or|lambda|global|with|as|try|except|raise|del|yield|None|True|False)\s*=[^=]/.exec(
      text,
    ) ?? [];
  if (word !== undefined)
    return `${word} is a keyword of Python and cannot be the name of a variable. Use another name, such as ${word}_.`;
  if (/^\s*switch\b/.test(text))
    return "Python has no switch: match value: with case …: (since 3.10), or if and elif.";
  return null;
}

/** Inside of the braces, the other kind of quotes. */
function withOtherQuotes(text: string): string | null {
  const start = /\b[fF](["'])/.exec(text);
  const mark = start?.[1];
  if (start === null || mark === undefined || text.includes(mark.repeat(3))) return null;
  const other = mark === '"' ? "'" : '"';
  const head = text.slice(0, start.index + 2);
  const body = text.slice(start.index + 2);
  const now = body.replaceAll(/\{([^{}]{1,120})\}/g, (whole, inside: string) =>
    inside.includes(other) ? whole : `{${inside.replaceAll(mark, other)}}`,
  );
  return changed(text, head + now);
}

/** Only where the line alone has the bracket too often. */
function withoutLast(text: string, { found: [, bracket = ""] }: Fault): string | null {
  const opening = { ")": "(", "]": "[", "}": "{" }[bracket] ?? "";
  const code = codeOf(text);
  const count = (one: string) => code.split(one).length - 1;
  if (count(bracket) !== count(opening) + 1 || count(opening) === 0) return null;
  const at = code.lastIndexOf(bracket);
  return text.slice(0, at) + text.slice(at + 1);
}

export const pythonSyntaxExplained: readonly Rule[] = [
  lineSlip({
    name: "python-syntax",
    title: "Python cannot read a line",
    sees: (view) => {
      const at = CASES.flatMap(({ says }) => fault(view, says) ?? [])[0];
      return at === undefined || at.path.startsWith("<") ? null : at;
    },
    mend(source, at) {
      for (const one of CASES) {
        const found = one.says.exec(at.found[0]);
        const mended = found === null ? null : mendedBy(one, source, { ...at, found });
        if (mended !== null) return mended;
      }
      return null;
    },
  }),
];

function mendedBy(
  { mend, tells }: SyntaxCase,
  { path, lines }: SourceText,
  at: Fault,
): Mended | null {
  const text = lines[at.line - 1] ?? "";
  const said = tells(at, text);
  const now = mend?.(text, at) ?? null;
  if (said === null) return null;
  const because = `line ${at.line} of ${path}: ${said}`;
  return now === null ? { because } : { lines: withLine(lines, at.line, now), because };
}
