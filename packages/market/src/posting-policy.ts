/**
 * The review of spam: what this market does not list. It checks the text alone, not its purpose; an
 * operator may replace it with a stricter one.
 */
import { isJsonObject, type Refused, refuse, type Terms } from "@bazaar/kernel";

const MAX_COMMAND_LINES = 200;
/** Text that is one character over and over says nothing to an agent. */
const MAX_SAME_CHARACTER = 2_000;
/** Characters that change how text around them is shown, in a terminal or a browser. */
const DECEPTIVE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

export function rejectSpam(terms: Terms): Refused | null {
  const { command } = terms.work.spec;
  if (typeof command !== "string") return null;
  if (command.split("\n").length > MAX_COMMAND_LINES) {
    return unwelcome(`a command of more than ${MAX_COMMAND_LINES} lines`);
  }
  if (DECEPTIVE.test(command.replace(/[\r\n\t]/g, " "))) {
    return unwelcome("control characters in the command");
  }
  const { task } = terms.document;
  const error = isJsonObject(task) && typeof task.error === "string" ? task.error : "";
  if (isPadding(command) || isPadding(error)) {
    return unwelcome(`one character more than ${MAX_SAME_CHARACTER} times in a row`);
  }
  return null;
}

function isPadding(text: string): boolean {
  let run = 0;
  for (let at = 1; at < text.length; at += 1) {
    run = text.charCodeAt(at) === text.charCodeAt(at - 1) ? run + 1 : 0;
    if (run >= MAX_SAME_CHARACTER) return true;
  }
  return false;
}

function unwelcome(because: string): Refused {
  return refuse({ code: "unwelcome", because });
}
