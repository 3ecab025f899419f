/** A program opens a file that does not exist, by a name in its source. All languages. */
import type { Investigator } from "../investigator.ts";
import { nearest } from "../nearest.ts";
import { fault } from "../python/traceback.ts";
import { type Answer, advice, type Rule, rule } from "../rule.ts";
import { firstMatch, type View, wordOf } from "../view.ts";
import { rewrite, type SourceText, sourceText, withLine } from "./source-text.ts";

interface Missing {
  /** The source that opens it, and the line where that is known. */
  readonly source: string;
  readonly line: number;
  readonly wanted: string;
}

const PYTHON = /^FileNotFoundError: \[Errno 2\] No such file or directory: '([^'\n]{1,250})'$/;
const RUBY =
  /^([^\s:][^:]{0,250}\.rb):(\d{1,7}):in .{1,100}: No such file or directory @ \w{1,30} - (.{1,250}) \(Errno::ENOENT\)$/;
const PHP =
  /^(?:PHP )?(?:Warning|Fatal error):\s+(?:Uncaught \w{1,40}: )?\w{1,40}\(([^)\n]{1,250})\): Failed to open stream: No such file or directory in (\S{1,250}) on line (\d{1,7})$/i;
const JAVA =
  /(?:FileNotFoundException: ([^\n(]{1,250}) \(No such file or directory\)|NoSuchFileException: (\S{1,250}))$/;
const JAVA_FRAME = /^\s+at (?!java\.|jdk\.|sun\.)[\w.$]{1,200}\((\w{1,80}\.java):(\d{1,7})\)$/;
const GO = /\bopen ([\w./-]{1,250}): no such file or directory$/;
const RUST = /kind: NotFound, message: "No such file or directory" \}/;
const RUST_PLACE = /panicked at (?:'.{1,300}', )?([^\s:']{1,250}\.rs):(\d{1,7}):\d{1,5}/;
const PERL =
  /(?:^|[\s'"])([\w./-]{1,200})['"]?: No such file or directory at (\S{1,200}\.p[lm]) line (\d{1,7})\.$/;
const SOURCES = /\.(?:py|rb|php|java|go|rs|p[lm])$/;

function missingIn(view: View): Missing | null {
  const python = fault(view, PYTHON);
  if (python !== null) {
    return { source: python.path, line: python.line, wanted: python.found[1] ?? "" };
  }
  const ruby = firstMatch(view, RUBY);
  if (ruby !== null) return { source: ruby[1] ?? "", line: Number(ruby[2]), wanted: ruby[3] ?? "" };
  const php = firstMatch(view, PHP);
  if (php !== null) return { source: php[2] ?? "", line: Number(php[3]), wanted: php[1] ?? "" };
  const perl = firstMatch(view, PERL);
  if (perl !== null) return { source: perl[2] ?? "", line: Number(perl[3]), wanted: perl[1] ?? "" };
  const java = firstMatch(view, JAVA);
  const frame = firstMatch(view, JAVA_FRAME);
  if (java !== null && frame !== null) {
    return { source: frame[1] ?? "", line: Number(frame[2]), wanted: java[1] ?? java[2] ?? "" };
  }
  const rust = firstMatch(view, RUST) === null ? null : firstMatch(view, RUST_PLACE);
  if (rust !== null) return { source: rust[1] ?? "", line: Number(rust[2]), wanted: "" };
  const go = firstMatch(view, GO);
  return go === null ? null : { source: "", line: 0, wanted: go[1] ?? "" };
}

/** A subprocess, not a file, is what Python did not find. */
const isProgram = ({ lines }: View): boolean =>
  lines.some((line) => /^\s+File ".{1,300}\/subprocess\.py", line \d/.test(line));

interface Place {
  readonly source: SourceText;
  readonly at: number;
}

const MAX_SOURCES = 12;

/** Where a name stands between quotes, in the source that opens it or in the only other one. */
async function placesOf(missing: Missing, ask: Investigator): Promise<readonly Place[]> {
  const first = missing.source === "" ? null : await sourceText(missing.source, ask);
  const own = first === null ? [] : quoted(first, missing.wanted);
  if (own.length > 0) return own;
  const found: Place[] = [];
  for (const path of (await ask.find(SOURCES)).slice(0, MAX_SOURCES)) {
    const source = await sourceText(path, ask);
    if (source !== null) found.push(...quoted(source, missing.wanted));
  }
  return found;
}

function quoted(source: SourceText, name: string): readonly Place[] {
  return source.lines.flatMap((text, at) =>
    text.includes(`"${name}"`) || text.includes(`'${name}'`) ? [{ source, at }] : [],
  );
}

/** A name in the line of a Rust program, whose panic does not say it. */
async function nameInLine({ source, line }: Missing, ask: Investigator): Promise<string | null> {
  const text = (await sourceText(source, ask))?.lines[line - 1] ?? "";
  const names = [...text.matchAll(/(?:open|read|read_to_string)\("([\w./-]{1,200})"\)/g)];
  return names.length === 1 ? (names[0]?.[1] ?? null) : null;
}

async function meantBy(wanted: string, ask: Investigator): Promise<string | null> {
  const files = await ask.find(/\.\w{1,10}$/);
  const name = wanted.slice(wanted.lastIndexOf("/") + 1);
  const same = files.filter((path) => path === name || path.endsWith(`/${name}`));
  const folder = wanted.slice(0, wanted.lastIndexOf("/") + 1);
  const here = files.filter(
    (path) => path.startsWith(folder) && !path.slice(folder.length).includes("/"),
  );
  const near = nearest(
    wanted,
    here.filter((path) => isMisspelling(wanted, path)),
  );
  return near ?? (same.length === 1 ? (same[0] ?? null) : null);
}

const MIN_WORD = 4;

/** Whether one longer word differs: names that differ by a number or a letter are other files. */
function isMisspelling(typed: string, meant: string): boolean {
  const words = typed.split(/[^A-Za-z]+/);
  const others = meant.split(/[^A-Za-z]+/);
  const different = words.filter((word, at) => word !== others[at]);
  const numbers = (text: string) => text.replaceAll(/\D+/g, " ");
  return (
    words.length === others.length &&
    different.length === 1 &&
    (different[0] ?? "").length >= MIN_WORD &&
    numbers(typed) === numbers(meant)
  );
}

export const dataPath: Rule = rule({
  name: "data-path",
  title: "A program opens a file that does not exist",
  sees(view) {
    const missing = missingIn(view);
    // What an installation makes is not created by hand.
    const isInstalled = /^(?:vendor|node_modules)\//.test(missing?.wanted ?? "");
    if (missing === null || isProgram(view) || isInstalled) return null;
    return missing;
  },
  async repair(missing, view, ask): Promise<Answer | null> {
    const wanted = missing.wanted === "" ? await nameInLine(missing, ask) : missing.wanted;
    if (wanted === null || wanted.startsWith("/") || wanted.split("/").includes("..")) return null;
    if ((await ask.existing(wanted)).length > 0) return null;
    if (wordOf(view, wanted) !== null) {
      return advice(
        `There is no file ${wanted} here. Check its name, and the directory in which the command runs.`,
      );
    }
    const places = await placesOf({ ...missing, wanted }, ask);
    const [place] = places;
    const meant = await meantBy(wanted, ask);
    const where =
      place === undefined ? "The program" : `Line ${place.at + 1} of ${place.source.path}`;
    if (meant === null) {
      return advice(
        `${where} names the file ${wanted}, which does not exist in this directory. Create it, correct the name, or run the program where the file is.`,
      );
    }
    const said = `${where} names ${wanted}, which does not exist; ${meant} does.`;
    if (place === undefined || places.length !== 1) return advice(said);
    const text = place.source.lines[place.at] ?? "";
    const now = text.replace(/(["'])([^"']*)\1/g, (whole, mark: string, value: string) =>
      value === wanted ? mark + meant + mark : whole,
    );
    const shell = rewrite(place.source, withLine(place.source.lines, place.at + 1, now));
    return shell === null ? null : { shell, explanation: said };
  },
});
