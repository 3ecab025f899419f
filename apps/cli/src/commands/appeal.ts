/** `fix appeal <contract> [argument]`: the side that a ruling went against asks the next court. */
import type { Command } from "@bazaar/terminal";
import { actCommand } from "../contracts/act-command.ts";

export function appealCommand(): Command {
  return actCommand({
    verb: "appeal",
    does: "ask the next court to look at a ruling against you",
    act: "appeal",
    field: "argument",
    words: "what the ruling got wrong",
    question: "Ask the next court?",
    isAnswered: true,
  });
}
