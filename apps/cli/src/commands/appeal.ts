/** `fix appeal <contract> [argument]`: the side that a ruling went against asks the next court. */
import type { Command } from "@bazaar/terminal";
import { actCommand } from "../contracts/act-command.ts";

export function appealCommand(): Command {
  return actCommand({
    verb: "appeal",
    does: "appeal a ruling against you to the next court",
    act: "appeal",
    field: "argument",
    words: "what the ruling got wrong",
    question: "Appeal?",
    isAnswered: true,
  });
}
