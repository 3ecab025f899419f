/**
 * Messages in the form that rules know: English, as bash and the GNU tools print them.
 *
 * A message is recognised by its structure, `program: text 'operand': error`, and by the texts of
 * the C library, coreutils, bash and git in other languages. What is not recognised stays as it is.
 */
import { ERRNO_TEXTS } from "./errno-texts.ts";
import { MESSAGE_TEXTS } from "./message-texts.ts";

const ERRORS = new Map(
  Object.entries(ERRNO_TEXTS).flatMap(([english, texts]) => texts.map((text) => [text, english])),
);
const LINE_NUMBER =
  /^([^:]{1,200}): (?:(?:Zeile|ligne|línea|riga|linha|regel|linia|строка|行|줄) (\d{1,6})|(\d{1,6}) 行|第 (\d{1,6}) 行|행 (\d{1,6})번): ?/;
const PREFIX = /^(?:[\w./+-]{1,80}: )?(?:line \d{1,6}: )?(?:[\w.-]{1,30}: )?/;
const QUOTES = `["'\`«»„“”‘’「」]?`;

interface Message {
  readonly english: string;
  /** The longest text between operands: without it the pattern is not tried. */
  readonly contains: string;
  readonly pattern: RegExp;
}

const MESSAGES: readonly Message[] = Object.entries(MESSAGE_TEXTS).flatMap(([english, texts]) =>
  texts.map((text) => {
    const between = text.split(new RegExp(`${QUOTES}%s${QUOTES}`));
    const operand = `${QUOTES} ?(.{1,255}?) ?${QUOTES}`;
    const pattern = new RegExp(`^${between.map(literal).join(operand)}$`);
    const [contains = ""] = [...between].sort((a, b) => b.length - a.length);
    return { english, contains, pattern };
  }),
);

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** The line as bash or a GNU tool prints it in English. */
export function commonForm(line: string): string {
  const readable = line.includes("$'\\") ? withLetters(line) : line;
  return otherShell(readable) ?? translated(readable) ?? readable;
}

/** `'na'$'\303\257''ve'`: a name as a shell would read it, with its letters. */
const ESCAPED =
  /(?:'[^']{0,200}')?\$'(?:\\[2-3][0-7]{2}){2,60}'(?:'[^']{0,200}'|\$'(?:\\[2-3][0-7]{2}){2,60}')*/g;

function withLetters(line: string): string {
  return line.replaceAll(ESCAPED, (name) => {
    const bytes = [...name.matchAll(/\\(\d{3})|\$'|'|([^'\\])/gu)].flatMap(([, octal, letter]) =>
      octal === undefined ? [...Buffer.from(letter ?? "")] : [Number.parseInt(octal, 8)],
    );
    const text = Buffer.from(bytes).toString("utf8");
    // A byte order mark or a stray byte is meant to be seen as it is.
    return /[\ufffd\ufeff\p{Cc}\p{Zs}]/u.test(text.replaceAll(" ", "")) ? name : `'${text}'`;
  });
}

const ZSH =
  /^([^\s:]{1,100}):(?:([a-z]{1,20}):)?(?:(\d{1,6}):)? (command not found|no such file or directory|permission denied|is a directory|not a directory|file exists): (.{1,300})$/;
const FISH: readonly (readonly [RegExp, string])[] = [
  [/^fish: Unknown command: (.{1,300})$/, "fish: $1: command not found"],
  [/^cd: The directory '(.{1,300})' does not exist$/, "fish: cd: $1: No such file or directory"],
  [/^warning: Path '(.{1,300})' does not exist$/, "fish: $1: No such file or directory"],
];

/** What zsh and fish say, as bash says it. */
function otherShell(line: string): string | null {
  const [, script, builtin, number, error, name] = ZSH.exec(line) ?? [];
  // Other programs use the same words after their own name.
  const isZsh = number !== undefined || /^(?:-?zsh|cd|pushd|source)$/.test(script ?? "");
  if (script !== undefined && error !== undefined && isZsh) {
    const english = error === "command not found" ? error : capital(error);
    const where = [script, number && `line ${number}`, builtin, name].filter(Boolean).join(": ");
    return `${where}: ${english}`;
  }
  const found = FISH.find(([pattern]) => pattern.test(line));
  return found === undefined ? null : line.replace(found[0], found[1]);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function translated(line: string): string | null {
  const plain = line
    .replaceAll(/[\u00a0\u202f]/g, " ")
    .replaceAll("：", ": ")
    .replace(/^([\w./-]{1,80}) : /, "$1: ")
    .replace(/^(.{1,80}) : ligne /, "$1: ligne ")
    .replace(/^([^:]{1,80}: ligne \d{1,6}) : /, "$1: ")
    .replace(
      LINE_NUMBER,
      (_all, name: string, ...numbers: (string | undefined)[]) =>
        `${name}: line ${numbers.slice(0, 4).find((one) => one !== undefined)}: `,
    );
  const colon = plain.lastIndexOf(": ");
  const error = colon === -1 ? undefined : ERRORS.get(plain.slice(colon + 2));
  const [prefix = ""] = PREFIX.exec(plain) ?? [];
  const text = error === undefined ? plain : plain.slice(0, colon);
  const message = messageOf(text, prefix);
  if (message === null && error === undefined) return null;
  return (message ?? text) + (error === undefined ? "" : `: ${error}`);
}

/** The part after the program's name, or the whole, in English. */
function messageOf(text: string, prefix: string): string | null {
  const starts = prefixesOf(prefix);
  for (const { english, contains, pattern } of MESSAGES) {
    if (!text.includes(contains)) continue;
    for (const start of starts) {
      const found = pattern.exec(text.slice(start.length));
      if (found === null) continue;
      const operands = found.slice(1).values();
      return start + english.replaceAll("%s", () => operands.next().value ?? "");
    }
  }
  return null;
}

/** `bash: line 1: cd: ` and what of it may be part of the message instead. */
function prefixesOf(prefix: string): readonly string[] {
  const parts = prefix.split(": ").slice(0, -1);
  return [...parts.keys(), parts.length].reverse().map((count) =>
    parts
      .slice(0, count)
      .map((part) => `${part}: `)
      .join(""),
  );
}
