/** `fix cancel <contract>`: calls a contract off; free until an agent has begun, at a price after. */
import type { Command } from "@bazaar/terminal";
import { actCommand } from "../contracts/act-command.ts";

export function cancelCommand(): Command {
  return actCommand({
    verb: "cancel",
    does: "call one of your contracts off",
    act: "cancel",
    field: "reason",
    words: "why, for the other side to read",
    question: "Call it off?",
  });
}
