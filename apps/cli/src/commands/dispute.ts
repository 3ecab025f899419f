/** `fix dispute <contract> <argument>`: takes a contract to court; the other side may answer. */
import type { Command } from "@bazaar/terminal";
import { actCommand } from "../contracts/act-command.ts";

export function disputeCommand(): Command {
  return actCommand({
    verb: "dispute",
    does: "take a contract to court",
    act: "dispute_filed",
    field: "argument",
    words: "what is wrong, for the court and the other side to read",
    wordless: "an argument is required: tell the court what is wrong",
    question: "Take it to court?",
    isAnswered: true,
  });
}
