/** Slips in Perl programs, and modules that are not installed. */

import { insertAfter } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { unclosed } from "../source/brackets.ts";
import { explained, reportedBy } from "../source/explained.ts";
import { LANGUAGES } from "../source/languages.ts";
import { lineSlip } from "../source/line-slips.ts";
import { nearName, type Slip, slips } from "../source/slips.ts";
import { withLine } from "../source/source-text.ts";
import { callOf, firstMatch, type View } from "../view.ts";

const SYNTAX = /^syntax error at ([^\s"]{1,250}) line (\d{1,7}), near "(.{0,200})/;
const AT = String.raw` at ([^\s"]{1,250}) line (\d{1,7})`;

function at(view: View, says: RegExp) {
  const found = firstMatch(view, says);
  return found === null ? null : { path: found[1] ?? "", line: Number(found[2]) };
}

/** The last line above with code in it. */
function above(lines: readonly string[], line: number): number {
  return lines.slice(0, line - 1).findLastIndex((text) => !/^\s*(?:#.*)?$/.test(text)) + 1;
}

export const perlSlips: readonly Rule[] = [
  lineSlip({
    name: "perl-elsif",
    title: "else if in Perl",
    sees: (view) =>
      at(view, new RegExp(`^elseif should be elsif${AT}`)) ??
      at(view, /^syntax error at ([^\s"]{1,250}) line (\d{1,7}), near "else if/) ??
      at(view, SYNTAX),
    mend({ path, lines }, { line }) {
      const text = lines[line - 1] ?? "";
      const now = text.replace(/(\}\s*)(?:else if|elseif|elif)\b/, "$1elsif");
      return now === text
        ? null
        : {
            lines: withLine(lines, line, now),
            because: `Line ${line} of ${path}: Perl writes elsif.`,
          };
    },
  }),
  lineSlip({
    name: "perl-semicolon",
    title: "Missing semicolon in Perl",
    sees: (view) => at(view, SYNTAX),
    mend({ path, lines }, { line }) {
      const number = above(lines, line);
      const text = (lines[number - 1] ?? "").trimEnd();
      const isWhole = /[\w)\]}"'/]$/.test(text) && unclosed(text) === "" && !/[{}]$/.test(text);
      if (number === 0 || !isWhole || /^\s*(?:#|=)/.test(text)) return null;
      return {
        lines: withLine(lines, number, `${text};`),
        because: `A semicolon is missing at the end of line ${number} of ${path}.`,
      };
    },
  }),
  slips({
    name: "perl-variable",
    kind: "Perl variable",
    language: LANGUAGES.perl,
    finds: ({ lines }) =>
      lines.flatMap((text): Slip[] => {
        const [, typed, path = "", line] =
          new RegExp(
            `^Global symbol "[$@%](\\w{2,60})" requires explicit package name.{0,100}?${AT}\\.`,
          ).exec(text) ?? [];
        return typed === undefined ? [] : [{ path, line: Number(line), typed }];
      }),
    near({ typed }, { lines }) {
      const declared = lines.flatMap((text) =>
        [...text.matchAll(/\b(?:my|our|local)\s*\(?([^;=]{1,200})/g)].flatMap(
          ([, names = ""]) => names.match(/(?<=[$@%])\w{2,60}/g) ?? [],
        ),
      );
      return nearName(typed, declared);
    },
  }),
  slips({
    name: "perl-name",
    kind: "Perl function",
    language: LANGUAGES.perl,
    finds(view) {
      const found = firstMatch(
        view,
        new RegExp(`^Undefined subroutine &(?:\\w+::)*(\\w{2,60}) called${AT}\\.`),
        new RegExp(`^Can't locate object method "(\\w{2,60})" via package "[\\w:]{1,80}"${AT}\\.`),
      );
      const [, typed, path = "", line] = found ?? [];
      return typed === undefined ? [] : [{ path, line: Number(line), typed, isMember: true }];
    },
    near: ({ typed }, { lines }) =>
      nearName(
        typed,
        lines.flatMap((text) => /^\s*sub (\w{2,60})/.exec(text)?.[1] ?? []),
      ),
  }),
  rule({
    name: "perl-module",
    title: "A Perl module is not there",
    sees(view) {
      const [, file, module, path, line] =
        firstMatch(
          view,
          /^Can't locate ([\w/]{1,120}\.pm) in @INC \(you may need to install the ([\w:]{1,120}) module\).{0,900}? at ([^\s"]{1,250}) line (\d{1,7})\.$/,
          /^Can't locate ([\w/]{1,120}\.pm) in @INC \(you may need to install the ([\w:]{1,120}) module\)/,
        ) ?? [];
      return file === undefined || module === undefined ? null : { file, module, path, line };
    },
    async repair({ file, module, path, line }, view, ask) {
      const name = file.slice(file.lastIndexOf("/") + 1);
      const own = (await ask.find([name])).filter(
        (found) => found === file || found.endsWith(`/${file}`),
      );
      const call = callOf(view, "perl");
      const [found] = own;
      if (found !== undefined && own.length === 1) {
        const folder = found === file ? "." : found.slice(0, -file.length - 1);
        const explanation = `${module} is in ${folder}, where Perl does not look.`;
        return call === null
          ? advice(`${explanation} Write use lib "${folder}"; before it, or run perl -I${folder}.`)
          : corrected(insertAfter(view, call.program, `-I${quotedPath(folder)}`), explanation);
      }
      const debian = `lib${module.toLowerCase().replaceAll("::", "-")}-perl`;
      const place = path === undefined ? "The program" : `Line ${line} of ${path}`;
      return advice(
        `${place} needs the Perl module ${module}, which is not installed: cpanm ${module} (or cpan ${module}); on Debian and Ubuntu the package is usually called ${debian}.`,
      );
    },
  }),
  explained({
    name: "perl-explained",
    title: "Perl refuses a line that only its author can correct",
    reads: reportedBy(
      /^(?<message>.{1,300}?) at (?<path>[^\s"]{1,250}) line (?<line>\d{1,7})(?:\.|,|$)/,
    ),
    causes: [
      [
        /^Global symbol "([$@%]\w{1,60})" requires explicit package name/,
        ([, name]) => `${name} is not declared: the first use needs my ${name}. Or it is misspelt.`,
      ],
      [/^Missing right curly/, () => "a closing } is missing: a block above is never closed."],
      [
        /^Unmatched right (curly|square) bracket/,
        ([, kind]) => `there is one ${kind === "curly" ? "}" : "]"} too many.`,
      ],
      [
        /^Can't find string terminator (.{1,20}) anywhere before EOF/,
        ([, mark]) => `the text or here-document that starts here is never closed with ${mark}.`,
      ],
      [
        /^Can't call method "(\w{1,60})" on an undefined value/,
        ([, name]) => `what ${name} is called on has no value (undef). Check what sets it.`,
      ],
      [
        /^Can't call method "(\w{1,60})" (?:without a package or object reference|on unblessed reference)/,
        ([, name]) => `${name} is called on something that is no object.`,
      ],
      [
        /^Can't use (?:string|an undefined value).{0,80} as (?:a|an) (\w{1,10}) ref/,
        ([, kind]) =>
          `the value is no reference to ${kind === "HASH" ? "a hash" : kind === "ARRAY" ? "an array" : kind}. Check what sets it, and whether -> is meant.`,
      ],
      [
        /^Bareword "([\w:]{1,60})" not allowed while "strict subs"/,
        ([, word]) =>
          `${word} stands without quotes or $: write "${word}" for text, $${word} for a variable, ${word}() for a call.`,
      ],
      [/^Illegal division by zero/, () => "a division by zero. Check the divisor first."],
      [
        /^([\w/]{1,100}\.pm) did not return a true value/,
        ([, file]) => `${file} must end with 1; so that use succeeds.`,
      ],
      [
        /^(?:String|Scalar|Number|Bareword) found where operator expected/,
        () =>
          "an operator or a comma is missing between two values, or a semicolon in the line above.",
      ],
      [
        /^Can't locate object method "(\w{1,60})" via package "([\w:]{1,80})"/,
        ([, name, type]) =>
          `${type} has no method ${name}: it is misspelt, or the module is not loaded (use ${type};).`,
      ],
      [
        /^Undefined subroutine &(?:main::)?([\w:]{1,80}) called/,
        ([, name]) =>
          `there is no function ${name}: it is misspelt, or its module is not loaded or does not export it.`,
      ],
      [
        /^syntax error$/,
        () =>
          "Perl cannot read this line: look here and in the line above for a missing semicolon, comma, bracket or quote.",
      ],
    ],
  }),
];
