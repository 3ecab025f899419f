/** `fix halt <contract>`: the emergency brake: every clock stops and the court is asked at once. */
import { TEXT_LIMITS } from "@bazaar/kernel";
import { Command } from "@bazaar/terminal";
import { type ActFlags, actOnContract } from "../contracts/act-on-contract.ts";
import { ownWords } from "../contracts/own-words.ts";
import { marketOption } from "../contracts/with-market.ts";

export function haltCommand(): Command {
  const command = new Command("halt")
    .description("stop one of your contracts now and ask the court")
    .argument("<contract>", "its name, or at least 6 of its digits")
    .argument("[reason...]", "why, for the other side to read")
    .option("--yes", "do not ask when it costs something");
  return marketOption(command).action(run);
}

async function run(name: string, reason: readonly string[], flags: ActFlags): Promise<void> {
  const text = ownWords(reason, TEXT_LIMITS.reason);
  const data = text === "" ? {} : { reason: text };
  await actOnContract(name, { act: () => "halt", data, question: "Halt it?" }, flags);
}
