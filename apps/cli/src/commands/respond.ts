/** `fix respond <contract> [text]`: answers a dispute, in one's own words or with what is on record. */
import { homedir } from "node:os";
import { recordedFacts } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/http/connect";
import { TEXT_LIMITS } from "@bazaar/kernel";
import { Command } from "@bazaar/terminal";
import { type ActFlags, actOnContract } from "../contracts/act-on-contract.ts";
import { ownWords } from "../contracts/own-words.ts";
import { marketOption } from "../contracts/with-market.ts";
import { fixHome } from "../home.ts";
import { ownRepairs } from "../repair/own-repairs.ts";

export function respondCommand(): Command {
  const command = new Command("respond")
    .description("answer the other side before the court")
    .argument("<contract>", "its name, or at least 6 of its digits")
    .argument("[answer...]", "for the court to read; without it, what was recorded is said")
    .option("--yes", "do not ask when it may cost something");
  return marketOption(command).action(run);
}

async function run(name: string, words: readonly string[], flags: ActFlags): Promise<void> {
  const isWordless = words.join(" ").trim() === "";
  const said = (contract: Contract) => {
    const answer = isWordless ? [factsOn(contract)] : words;
    return {
      act: "dispute_response",
      data: { argument: ownWords(answer, TEXT_LIMITS.argument, contract) },
    } as const;
  };
  await actOnContract(name, { said, question: "Answer that?", isAnswered: true }, flags);
}

function factsOn(contract: Contract): string {
  const kept = ownRepairs(fixHome(homedir())).find(contract.id)?.kept ?? null;
  return recordedFacts(contract, kept);
}
