/** `fix appeal <contract> [argument]`: the side that a ruling went against asks the next court. */
import { TEXT_LIMITS } from "@bazaar/kernel";
import { Command } from "@bazaar/terminal";
import { type ActFlags, actOnContract } from "../contracts/act-on-contract.ts";
import { ownWords } from "../contracts/own-words.ts";
import { marketOption } from "../contracts/with-market.ts";

export function appealCommand(): Command {
  const command = new Command("appeal")
    .description("ask the next court to look at a ruling against you")
    .argument("<contract>", "its name, or at least 6 of its digits")
    .argument("[argument...]", "what the ruling got wrong")
    .option("--yes", "do not ask when it may cost something");
  return marketOption(command).action(run);
}

async function run(name: string, words: readonly string[], flags: ActFlags): Promise<void> {
  const data = { argument: ownWords(words, TEXT_LIMITS.argument) };
  const question = "Ask the next court?";
  await actOnContract(name, { act: () => "appeal", data, question, isAnswered: true }, flags);
}
