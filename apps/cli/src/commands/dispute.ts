/** `fix dispute <contract> <argument>`: takes a contract to court; the other side may answer. */
import { TEXT_LIMITS } from "@bazaar/kernel";
import { BadInput, Command } from "@bazaar/terminal";
import { type ActFlags, actOnContract } from "../contracts/act-on-contract.ts";
import { ownWords } from "../contracts/own-words.ts";
import { marketOption } from "../contracts/with-market.ts";

export function disputeCommand(): Command {
  const command = new Command("dispute")
    .description("take a contract to court")
    .argument("<contract>", "its name, or at least 6 of its digits")
    .argument("<argument...>", "what was wrong, for the court and the other side to read")
    .option("--yes", "do not ask when it may cost something");
  return marketOption(command).action(run);
}

async function run(name: string, words: readonly string[], flags: ActFlags): Promise<void> {
  const argument = ownWords(words, TEXT_LIMITS.argument);
  if (argument.trim() === "")
    throw new BadInput("say what was wrong: the court reads nothing else");
  const question = "Take it to court?";
  const data = { argument };
  await actOnContract(
    name,
    { act: () => "dispute_filed", data, question, isAnswered: true },
    flags,
  );
}
