/** Plans one command of a line: its grammar, and what exactly would run. */
import { resolve } from "node:path/posix";
import { invariant } from "@bazaar/kernel";
import { isSecretPath } from "../jail/masks.ts";
import type { Form, Grammar } from "./grammar.ts";
import { GRAMMARS } from "./grammars.ts";
import { type Match, matchForm } from "./match-form.ts";
import { splitWords, templateOf, withoutIgnored, withSpaces } from "./own-words.ts";
import { unknownTool } from "./parse-command.ts";
import { type Place, pathProblem } from "./path-problem.ts";
import { allow, type Checked, deny, type InvestigationRefusal } from "./refusal.ts";

/** What runs; programs are names that are looked up in system directories later. */
export interface StagePlan {
  readonly words: readonly PlannedWord[];
  /** Absolute; null for the directory of the moment. */
  readonly startsIn: string | null;
  readonly seesSearchPath: boolean;
  /** Every path it names, absolute. */
  readonly paths: readonly string[];
  /** Whether it reads the contents of whole trees. */
  readonly readsTrees: boolean;
  /** Whether its output shows the contents of files it names. */
  readonly readsContents: boolean;
  /** Notes for the reader of the output. */
  readonly notes: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Whether it filters scrubbed text: the files below, or what the command before it printed. */
  readonly filters: boolean;
  /** Files that the guard reads and scrubs for it, absolute. */
  readonly files: readonly string[];
  /** The directory that a `cd` changes to. */
  readonly changesTo: string | null;
  /** Nothing runs: its notes are the answer. */
  readonly isAbsent: boolean;
  /** For `xargs`: the command that gets the names, and what separates them. */
  readonly gathers: Gathering | null;
}

export interface Gathering {
  readonly words: readonly string[];
  readonly separator: RegExp;
  /** The operand that a name becomes, with {} for the name. */
  readonly template: string;
  /** Whether the names are those that the plan's own words print, and not those of a pipe. */
  readonly isOwn: boolean;
}

export type PlannedWord = { readonly program: string } | string;

export interface StagePlace {
  readonly directory: string;
  readonly home: string;
  /** `cd` does not lead out of it. */
  readonly root: string;
  readonly hasInput: boolean;
  /** The file after `<`. */
  readonly input: string | null;
}

/** Names that are not flags, words or paths of anything: stand for what `xargs` will gather. */
const STAND_IN = "./gathered";
/** Set before a command, these change at most how its answer is written. */
const HARMLESS_VARIABLE =
  /^(?:LC_[A-Z]+|LANG|LANGUAGE|NO_COLOR|CLICOLOR|CI|TERM|(?:GIT_|MAN|SYSTEMD_)?PAGER)=[\w.-]*$/;
/** Tools that print names, which they do not open. */
const NAMES_ONLY: ReadonlySet<string> = new Set(["basename", "dirname", "echo"]);

export function planStage(asked: readonly string[], place: StagePlace): Checked<StagePlan> {
  const words = asked.slice(asked.findIndex((word) => !HARMLESS_VARIABLE.test(word)));
  const { directory, home, root, hasInput, input } = place;
  const secret = (path: string): string | null =>
    isSecretPath(path, home) ? "keys, passwords and histories are kept there" : null;
  const within = { directory, secret, hasInput, root };
  // Nothing is read where nothing is given.
  const isEmpty = input === null || input === "/dev/null";
  return isEmpty ? planOf(words, within, false) : planReading(words, input, within);
}

/** `tool < file` is read as `tool file`, or the guard reads the file for a tool that filters. */
function planReading(words: readonly string[], input: string, place: Within): Checked<StagePlan> {
  const file = input.startsWith("-") ? `./${input}` : input;
  const path = resolve(place.directory, file);
  const named = planOf([...words, file], place, false);
  if (named.ok && named.value.paths.includes(path)) return named;
  if (!named.ok && named.refusal.code === "secret_path") return named;
  const filter = planOf(words, { ...place, hasInput: true }, false);
  if (!filter.ok) return filter;
  const [tool = ""] = words;
  const found = pathProblem(file, place, []);
  if (found !== null && found.path !== null) {
    return deny({ code: "secret_path", tool, word: file, ...found });
  }
  if (found !== null || !filter.value.filters || filter.value.files.length > 0) {
    const problem = found?.problem ?? "it reads nothing from standard input";
    return deny({ code: "operand_refused", tool, word: file, problem });
  }
  return allow({ ...filter.value, files: [path], paths: [path] });
}

type Within = Place & { readonly root: string };

function planOf(words: readonly string[], place: Within, isWrapped: boolean): Checked<StagePlan> {
  const [tool = "", ...asked] = words;
  const grammar = Object.hasOwn(GRAMMARS, tool) ? GRAMMARS[tool] : undefined;
  if (grammar === undefined) return unknownTool(tool);
  if (grammar.wraps) {
    if (!isWrapped) return planWrapped(tool, grammar, asked, place);
    const problem = "use one time limit only";
    return deny({ code: "operand_refused", tool: "timeout", word: tool, problem });
  }
  const rest = withoutIgnored(grammar, asked);
  if (grammar.entersBy !== undefined && rest[0] === grammar.entersBy) {
    return planInside(tool, rest, place);
  }
  if (rest.includes("-exec") && grammar.execs) return planExec(tool, rest, place);
  if (grammar.itself === "gathers_operands") return planGathering(tool, grammar, rest, place);
  const planned = planTool(tool, grammar, rest, place);
  if (!planned.ok) return planAbsent(tool, grammar, rest, planned.refusal) ?? planned;
  if (grammar.itself === undefined) return planned;
  return planChange(tool, rest, planned.value, place);
}

/** What a look cannot reach is said in a sentence; null where the grammar has none. */
function planAbsent(
  tool: string,
  { absent = {}, never = {} }: Grammar,
  words: readonly string[],
  { code }: InvestigationRefusal,
): Checked<StagePlan> | null {
  const [word = "", second = ""] = words;
  if (Object.hasOwn(never, word)) return null;
  const key = [`${word} ${second}`, word].find((one) => Object.hasOwn(absent, one));
  const other = code === "subcommand_refused" ? absent["*"] : undefined;
  const sentence = key === undefined ? other : absent[key];
  if (sentence === undefined) return null;
  const plan = runOf(tool, { purpose: "", note: `${tool}: ${sentence}` }, [], NOTHING);
  return allow({ ...plan, isAbsent: true });
}

const NOTHING: Match = { paths: [], files: new Set() };

/** A tool that reads whole lines reads files itself; any other gets them scrubbed. */
function planTool(
  tool: string,
  grammar: Grammar,
  words: readonly string[],
  place: Within,
): Checked<StagePlan> {
  const { filters, form } = grammar;
  // Alone, these are harmless for every tool.
  if (isAboutItself(words)) {
    const { rewrites: _, adds: __, ...plain } = grammar;
    const plan = runOf(tool, plain, words, NOTHING);
    return allow({ ...plan, readsTrees: false, readsContents: false });
  }
  const filtered = filters === undefined ? null : planFilter(tool, grammar, words, place);
  if (form === undefined) {
    invariant(filtered !== null, `${tool} has no form`);
    return filtered;
  }
  if (place.hasInput && filtered?.ok && filtered.value.files.length === 0) return filtered;
  if (words.includes("--") && (grammar.adds?.(words) ?? []).length > 0) {
    const problem = "the guard adds flags at the end; write a pattern that starts with - after -e";
    return deny({ code: "flag_refused", tool, word: "--", problem });
  }
  const matched = matchGrammar(tool, grammar, form, words, place);
  if (matched.ok) return allow(runOf(tool, grammar, words, matched.value));
  const isClearer = filtered?.ok || filtered?.refusal.code === "secret_path";
  return filtered !== null && isClearer ? filtered : matched;
}

function planFilter(
  tool: string,
  grammar: Grammar,
  words: readonly string[],
  place: Within,
): Checked<StagePlan> {
  const { filters = {}, never = {} } = grammar;
  const matched = matchForm({ tool, form: filters, never, place }, words);
  if (!matched.ok) return matched;
  const { files, paths } = matched.value;
  if (files.size === 0 && !place.hasInput) {
    const problem = "it needs a file, or another command before it";
    return deny({ code: "operand_missing", tool, problem });
  }
  const { adds: _, readsInputBy = [], ...plain } = grammar;
  const kept = words.filter((_, at) => !files.has(at));
  const plan = runOf(tool, plain, [...kept, ...readsInputBy], matched.value);
  return allow({
    ...plan,
    filters: true,
    readsTrees: false,
    files: paths,
    startsIn: "/",
    readsContents: true,
  });
}

const isAboutItself = (words: readonly string[]): boolean =>
  words.length === 1 && ["--version", "--help"].includes(words[0] ?? "");

function matchGrammar(
  tool: string,
  { never = {} }: Grammar,
  form: NonNullable<Grammar["form"]>,
  words: readonly string[],
  place: Place,
): Checked<Match> {
  if (!("by" in form)) return matchForm({ tool, form, never, place }, words);
  const [word = "", ...rest] = words;
  const [second = "", ...others] = rest;
  const pair = formUnder(form.by, [word, second]);
  if (pair !== null) return matchForm({ tool, form: pair, never, place }, others);
  const under = formUnder(form.by, [word]);
  if (under !== null) return matchForm({ tool, form: under, never, place }, rest);
  const first = Object.keys(form.by).filter((name) => name !== "");
  const problem = never[word] ?? never["*"] ?? `it starts with one of ${first.join(" ")}`;
  return deny({ code: "subcommand_refused", tool, word, problem });
}

/** The form under one first word, or under two; no word may hold two in quotes. */
function formUnder(by: Readonly<Record<string, Form>>, words: readonly string[]): Form | null {
  const key = words.join(" ");
  const isPlain = words.every((word) => !word.includes(" "));
  return isPlain && Object.hasOwn(by, key) ? (by[key] ?? null) : null;
}

function runOf(
  tool: string,
  grammar: Grammar,
  words: readonly string[],
  { paths }: Match,
): StagePlan {
  const { startsIn = null, seesSearchPath = false, runs } = grammar;
  const { readsContents = false, environment = () => ({}), rewrites = (same) => same } = grammar;
  const asked: readonly PlannedWord[] =
    runs === undefined
      ? [{ program: tool }, ...rewrites(words), ...(grammar.adds?.(words) ?? [])]
      : [{ program: runs.program }, ...runs.words, ...(runs.takesWords ? rewrites(words) : [])];
  const { note = null } = grammar;
  const said = typeof note === "function" ? note(words) : note;
  const readsTrees =
    typeof grammar.readsTrees === "function"
      ? grammar.readsTrees(words)
      : grammar.readsTrees === true;
  return {
    ...{
      words: asked,
      startsIn: typeof startsIn === "function" ? startsIn(words) : startsIn,
      seesSearchPath,
      paths,
      readsTrees,
      readsContents,
      notes: said === null ? [] : [said],
    },
    ...{
      environment: environment(words),
      filters: false,
      files: [],
      changesTo: null,
      isAbsent: false,
      gathers: null,
    },
  };
}

/** `timeout -k 1 5 grep …`: the words up to the time are its own, the rest is a command. */
function planWrapped(
  tool: string,
  grammar: Grammar,
  words: readonly string[],
  place: Within,
): Checked<StagePlan> {
  const { own, inner } = splitWords(grammar, words, 1);
  invariant(grammar.form !== undefined, "a tool that wraps another has one form");
  const matched = matchGrammar(tool, grammar, grammar.form, own, place);
  if (!matched.ok) return matched;
  if (inner.length === 0) return commandMissing(tool);
  const planned = planOf(inner, place, true);
  if (!planned.ok) return planned;
  if (planned.value.changesTo !== null || planned.value.gathers !== null)
    return commandMissing(tool);
  const outer: readonly PlannedWord[] = [{ program: tool }, ...own];
  return allow({ ...planned.value, words: [...outer, ...planned.value.words] });
}

/** `xargs -0 grep x`: the guard itself appends the names, so that the grammars see them. */
function planGathering(
  tool: string,
  grammar: Grammar,
  words: readonly string[],
  place: Within,
): Checked<StagePlan> {
  const { own, inner } = splitWords(grammar, withSpaces(words), 0);
  invariant(grammar.form !== undefined, "a tool that wraps another has one form");
  const matched = matchGrammar(tool, grammar, grammar.form, own, place);
  if (!matched.ok) return matched;
  if (inner.length === 0) return commandMissing(tool);
  const template = templateOf(own, inner);
  if (template === null) {
    const problem = "what -I stands for is part of the last word, and of no other";
    return deny({ code: "operand_refused", tool, word: inner.at(-1) ?? "", problem });
  }
  const gathering = own.includes("-I") ? inner.slice(0, -1) : inner;
  const named = template.replace("{}", STAND_IN);
  const planned = planOf([...gathering, named], { ...place, hasInput: false }, false);
  if (!planned.ok) return planned;
  const { paths, changesTo, gathers } = planned.value;
  const standIn = resolve(place.directory, named);
  const isNamed = paths.includes(standIn) || NAMES_ONLY.has(inner[0] ?? "");
  if (!isNamed || changesTo !== null || gathers !== null) {
    const problem = "it may only gather files for another tool";
    return deny({ code: "operand_refused", tool, word: inner[0] ?? "", problem });
  }
  const isNull = own.some((word) => /^-\w*0|^--null$/.test(word));
  const isByLine = isNull || own.includes("\\n") || own.includes("-I");
  const separator = isByLine ? /\n/ : /\s+/;
  return allow({
    ...planned.value,
    paths: paths.filter((path) => path !== standIn),
    gathers: { words: gathering, separator, template, isOwn: false },
  });
}

/** `find … -exec grep x {} +` is `find … -print0 | xargs -0 grep x`. */
function planExec(tool: string, words: readonly string[], place: Within): Checked<StagePlan> {
  const at = words.indexOf("-exec");
  const [end = "", template = ""] = [words.at(-1), words.at(-2)];
  const isOne = words.filter((one) => one.includes("{}")).length === 1;
  if (!isOne || !template.includes("{}") || ![";", "+"].includes(end)) {
    const problem = "it ends in {} \\; or {} +, and runs one allowed command";
    return deny({ code: "flag_refused", tool, word: "-exec", problem });
  }
  const found = planOf([tool, ...words.slice(0, at), "-print0"], place, true);
  if (!found.ok) return found;
  const gathering = planOf(["xargs", "-0", ...words.slice(at + 1, -2)], place, true);
  if (!gathering.ok) return gathering;
  const { gathers, paths } = gathering.value;
  invariant(gathers !== null, "xargs gathers names");
  return allow({
    ...found.value,
    paths: [...found.value.paths, ...paths],
    gathers: { ...gathers, template, isOwn: true },
  });
}

function commandMissing(tool: string): Checked<never> {
  return deny({ code: "operand_missing", tool, problem: "it needs another command to run" });
}

/** `git -C sub status`: the same as `cd sub && git status`, for this command only. */
function planInside(tool: string, words: readonly string[], place: Within): Checked<StagePlan> {
  const [, directory = "", ...rest] = words;
  const entered = planOf(["cd", directory], place, true);
  if (!entered.ok) return entered;
  const startsIn = entered.value.changesTo ?? place.directory;
  const planned = planOf([tool, ...rest], { ...place, directory: startsIn }, true);
  if (!planned.ok) return planned;
  return allow({ ...planned.value, startsIn, paths: [startsIn, ...planned.value.paths] });
}

function planChange(
  tool: string,
  words: readonly string[],
  plan: StagePlan,
  { directory, root }: Within,
): Checked<StagePlan> {
  const [to = ""] = plan.paths;
  if (to === root || to.startsWith(`${root}/`)) return allow({ ...plan, changesTo: to });
  const problem = `only directories below ${root} can be changed to; name the path itself`;
  return deny({ code: "operand_refused", tool, word: words.at(-1) ?? directory, problem });
}
