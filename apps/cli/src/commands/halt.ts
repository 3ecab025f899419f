/** `fix halt <contract>`: the emergency brake: every clock stops and the court is asked at once. */
import type { Command } from "@bazaar/terminal";
import { actCommand } from "../contracts/act-command.ts";

export function haltCommand(): Command {
  return actCommand({
    verb: "halt",
    does: "stop one of your contracts now and ask the court",
    act: "halt",
    field: "reason",
    words: "why, for the other side to read",
    question: "Halt it?",
  });
}
