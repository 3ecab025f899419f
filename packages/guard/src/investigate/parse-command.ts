/**
 * Splits one line of text into words, without a shell.
 *
 * Quotes and backslashes mean what they mean to a POSIX shell; nothing is expanded. What a shell
 * would expand is refused instead of being passed on literally: the agent meant something else, and
 * the answer would mislead. Everything that the server's filter refuses is refused here too.
 */
import { investigationProblem, TEXT_LIMITS } from "@bazaar/kernel";
import { allow, type Checked, deny } from "./refusal.ts";

/** How much of a tool's name is repeated, as in the server's filter. */
export const MAX_TOOL_SHOWN = 40;

/** What to ask for instead of each shell character. */
const INSTEAD: Readonly<Record<string, string>> = {
  "|": "ask for one command; grep -e ONE -e TWO finds either pattern",
  ";": "ask for one command at a time",
  "&": "ask for one command at a time",
  $: "nothing is expanded; write the value itself",
  "`": "nothing is expanded; ask for the inner command first",
  "(": "there are no groups; use several patterns or several commands",
  ")": "there are no groups; use several patterns or several commands",
  "<": "nothing is redirected; name the file as an operand",
  ">": "nothing is redirected; the output is returned anyway",
};
const NO_GLOBS =
  "globs are not expanded; use find DIRECTORY -name 'PATTERN', or quote it for a tool that matches";
const EXPANDED: Readonly<Record<string, string>> = {
  "*": NO_GLOBS,
  "?": NO_GLOBS,
  "[": NO_GLOBS,
  "{": "braces are not expanded; name each file",
};

export function parseCommand(text: string): Checked<readonly string[]> {
  if (text.length > TEXT_LIMITS.command) {
    return deny({
      code: "command_too_long",
      length: text.length,
      limit: TEXT_LIMITS.command,
    });
  }
  const problem = investigationProblem(text);
  if (problem !== null) return filterRefusal(text, problem);
  return new Reader(text).words();
}

/** The filter's refusal, with what to do instead. */
function filterRefusal(text: string, problem: string): Checked<readonly string[]> {
  for (const [found, instead] of Object.entries(INSTEAD)) {
    if (problem.startsWith(JSON.stringify(found))) {
      return deny({ code: "shell_syntax", found, problem: instead });
    }
  }
  const [first = ""] = text.trim().split(/\s+/, 1);
  if (first === "") return deny({ code: "not_one_command", problem: "the command is empty" });
  const tool = first.slice(0, MAX_TOOL_SHOWN);
  if (!problem.startsWith(JSON.stringify(tool))) {
    return deny({ code: "not_one_command", problem });
  }
  if (/^\w+\+?=/.test(first)) {
    return deny({ code: "unknown_tool", tool, problem: "variables cannot be set" });
  }
  if (first.includes("/")) {
    return deny({ code: "unknown_tool", tool, problem: "name the tool, not a path to it" });
  }
  return deny({ code: "unknown_tool", tool, problem: "it is not one of the read-only tools" });
}

const BLANK = /\s/u;
const ESCAPED_IN_DOUBLE_QUOTES = new Set(["$", "`", '"', "\\"]);

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  words(): Checked<readonly string[]> {
    const words: string[] = [];
    for (;;) {
      while (BLANK.test(this.#here())) {
        // A shell splits words at blanks only; other white space would be part of a word.
        if (this.#here() !== " ") {
          return deny({ code: "not_one_command", problem: "separate words by spaces" });
        }
        this.#at += 1;
      }
      if (this.#here() === "") return allow(words);
      const word = this.#word();
      if (!word.ok) return word;
      words.push(word.value);
    }
  }

  #here(): string {
    return this.#text.charAt(this.#at);
  }

  #take(): string {
    this.#at += 1;
    return this.#text.charAt(this.#at - 1);
  }

  #word(): Checked<string> {
    const start = this.#at;
    let word = "";
    while (this.#here() !== "" && this.#here() !== " ") {
      const found = this.#take();
      if (found === "'" || found === '"') {
        const quoted = found === "'" ? this.#single() : this.#double();
        if (quoted === null) {
          return deny({ code: "not_one_command", problem: `a ${found} is not closed` });
        }
        word += quoted;
      } else if (found === "\\") {
        if (this.#here() === "") {
          return deny({ code: "not_one_command", problem: "it ends in a backslash" });
        }
        word += this.#take();
      } else {
        const problem = this.#expansion(found, this.#at - 1 === start);
        if (problem !== null) return deny({ code: "shell_syntax", found, problem });
        word += found;
      }
    }
    return allow(word);
  }

  #expansion(found: string, isFirst: boolean): string | null {
    const before = this.#text.charAt(this.#at - 2);
    if (found === "~" && (isFirst || before === "=" || before === ":")) {
      return "home directories are not expanded; write the absolute path";
    }
    if (found === "#" && isFirst) return "comments are not read; quote the word";
    if (BLANK.test(found)) return "separate words by spaces";
    return EXPANDED[found] ?? null;
  }

  #single(): string | null {
    const end = this.#text.indexOf("'", this.#at);
    if (end === -1) return null;
    const quoted = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return quoted;
  }

  #double(): string | null {
    let quoted = "";
    for (;;) {
      const found = this.#take();
      if (found === "") return null;
      if (found === '"') return quoted;
      const isEscape = found === "\\" && ESCAPED_IN_DOUBLE_QUOTES.has(this.#here());
      quoted += isEscape ? this.#take() : found;
    }
  }
}
