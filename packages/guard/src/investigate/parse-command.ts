/**
 * Reads one line of text as a shell would, without a shell.
 *
 * Quotes, backslashes, pipes, `&&`, `||` and `;` mean what they mean to a POSIX shell. Of the
 * redirections, only those that write nowhere are read. A substitution is a line of its own. What
 * would run something else is refused: groups, loops, jobs in the background.
 */
import { investigationProblem, TEXT_LIMITS } from "@bazaar/kernel";
import { allow, type Checked, deny } from "./refusal.ts";
import type { Line, Piece, ShellWord, Stage, Step } from "./shell-line.ts";

/** How much of a tool's name is repeated. */
const MAX_TOOL_SHOWN = 40;
const MAX_STEPS = 8;
const MAX_STAGES = 8;

const ONE_AT_A_TIME = "nothing runs in the background; ask for one command at a time";
const NO_GROUPS = "there are no groups; use several patterns or several commands";
const MAX_SUBSTITUTIONS = 4;
const NO_SUBSTITUTION = "only $(command) is substituted; ask for the inner command first";
const NO_FILES = "nothing is written; only /dev/null and 2>&1 may follow";

export function parseCommand(text: string): Checked<Line> {
  if (text.length > TEXT_LIMITS.command) {
    const { command: limit } = TEXT_LIMITS;
    return deny({ code: "command_too_long", length: text.length, limit });
  }
  const problem = investigationProblem(text);
  return problem === null ? new Reader(text).line() : deny({ code: "not_one_command", problem });
}

export function unknownTool(tool: string): Checked<never> {
  const shown = tool.slice(0, MAX_TOOL_SHOWN);
  const refuse = (problem: string) => deny({ code: "unknown_tool", tool: shown, problem });
  if (/^\w+\+?=/.test(tool)) return refuse("variables cannot be set");
  if (tool.includes("/")) return refuse("name the tool, not a path to it");
  return refuse("it is not one of the read-only tools");
}

class Reader {
  readonly #text: string;
  readonly #outer: Reader | null;
  #at = 0;
  #substitutions = 0;
  #steps: Step[] = [];
  #stages: Stage[] = [];
  #runs: Step["runs"] = "always";
  #words: ShellWord[] = [];
  #word: Piece[] | null = null;
  #input: ShellWord | null = null;
  #stdout: Stage["stdout"] = "shown";
  #stderr: Stage["stderr"] = "shown";

  /** One inside of another reads up to a closing parenthesis. */
  constructor(text: string, outer: Reader | null = null) {
    this.#text = text;
    this.#outer = outer;
    this.#at = outer === null ? 0 : outer.#at;
  }

  line(): Checked<Line> {
    const end = this.#outer === null ? "" : ")";
    while (this.#here() !== end) {
      if (this.#here() === "") return notClosed("$(");
      const step = this.#next();
      if (!step.ok) return step;
    }
    this.#endWord();
    const isOpen = this.#words.length > 0 || this.#stages.length > 0;
    if (isOpen || this.#runs !== "always" || this.#steps.length === 0) {
      const ended = this.#endStep("always");
      if (!ended.ok) return ended;
    }
    return allow({ steps: this.#steps });
  }

  #here(ahead = 0): string {
    return this.#text.charAt(this.#at + ahead);
  }

  #take(length = 1): string {
    this.#at += length;
    return this.#text.slice(this.#at - length, this.#at);
  }

  #next(): Checked<null> {
    const found = this.#here();
    if (found === " ") {
      this.#at += 1;
      this.#endWord();
      return allow(null);
    }
    // A shell splits words at blanks only; other white space would be part of a word.
    if (/\s/u.test(found)) {
      return deny({ code: "not_one_command", problem: "separate words by spaces" });
    }
    switch (found) {
      case "|":
      case ";":
      case "&":
        return this.#operator();
      case "<":
      case ">":
        return this.#redirection();
      case "(":
      case ")":
        return refuse(found, NO_GROUPS);
      case "#":
        if (this.#word === null) return refuse(found, "comments are not read; quote the word");
        break;
    }
    return this.#piece();
  }

  #operator(): Checked<null> {
    const two = this.#text.slice(this.#at, this.#at + 2);
    if (two === "&&" || two === "||") {
      this.#at += 2;
      return this.#endStep(two === "&&" ? "after_success" : "after_failure");
    }
    if (two === ";;" || (this.#here() === "&" && two !== "&>")) return refuse("&", ONE_AT_A_TIME);
    if (two === "&>") {
      this.#endWord();
      this.#at += 2;
      const target = this.#devNull();
      if (!target.ok) return target;
      this.#stdout = "hidden";
      this.#stderr = "hidden";
      return allow(null);
    }
    if (this.#take() === ";") return this.#endStep("always");
    if (this.#here() === "&") {
      this.#at += 1;
      this.#merge();
    }
    return this.#endStage();
  }

  #redirection(): Checked<null> {
    const found = this.#take();
    const [only] = this.#word ?? [];
    const descriptor =
      this.#word?.length === 1 && only !== undefined && "text" in only && !only.isQuoted
        ? only.text
        : "";
    if (found === "<") {
      this.#endWord();
      if (["<", "(", ">", "&"].includes(this.#here())) return refuse("<", NO_SUBSTITUTION);
      return this.#inputFile();
    }
    if (descriptor === "1" || descriptor === "2") this.#word = null;
    else this.#endWord();
    if (this.#here() === "&") {
      this.#at += 1;
      const target = this.#take();
      if (!["1", "2"].includes(target) || !/^[\s|;&)]?$/.test(this.#here())) {
        return refuse(">", NO_FILES);
      }
      if (descriptor === "2" && target === "1") this.#merge();
      else if (descriptor !== "2" && target === "2" && this.#stderr === "hidden") {
        this.#stdout = "hidden";
      }
      return allow(null);
    }
    if (this.#here() === ">") this.#at += 1;
    const target = this.#devNull();
    if (!target.ok) return target;
    if (descriptor === "2") this.#stderr = "hidden";
    else this.#stdout = "hidden";
    return allow(null);
  }

  /** Both streams end together: in the pipe, or nowhere. */
  #merge(): void {
    this.#stderr = this.#stdout === "hidden" ? "hidden" : "merged";
  }

  #devNull(): Checked<null> {
    while (this.#here() === " ") this.#at += 1;
    const target = "/dev/null";
    const rest = this.#text.slice(this.#at);
    if (!rest.startsWith(target) || !/^(?:$|[\s|;&<>)])/.test(rest.slice(target.length))) {
      return refuse(">", NO_FILES);
    }
    this.#at += target.length;
    return allow(null);
  }

  #inputFile(): Checked<null> {
    while (this.#here() === " ") this.#at += 1;
    while (this.#here() !== "" && !/[\s|;&<>()]/.test(this.#here())) {
      const step = this.#piece();
      if (!step.ok) return step;
    }
    if (this.#word === null) return deny({ code: "not_one_command", problem: "< needs a file" });
    if (this.#word.some((piece) => "line" in piece)) return refuse("<", NO_SUBSTITUTION);
    this.#input = this.#word;
    this.#word = null;
    return allow(null);
  }

  #endWord(): void {
    if (this.#word !== null) this.#words.push(this.#word);
    this.#word = null;
  }

  #endStage(): Checked<null> {
    this.#endWord();
    if (this.#words.length === 0) {
      return deny({ code: "not_one_command", problem: "a command is missing" });
    }
    if (this.#stages.length === MAX_STAGES) {
      const problem = `at most ${MAX_STAGES} commands may be joined by pipes`;
      return deny({ code: "not_one_command", problem });
    }
    this.#stages.push({
      words: this.#words,
      input: this.#input,
      stdout: this.#stdout,
      stderr: this.#stderr,
    });
    this.#words = [];
    this.#input = null;
    this.#stdout = "shown";
    this.#stderr = "shown";
    return allow(null);
  }

  #endStep(next: Step["runs"]): Checked<null> {
    const ended = this.#endStage();
    if (!ended.ok) return ended;
    if (this.#steps.length === MAX_STEPS) {
      const problem = `at most ${MAX_STEPS} commands may follow each other`;
      return deny({ code: "not_one_command", problem });
    }
    this.#steps.push({ runs: this.#runs, stages: this.#stages });
    this.#stages = [];
    this.#runs = next;
    return allow(null);
  }

  #add(piece: Piece): Checked<null> {
    this.#word = [...(this.#word ?? []), piece];
    return allow(null);
  }

  #piece(): Checked<null> {
    const found = this.#take();
    if (found === "'") {
      const end = this.#text.indexOf("'", this.#at);
      if (end === -1) return notClosed(found);
      const text = this.#take(end - this.#at);
      this.#at += 1;
      return this.#add({ text, isQuoted: true });
    }
    if (found === '"') return this.#double();
    if (found === "\\") {
      if (this.#here() === "") {
        return deny({ code: "not_one_command", problem: "it ends in a backslash" });
      }
      return this.#add({ text: this.#take(), isQuoted: true });
    }
    if (found === "`") return refuse(found, NO_SUBSTITUTION);
    if (found === "$" && this.#here() === "'") return this.#escaped();
    if (found === "$" && this.#here() === '"') return allow(null);
    if (found === "$") return this.#dollar(false);
    const last = this.#word?.at(-1);
    if (last !== undefined && "text" in last && !last.isQuoted) {
      const before = this.#word?.slice(0, -1) ?? [];
      this.#word = [...before, { text: last.text + found, isQuoted: false }];
      return allow(null);
    }
    return this.#add({ text: found, isQuoted: false });
  }

  #double(): Checked<null> {
    let text = "";
    for (;;) {
      const found = this.#take();
      if (found === "") return notClosed('"');
      if (found === '"') return this.#add({ text, isQuoted: true });
      if (found === "`") return refuse(found, NO_SUBSTITUTION);
      if (found === "\\" && ["$", "`", '"', "\\"].includes(this.#here())) text += this.#take();
      else if (found === "$") {
        this.#add({ text, isQuoted: true });
        text = "";
        const step = this.#dollar(true);
        if (!step.ok) return step;
      } else text += found;
    }
  }

  /** `$'\n'`: text with escapes. */
  #escaped(): Checked<null> {
    this.#at += 1;
    let text = "";
    for (;;) {
      const found = this.#take();
      if (found === "") return notClosed("'");
      if (found === "'") return this.#add({ text, isQuoted: true });
      if (found !== "\\") {
        text += found;
        continue;
      }
      const meant = ESCAPES.get(this.#take());
      if (meant === undefined) return refuse("$'", "only \\n, \\t, \\r, \\\\ and quotes are read");
      text += meant;
    }
  }

  /** After a dollar: a variable, or the dollar itself. */
  #dollar(isInQuotes: boolean): Checked<null> {
    const rest = this.#text.slice(this.#at);
    if (/^(?:\(\(|\[)/.test(rest)) return refuse("$", "numbers are not computed");
    if (rest.startsWith("(")) return this.#substitution(isInQuotes);
    const [whole = "", name] = /^(\w+|\?)/.exec(rest) ?? [];
    if (name !== undefined) {
      const [digit = ""] = /^\d/.exec(name) ?? [];
      if (digit !== "") {
        this.#at += 1;
        return this.#add({ variable: digit, isQuoted: isInQuotes, otherwise: null });
      }
      this.#at += whole.length;
      return this.#add({ variable: name, isQuoted: isInQuotes, otherwise: null });
    }
    const braced = /^\{(\w+|\?)(?::?([-+])([^{}$`"'\\]*))?\}/.exec(rest);
    if (braced !== null) {
      const [all, variable = "", sign, text = ""] = braced;
      this.#at += all.length;
      const when = sign === "+" ? ("set" as const) : ("unset" as const);
      const otherwise = sign === undefined ? null : { when, text };
      return this.#add({ variable, isQuoted: isInQuotes, otherwise });
    }
    if (/^[{$!#@*-]/.test(rest)) return refuse("$", "only plain variables are expanded");
    return this.#add({ text: "$", isQuoted: isInQuotes });
  }

  #substitution(isQuoted: boolean): Checked<null> {
    this.#at += 1;
    if (this.#countSubstitution() > MAX_SUBSTITUTIONS) {
      return refuse("$", `at most ${MAX_SUBSTITUTIONS} commands are substituted`);
    }
    const inner = new Reader(this.#text, this);
    const line = inner.line();
    if (!line.ok) return line;
    this.#at = inner.#at + 1;
    return this.#add({ line: line.value, isQuoted });
  }

  /** Of the whole text. */
  #countSubstitution(): number {
    if (this.#outer !== null) return this.#outer.#countSubstitution();
    this.#substitutions += 1;
    return this.#substitutions;
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
]);

function refuse(found: string, problem: string): Checked<never> {
  return deny({ code: "shell_syntax", found, problem });
}

function notClosed(quote: string): Checked<never> {
  return deny({ code: "not_one_command", problem: `a ${quote} is not closed` });
}
