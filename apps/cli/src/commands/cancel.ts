/** `fix cancel <contract>`: cancels a contract; free before an agent starts, for a fee afterwards. */
import type { Command } from "@bazaar/terminal";
import { actCommand } from "../contracts/act-command.ts";

export function cancelCommand(): Command {
  return actCommand({
    verb: "cancel",
    does: "cancel one of your contracts",
    act: "cancel",
    field: "reason",
    words: "the reason, for the other side to read",
    question: "Cancel it?",
  });
}
