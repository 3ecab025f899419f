/** `fix cancel <contract>`: calls a contract off; free until an agent has begun, at a price after. */
import { TEXT_LIMITS } from "@bazaar/kernel";
import { Command } from "@bazaar/terminal";
import { type ActFlags, actOnContract } from "../contracts/act-on-contract.ts";
import { ownWords } from "../contracts/own-words.ts";
import { marketOption } from "../contracts/with-market.ts";

export function cancelCommand(): Command {
  const command = new Command("cancel")
    .description("call one of your contracts off")
    .argument("<contract>", "its name, or at least 6 of its digits")
    .argument("[reason...]", "why, for the other side to read")
    .option("--yes", "do not ask when it costs something");
  return marketOption(command).action(run);
}

async function run(name: string, reason: readonly string[], flags: ActFlags): Promise<void> {
  const text = ownWords(reason, TEXT_LIMITS.reason);
  const data = text === "" ? {} : { reason: text };
  await actOnContract(name, { act: () => "cancel", data, question: "Call it off?" }, flags);
}
