/**
 * Whether a command is allowed, and what exactly would run. It does not touch the machine, so the
 * same command gets the same answer everywhere.
 */
import { invariant } from "@bazaar/kernel";
import { isSecretPath } from "../jail/masks.ts";
import type { Form, Grammar } from "./grammar.ts";
import { GRAMMARS } from "./grammars.ts";
import { matchForm } from "./match-form.ts";
import { MAX_TOOL_SHOWN, parseCommand } from "./parse-command.ts";
import type { Place } from "./path-problem.ts";
import { allow, type Checked, deny } from "./refusal.ts";

export interface Where {
  /** Where the command starts, absolute. */
  readonly directory: string;
  readonly home: string;
}

/** What runs; programs are names that are looked up in system directories later. */
export interface Plan {
  readonly words: readonly PlannedWord[];
  /** Null for the requested directory. */
  readonly startsIn: "/" | null;
  readonly seesSearchPath: boolean;
  /** Every path it names, absolute. */
  readonly paths: readonly string[];
  /** Whether it reads the contents of whole trees. */
  readonly readsTrees: boolean;
  /** Whether its output shows the contents of files it names. */
  readonly readsContents: boolean;
  /** A note for the reader of the output. */
  readonly note: string | null;
}

export type PlannedWord = { readonly program: string } | string;

export function checkCommand(command: string, where: Where): Checked<Plan> {
  const words = parseCommand(command);
  return words.ok ? checkWords(words.value, where) : words;
}

function checkWords(words: readonly string[], { directory, home }: Where): Checked<Plan> {
  const secret = (path: string): string | null =>
    isSecretPath(path, home) ? "keys, passwords and histories are kept there" : null;
  return planOf(words, { directory, secret }, false);
}

function planOf(words: readonly string[], place: Place, isWrapped: boolean): Checked<Plan> {
  const [tool = "", ...rest] = words;
  const grammar = Object.hasOwn(GRAMMARS, tool) ? GRAMMARS[tool] : undefined;
  if (grammar === undefined) {
    const problem = tool.includes("/")
      ? "name the tool, not a path to it"
      : "it is not one of the read-only tools";
    return deny({ code: "unknown_tool", tool: tool.slice(0, MAX_TOOL_SHOWN), problem });
  }
  if (grammar.wraps) {
    if (!isWrapped) return planWrapped(tool, grammar, rest, place);
    const problem = "use one time limit only";
    return deny({ code: "operand_refused", tool: "timeout", word: tool, problem });
  }
  if (grammar.adds !== undefined && rest.includes("--")) {
    const problem = "the guard adds flags at the end; write a pattern that starts with - after -e";
    return deny({ code: "flag_refused", tool, word: "--", problem });
  }
  const matched = matchGrammar(tool, grammar, rest, place);
  return matched.ok ? allow(runOf(tool, grammar, rest, matched.value)) : matched;
}

function matchGrammar(
  tool: string,
  grammar: Grammar,
  words: readonly string[],
  place: Place,
): Checked<readonly string[]> {
  // Alone, these are harmless for every tool.
  if (words.length === 1 && ["--version", "--help"].includes(words[0] ?? "")) return allow([]);
  const never = grammar.never ?? {};
  if (!("by" in grammar.form)) return matchForm({ tool, form: grammar.form, never, place }, words);
  const [word = "", ...rest] = words;
  const form = formUnder(grammar.form.by, word);
  if (form !== null) return matchForm({ tool, form, never, place }, rest);
  const first = Object.keys(grammar.form.by).filter((name) => name !== "");
  const problem = never[word] ?? `it starts with one of ${first.join(" ")}`;
  return deny({ code: "subcommand_refused", tool, word, problem });
}

function formUnder(by: Readonly<Record<string, Form>>, word: string): Form | null {
  return Object.hasOwn(by, word) ? (by[word] ?? null) : null;
}

function runOf(
  tool: string,
  grammar: Grammar,
  words: readonly string[],
  paths: readonly string[],
): Plan {
  const { startsIn = null, seesSearchPath = false, readsTrees = false, runs } = grammar;
  const { readsContents = false } = grammar;
  const asked: readonly PlannedWord[] =
    runs === undefined
      ? [{ program: tool }, ...words, ...(grammar.adds?.(words) ?? [])]
      : [{ program: runs.program }, ...runs.words, ...(runs.takesWords ? words : [])];
  const note = grammar.note ?? null;
  return { words: asked, startsIn, seesSearchPath, paths, readsTrees, readsContents, note };
}

/** `timeout -k 1 5 grep …`: the words up to the time are its own, the rest is a command. */
function planWrapped(
  tool: string,
  grammar: Grammar,
  words: readonly string[],
  place: Place,
): Checked<Plan> {
  invariant(!("by" in grammar.form), "a tool that wraps another has one form");
  const { options = {} } = grammar.form;
  const takesValue = new Set(Object.keys(options).flatMap((names) => names.split(" ")));
  let own = 0;
  while (words[own]?.startsWith("-")) own += takesValue.has(words[own] ?? "") ? 2 : 1;
  own = Math.min(own + 1, words.length);

  const matched = matchGrammar(tool, grammar, words.slice(0, own), place);
  if (!matched.ok) return matched;
  if (words.length === own) {
    return deny({ code: "operand_missing", tool, problem: "it needs another command to run" });
  }
  const inner = planOf(words.slice(own), place, true);
  if (!inner.ok) return inner;
  const outer: readonly PlannedWord[] = [{ program: tool }, ...words.slice(0, own)];
  return allow({ ...inner.value, words: [...outer, ...inner.value.words] });
}
