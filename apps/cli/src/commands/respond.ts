/** `fix respond <contract> [text]`: answers a dispute, in one's own words or with what is on record. */
import { homedir } from "node:os";
import { recordedFacts } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/http/connect";
import { TEXT_LIMITS } from "@bazaar/kernel";
import { Command } from "@bazaar/terminal";
import { type ActFlags, actOnContract } from "../contracts/act-on-contract.ts";
import { outgoingText } from "../contracts/outgoing-text.ts";
import { marketOption } from "../contracts/with-market.ts";
import { fixHome } from "../home.ts";
import { waitingRepairs } from "../repair/waiting-repairs.ts";

export function respondCommand(): Command {
  const command = new Command("respond")
    .description("answer a dispute in court")
    .argument("<contract>", "its id, or at least the first 6 digits of it")
    .argument("[answer...]", "your answer for the court (default: the recorded facts)")
    .option("--yes", "do not ask before an act that can cost you money");
  return marketOption(command).action(run);
}

async function run(name: string, words: readonly string[], flags: ActFlags): Promise<void> {
  const isWordless = words.join(" ").trim() === "";
  const said = (contract: Contract) => {
    const answer = isWordless ? [factsOn(contract)] : words;
    return {
      act: "dispute_response",
      data: { argument: outgoingText(answer, TEXT_LIMITS.argument, contract) },
    } as const;
  };
  await actOnContract(name, { said, question: "Send this answer?", isAnswered: true }, flags);
}

function factsOn(contract: Contract): string {
  const kept = waitingRepairs(fixHome(homedir())).find(contract.id)?.kept ?? null;
  return recordedFacts(contract, kept);
}
