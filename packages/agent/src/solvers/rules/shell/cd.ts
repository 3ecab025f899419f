/**
 * Slips with `cd` and `pushd`, in the words of bash, dash, zsh and fish. The reason is read from the
 * disk and not from the message, which may be in any language.
 */
import { quoteWord } from "@bazaar/work";
import { isOtherFile } from "../files/same-kind.ts";
import type { Investigator } from "../investigator.ts";
import { nearest } from "../nearest.ts";
import { quotedPath } from "../quote.ts";
import { type Answer, advice, corrected, type Rule, rule } from "../rule.ts";
import type { Call, Word } from "../shell-words.ts";
import { firstMatch, hasLine, programName, type View } from "../view.ts";
import { actsOnShell } from "./acts-on-shell.ts";
import { directoryEntries } from "./directory-entries.ts";

const PROGRAMS: ReadonlySet<string> = new Set(["cd", "pushd"]);
const PATH = `[^'"’:\\n]{1,255}`;
const SAID = [
  new RegExp(`\\b(?:cd|pushd): can't cd to (${PATH})$`),
  new RegExp(`\\b(?:cd|pushd)(?::\\d{1,6})?: [a-z ]{5,40}: (${PATH})$`),
  new RegExp(`\\b(?:cd|pushd): (?:The directory )?'(${PATH})' (?:does|is) not `),
  new RegExp(`\\b(?:cd|pushd): (${PATH}): [^:\\n]{3,80}$`),
];
const MAX_PARTS = 12;
const MAX_NAMED = 3;

interface Target {
  readonly call: Call;
  readonly word: Word;
  /** As typed, without quotes; may begin with `~/`. */
  readonly path: string;
}

const wrongTarget = rule<Target>({
  name: "cd-target",
  title: "cd goes to a directory that is not there",
  sees: targetOf,
  async repair(target, view, ask) {
    const { path, word } = target;
    const walked = await walk(path, ask);
    if (walked === null) return null;
    const to = (meant: string): string =>
      view.command.slice(0, word.start) + written(meant) + view.command.slice(word.end);
    switch (walked.ends) {
      case "there":
        return hasLine(view, /\b[Pp]ermission denied\b/) ? advice(noEntry(path)) : null;
      case "near":
        return corrected(
          to(walked.path),
          `There is no directory ${path}; the closest is ${walked.path}.`,
        );
      case "file":
        return isInHere(path)
          ? advice(`${path} is a file, and cd needs a directory. It is in this directory.`)
          : corrected(to(parentOf(path)), `${path} is a file; its directory is ${parentOf(path)}.`);
      case "missing":
        return elsewhereOrNew(target, view, ask, to);
    }
  },
});

function targetOf(view: View): Target | null {
  for (const pattern of SAID) {
    const said = firstMatch(view, pattern)?.[1];
    const target = said === undefined ? null : operandSaid(said, view);
    if (target !== null) return target;
  }
  return null;
}

/** The operand that a message names; a shell names the path that `~` stands for. */
function operandSaid(said: string, view: View): Target | null {
  for (const call of view.calls.filter((one) => PROGRAMS.has(programName(one)))) {
    // Two operands are a name with a space, or a substitution in zsh.
    const operands = call.operands.filter(({ raw }) => !raw.startsWith("-"));
    for (const word of operands.length === 1 ? operands : []) {
      const path = word.value ?? (HOME_PATH.test(word.raw) ? word.raw : "");
      const isSaid = path === said || (HOME_PATH.test(path) && said.endsWith(path.slice(1)));
      if (isSaid && path !== "") return { call, word, path };
    }
  }
  return null;
}

const HOME_PATH = /^~\/[^\s$`*?[{'"\\]{1,255}$/;

type Walked =
  | { readonly ends: "there" | "file" | "missing" }
  | { readonly ends: "near"; readonly path: string };

/** Follows the path from directory to directory, and corrects the parts that are nearly right. */
async function walk(path: string, ask: Investigator): Promise<Walked | null> {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length > MAX_PARTS) return null;
  const start = path.startsWith("/") ? "/" : ".";
  let here = start;
  const meant: string[] = [];
  for (const [at, part] of parts.entries()) {
    const next = await step(here, part, ask);
    if (next === null) return null;
    if (next.name === null) {
      const isLast = at === parts.length - 1;
      return { ends: next.isThere && isLast ? "file" : "missing" };
    }
    meant.push(next.name);
    here = [start === "/" ? "" : start, ...meant].join("/").replace(/^\.\/~/, "~");
  }
  const whole = (start === "/" ? "/" : "") + meant.join("/");
  return meant.join("/") === parts.join("/") ? { ends: "there" } : { ends: "near", path: whole };
}

/** The name of the directory that the part means; null in it if there is none. */
async function step(
  here: string,
  part: string,
  ask: Investigator,
): Promise<{ readonly name: string | null; readonly isThere: boolean } | null> {
  if (part === ".." || part === "~") return { name: part, isThere: true };
  const entries = await directoryEntries(here, ask);
  if (entries === null) return null;
  const kind = entries.get(part);
  if (kind === "d") return { name: part, isThere: true };
  if (kind !== undefined) return { name: null, isThere: true };
  const directories = [...entries].filter(([, one]) => one === "d").map(([name]) => name);
  const others = directories.filter((name) => !isOtherFile(part, name));
  const sameLetters = directories.filter((name) => name.toLowerCase() === part.toLowerCase());
  const name = sameLetters.length === 1 ? (sameLetters[0] ?? null) : nearest(part, others);
  return { name, isThere: false };
}

async function elsewhereOrNew(
  { path, call }: Target,
  { command, problem }: View,
  ask: Investigator,
  to: (meant: string) => string,
): Promise<Answer | null> {
  const name = path.replace(/\/+$/, "").split("/").at(-1) ?? "";
  const found = isInHere(path) ? await ask.find([name]) : [];
  const kinds = await Promise.all(found.map((one) => ask.entry(one)));
  const directories = found.filter((_, at) => kinds[at]?.kind === "directory");
  const [only] = directories;
  if (only !== undefined && directories.length === 1) {
    return corrected(to(only), `There is no directory ${path} here; there is one at ${only}.`);
  }
  // A command that follows may succeed in any new directory: only where builds go it is meant to be new.
  const isMeantNew = actsOnShell(problem.command) || BUILT.test(name);
  if (directories.length > 1) {
    const named = directories.slice(0, MAX_NAMED).join(", ");
    return advice(`There is no directory ${path} here; there are several below: ${named}.`);
  }
  // The shell has said already that there is none.
  if (path.startsWith("/") || !isMeantNew) return null;
  const { start } = call.program;
  const made = `${command.slice(0, start)}mkdir -p ${written(path)} && ${command.slice(start)}`;
  return corrected(made, `There is no directory ${path}. This creates it first.`);
}

const BUILT = /^(?:_?build|out|cmake-build-[a-z]{1,20})$/;

function isInHere(path: string): boolean {
  return !/\/(?=.)|^~|^\.\.$/.test(path.replace(/^\.\//, ""));
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** As shell text; a `~` at the start stays one. */
function written(path: string): string {
  return path.startsWith("~/") ? `~/${quoteWord(path.slice(2))}` : quotedPath(path);
}

function noEntry(path: string): string {
  return `Your user may not enter ${path}. ls -ld ${quotedPath(path)} shows whose it is and who may.`;
}

const GLUED = /^(cd)(\.\.?(?:\/.{0,200})?|-|~.{0,200}|\/.{0,200})$/;

/** `cd..`, `cd/etc`, `cd-`. */
const missingSpace = rule<Word>({
  name: "cd-space",
  title: "No space after cd",
  sees: ({ calls }) => calls.find(({ program }) => GLUED.test(program.raw))?.program ?? null,
  repair(program, { command }) {
    const [, cd = "", place = ""] = GLUED.exec(program.raw) ?? [];
    return corrected(
      `${command.slice(0, program.start)}${cd} ${place}${command.slice(program.end)}`,
      `There must be a space between cd and ${place}.`,
    );
  },
});

/** zsh and fish; bash is covered with all other programs. */
const SEVERAL = [/\bcd(?::\d{1,6})?: string not in pwd: /, /^Too many args for cd command$/];

const unquotedSpaces = rule<Call>({
  name: "cd-spaces",
  title: "A directory name with spaces is not quoted",
  sees: (view) =>
    hasLine(view, ...SEVERAL)
      ? (view.calls.find((call) => programName(call) === "cd" && call.operands.length > 1) ?? null)
      : null,
  async repair({ operands }, { command }, ask) {
    const [first, last] = [operands[0], operands.at(-1)];
    const name = operands.map(({ value }) => value ?? "").join(" ");
    const entries = await directoryEntries(".", ask);
    if (first === undefined || last === undefined || entries?.get(name) !== "d") return null;
    const quoted = command.slice(0, first.start) + quotedPath(name) + command.slice(last.end);
    return corrected(quoted, `${name} is one directory and needs quotes.`);
  },
});

const CAUSES: readonly (readonly [RegExp, string])[] = [
  [
    /\bcd: OLDPWD not set$|: no such entry in dir stack$/,
    "cd - goes back to the directory before, and this shell has not been in another one yet.",
  ],
  [
    /\bpopd: directory stack empty$/,
    "popd goes back to where pushd was called, and this shell has no such directory left.",
  ],
  [
    /^sudo: (?:cd|pushd): command not found$/,
    "cd is part of the shell, so sudo cannot run it. sudo -i starts a shell as root, in which cd works.",
  ],
];

const namedCause = rule<string>({
  name: "cd-cause",
  title: "cd has nowhere to go",
  sees: (view) => CAUSES.find(([pattern]) => hasLine(view, pattern))?.[1] ?? null,
  repair: (cause) => advice(cause),
});

export const cdRules: readonly Rule[] = [wrongTarget, missingSpace, unquotedSpaces, namedCause];
