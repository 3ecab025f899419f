/** Slips in PHP programs. */
import { nearest } from "../nearest.ts";
import { advice, type Rule, rule } from "../rule.ts";
import { unclosed } from "../source/brackets.ts";
import { LANGUAGES } from "../source/languages.ts";
import { lineSlip } from "../source/line-slips.ts";
import { nearName, slips } from "../source/slips.ts";
import { rewrite, sourceText, withLine } from "../source/source-text.ts";
import { namesIn } from "../source/words.ts";
import { firstMatch, type View } from "../view.ts";

const PARSE =
  /^(?:PHP )?Parse error:\s+syntax error, unexpected (?:token "(.{1,20})"|(\w[\w ]{0,30}?)(?: ".{1,80}")?)(?:, expecting .{1,60}?"?([;)\],])?"?)? in (\S{1,250}) on line (\d{1,7})$/;
const UNKNOWN =
  /^(?:PHP )?Fatal error:\s+Uncaught Error: (?:Call to undefined (function|method) (?:[\w\\]{1,80}::)?(\w{1,80})\(\)|Class "([\w\\]{1,80})" not found|Undefined constant "(\w{1,80})") in (\S{1,250}):(\d{1,7})$/;
const REQUIRED =
  /^(?:PHP )?(?:Fatal error|Warning):\s+.{0,80}(?:Failed opening required '([^'\n]{1,200})'|(?:require|include)(?:_once)?\(([^)\n]{1,200})\)).{0,200} in (\S{1,250}?)(?::| on line )(\d{1,7})$/;
const FUNCTIONS = [
  "strlen strpos str_replace substr strtolower strtoupper ucfirst ucwords trim ltrim rtrim explode",
  "implode sprintf printf number_format count array_map array_filter array_merge array_keys",
  "array_values array_sum array_push array_pop array_shift array_slice array_column array_unique",
  "array_reverse array_search array_key_exists in_array is_array is_string is_numeric is_null isset",
  "empty unset json_encode json_decode file_get_contents file_put_contents file_exists fopen fclose",
  "fgets fwrite date time strtotime mktime round floor ceil max min abs rand mt_rand random_int",
  "intval floatval preg_match preg_replace preg_split htmlspecialchars var_dump print_r str_repeat",
  "str_pad str_contains str_starts_with str_ends_with usort ksort asort sort range define microtime",
  "header md5 sha1 hash password_hash password_verify base64_encode base64_decode urlencode",
].flatMap((line) => line.split(" "));
const CLASSES =
  "DateTime DateTimeImmutable DateInterval Exception RuntimeException InvalidArgumentException ArrayObject ArrayIterator Closure Generator stdClass PDO".split(
    " ",
  );

interface At {
  readonly path: string;
  readonly line: number;
  readonly unexpected: string;
}

function parseError(view: View): At | null {
  const [, token, kind, , path, line] = firstMatch(view, PARSE) ?? [];
  if (path === undefined) return null;
  return { path, line: Number(line), unexpected: token ?? kind ?? "" };
}

export const phpSlips: readonly Rule[] = [
  lineSlip({
    name: "php-semicolon",
    title: "Missing semicolon in PHP",
    sees: (view) => {
      const at = parseError(view);
      return at === null || /^[)\],;{]$/.test(at.unexpected) ? null : at;
    },
    mend({ path, lines }, { line }) {
      const at = lines
        .slice(0, line - 1)
        .findLastIndex((text) => !/^\s*(?:\/\/.*|#.*|\*.*|\/\*.*)?$/.test(text));
      const text = (lines[at] ?? "").trimEnd();
      if (!/[\w)\]"']$/.test(text) || unclosed(text) !== "" || /^<\?php$/.test(text)) return null;
      return {
        lines: withLine(lines, at + 1, `${text};`),
        because: `Line ${at + 1} of ${path} needs a semicolon at its end.`,
      };
    },
  }),
  lineSlip({
    name: "php-bracket",
    title: "A PHP bracket is not closed",
    sees: (view) => {
      const at = parseError(view);
      return at === null || !/^[;{]$/.test(at.unexpected) ? null : at;
    },
    mend({ path, lines }, { line, unexpected }) {
      const text = (lines[line - 1] ?? "").trimEnd();
      const end = unexpected === "{" ? /\s*\{$/.exec(text) : /;$/.exec(text);
      const head = text.slice(0, end?.index ?? 0);
      const open = unclosed(head);
      if (end === null || open.length !== 1 || open === "}") return null;
      return {
        lines: withLine(lines, line, head + open + end[0]),
        because: `Line ${line} of ${path} lacks a closing ${open}.`,
      };
    },
  }),
  slips({
    name: "php-name",
    kind: "PHP name",
    language: LANGUAGES.php,
    finds(view) {
      const [, kind, call, type, constant, path, line] = firstMatch(view, UNKNOWN) ?? [];
      const typed = call ?? type?.split("\\").at(-1) ?? constant;
      if (path === undefined || typed === undefined) return [];
      return [{ path, line: Number(line), typed, isMember: kind === "method" }];
    },
    near: ({ typed }, { lines }) => nearName(typed, [...FUNCTIONS, ...CLASSES, ...namesIn(lines)]),
  }),
  rule({
    name: "php-require",
    title: "A file that PHP should load is misspelt",
    sees(view) {
      const [, required, included, path, line] = firstMatch(view, REQUIRED) ?? [];
      const wanted = required ?? included;
      return wanted === undefined || path === undefined
        ? null
        : { wanted, path, line: Number(line) };
    },
    async repair({ wanted, path, line }, _view, ask) {
      const source = await sourceText(path, ask);
      const typed = wanted.slice(wanted.lastIndexOf("/") + 1);
      const text = source?.lines[line - 1] ?? "";
      if (source === null || text.split(typed).length !== 2) return null;
      const files = (await ask.find(/\.(?:php|inc)$/)).map((file) =>
        file.slice(file.lastIndexOf("/") + 1),
      );
      const meant = nearest(typed, files);
      const now = meant === null ? text : text.replace(typed, () => meant);
      const shell = rewrite(source, withLine(source.lines, line, now));
      if (shell === null) return null;
      return {
        shell,
        explanation: `Line ${line} of ${source.path} loads ${typed}, which does not exist; the closest is ${meant}.`,
      };
    },
  }),
  rule({
    name: "php-unclosed",
    title: "A PHP block is not closed",
    sees(view) {
      const [, bracket, from, path] =
        firstMatch(
          view,
          /^(?:PHP )?Parse error:\s+Unclosed '([{([])'(?: on line (\d{1,7}))?.{0,60}? in (\S{1,250}) on line \d{1,7}$/,
        ) ?? [];
      return path === undefined ? null : { bracket, from, path };
    },
    repair: ({ bracket, from, path }) =>
      advice(
        `The ${bracket}${from === undefined ? "" : ` of line ${from}`} in ${path} is never closed.`,
      ),
  }),
];
