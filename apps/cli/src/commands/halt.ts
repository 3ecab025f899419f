/** `fix halt <contract>`: stops all deadlines and asks the court at once. */
import type { Command } from "@bazaar/terminal";
import { actCommand } from "../contracts/act-command.ts";

export function haltCommand(): Command {
  return actCommand({
    verb: "halt",
    does: "stop one of your contracts at once; a court then decides",
    act: "halt",
    field: "reason",
    words: "the reason, for the other side to read",
    question: "Halt it?",
  });
}
