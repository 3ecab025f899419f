/**
 * The interpreter of all grammars: do these words follow this form?
 *
 * It reads words as the tools do (clusters, attached values, `--`), and refuses the first word that
 * the form does not name. Long options must be written in full: `--del` for `--delete` is refused.
 */
import { resolve } from "node:path/posix";
import type { Form, Value } from "./grammar.ts";
import { type Place, pathProblem } from "./path-problem.ts";
import { allow, type Checked, deny } from "./refusal.ts";

export interface Ask {
  readonly tool: string;
  readonly form: Form;
  readonly never: Readonly<Record<string, string>>;
  readonly place: Place;
}

type Taking = {
  readonly takes: "nothing" | "value" | "maybe" | "pair";
  readonly value: Value | null;
};

/** What the words name, if they follow the form. */
export interface Match {
  /** Absolute. */
  readonly paths: readonly string[];
  /** Which of the words are operands that name files. */
  readonly files: ReadonlySet<number>;
}

export function matchForm(ask: Ask, words: readonly string[]): Checked<Match> {
  return new Matcher(ask).match(words);
}

class Matcher {
  readonly #ask: Ask;
  readonly #flags: ReadonlyMap<string, Taking>;
  readonly #given = new Set<string>();
  readonly #operands: { readonly word: string; readonly at: number }[] = [];
  readonly #paths: string[] = [];
  readonly #files = new Set<number>();
  #words: readonly string[] = [];
  #at = 0;

  constructor(ask: Ask) {
    this.#ask = ask;
    this.#flags = flagsOf(ask.form);
  }

  match(words: readonly string[]): Checked<Match> {
    this.#words = words;
    const { spelling = "gnu" } = this.#ask.form;
    let hasEnded = spelling === "none";
    while (this.#at < words.length) {
      const word = words[this.#at] ?? "";
      this.#at += 1;
      if (!hasEnded && word === "--" && spelling !== "whole") {
        hasEnded = true;
        continue;
      }
      const step = hasEnded ? this.#operand(word) : this.#word(word);
      if (!step.ok) return step;
    }
    const checked = this.#checkOperands();
    return checked.ok ? allow({ paths: this.#paths, files: this.#files }) : checked;
  }

  #word(word: string): Checked<null> {
    const { spelling = "gnu", hasLineCount = false } = this.#ask.form;
    if (hasLineCount && /^-\d{1,9}$/.test(word)) return allow(null);
    if (word.startsWith("--")) return this.#long(word);
    if (spelling === "whole" && (/^-./.test(word) || this.#flags.has(word))) {
      return this.#long(word);
    }
    if (word.startsWith("-") && word !== "-") return this.#cluster(word);
    return this.#operand(word);
  }

  #long(word: string): Checked<null> {
    const equals = word.indexOf("=");
    const name = equals === -1 ? word : word.slice(0, equals);
    const attached = equals === -1 ? null : word.slice(equals + 1);
    const flag = this.#flags.get(name);
    if (flag === undefined) return this.#refuseFlag(name);
    this.#given.add(name);
    if (flag.takes === "pair" && attached === null) {
      this.#at += 2;
      if (this.#at <= this.#words.length) return allow(null);
      return this.#refuseValue(name, `${name} needs a name and a text`);
    }
    if (flag.takes === "nothing" || flag.takes === "pair") {
      if (attached === null) return allow(null);
      return this.#refuseValue(word, `${name} takes no value`);
    }
    // Tools with one-dash options read `-name=value` as another flag.
    const isOldSchool = !name.startsWith("--") && flag.takes === "value";
    if (attached !== null && isOldSchool) return this.#refuseFlag(word);
    return this.#value(name, flag, attached);
  }

  #cluster(word: string): Checked<null> {
    for (let index = 1; index < word.length; index += 1) {
      const name = `-${word.charAt(index)}`;
      const flag = this.#flags.get(name);
      if (flag === undefined) return this.#refuseFlag(name === word ? word : `${name} in ${word}`);
      this.#given.add(name);
      if (flag.takes === "nothing") continue;
      const rest = word.slice(index + 1);
      if (rest !== "" && this.#ask.form.spelling === "separate") {
        return this.#refuseValue(word, `write the value of ${name} as a separate word`);
      }
      return this.#value(name, flag, rest === "" ? null : rest);
    }
    return allow(null);
  }

  #value(name: string, flag: Taking, attached: string | null): Checked<null> {
    if (flag.value === null || (attached === null && flag.takes === "maybe")) return allow(null);
    const value = attached ?? this.#words[this.#at];
    if (attached === null) this.#at += 1;
    if (value === undefined) return this.#refuseValue(name, `${name} needs a value`);
    return this.#inspect(flag.value, value, name);
  }

  #operand(word: string): Checked<null> {
    const { tool, form } = this.#ask;
    const start = form.operandNeverStartsWith;
    if (start !== undefined && word.startsWith(start)) {
      const problem = `${tool} reads an operand that starts with ${start} as something else; write ./${word} for a file`;
      return deny({ code: "operand_refused", tool, word, problem });
    }
    this.#operands.push({ word, at: this.#at - 1 });
    return allow(null);
  }

  #checkOperands(): Checked<null> {
    const { tool, form } = this.#ask;
    const { first = [], unless = [], rest, min = 0 } = form.operands ?? {};
    const hasFirst = !unless.some((name) => this.#given.has(name));
    const kinds = hasFirst ? first : [];
    for (const [index, { word, at }] of this.#operands.entries()) {
      const kind = kinds[index] ?? rest;
      if (kind === undefined) {
        const { never } = this.#ask;
        const problem = never[word] ?? never["*"] ?? "it takes no such operand";
        return deny({ code: "operand_refused", tool, word, problem });
      }
      const step = this.#inspect(kind, word, null);
      if (!step.ok) return step;
      if (kind.is === "path" && word !== "-") this.#files.add(at);
    }
    if (form.needsFlag && this.#given.size === 0) {
      const problem = `it needs a flag: ${[...this.#flags.keys()].join(" ")}`;
      return deny({ code: "operand_missing", tool, problem });
    }
    const needed = hasFirst ? min : Math.max(0, min - first.length);
    if (this.#operands.length >= needed) return allow(null);
    const problem = `it needs ${needed} operand${needed === 1 ? "" : "s"}; nothing is read from standard input`;
    return deny({ code: "operand_missing", tool, problem });
  }

  /** `flag` is null for an operand. */
  #inspect(kind: Value, value: string, flag: string | null): Checked<null> {
    const { tool, place } = this.#ask;
    const refuse = (problem: string): Checked<null> =>
      flag === null
        ? deny({ code: "operand_refused", tool, word: value, problem })
        : this.#refuseValue(`${flag} ${value}`, problem);
    switch (kind.is) {
      case "text":
        return allow(null);
      case "number":
        return /^[+-]?\d{1,15}$/.test(value) ? allow(null) : refuse("a whole number is expected");
      case "word":
        return kind.like.test(value) ? allow(null) : refuse(`expected is ${kind.called}`);
      case "path": {
        if (value === "-" && place.hasInput) return allow(null);
        if (kind.like?.test(value) === false)
          return refuse(`expected is ${kind.called ?? "a path"}`);
        const path = kind.part?.(value) ?? value;
        const found = pathProblem(path, place, kind.under ?? []);
        if (found === null) {
          this.#paths.push(resolve(place.directory, path));
          return allow(null);
        }
        if (found.path === null) return refuse(found.problem);
        return deny({ code: "secret_path", tool, word: value, ...found });
      }
    }
  }

  #refuseFlag(word: string): Checked<null> {
    const { tool, never, form } = this.#ask;
    const [name = ""] = word.split(" ");
    const problem =
      never[name] ??
      `allowed are ${[...this.#flags.keys()].join(" ") || "no flags"}${form.hasLineCount ? " -NUMBER" : ""}`;
    return deny({ code: "flag_refused", tool, word, problem });
  }

  #refuseValue(word: string, problem: string): Checked<null> {
    return deny({ code: "value_refused", tool: this.#ask.tool, word, problem });
  }
}

function flagsOf({
  switches = "",
  pairs = "",
  options = {},
  optional = {},
}: Form): Map<string, Taking> {
  const flags = new Map<string, Taking>();
  for (const name of switches.split(" ")) {
    if (name !== "") flags.set(name, { takes: "nothing", value: null });
  }
  for (const name of pairs.split(" ")) {
    if (name !== "") flags.set(name, { takes: "pair", value: null });
  }
  for (const [names, value] of Object.entries(options)) {
    for (const name of names.split(" ")) flags.set(name, { takes: "value", value });
  }
  for (const [names, value] of Object.entries(optional)) {
    for (const name of names.split(" ")) flags.set(name, { takes: "maybe", value });
  }
  return flags;
}
