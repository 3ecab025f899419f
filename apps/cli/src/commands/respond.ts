/** `fix respond <contract> [text]`: answers a dispute, in one's own words or with what is on record. */
import { homedir } from "node:os";
import { openedOutput, recordedFacts, SentRecords } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/connection";
import { type JsonObject, TEXT_LIMITS } from "@bazaar/kernel";
import { BadInput, Command } from "@bazaar/terminal";
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
    .option("--share-output", "also send the output of the last check that was withheld so far")
    .option("--yes", "do not ask before an act that can cost you money")
    .option("--json", "print JSON; nothing is asked");
  return marketOption(command).action(run);
}

interface RespondFlags extends ActFlags {
  readonly shareOutput?: boolean;
}

async function run(name: string, words: readonly string[], flags: RespondFlags): Promise<void> {
  const isWordless = words.join(" ").trim() === "";
  const said = (contract: Contract) => {
    const own = isWordless ? [factsOn(contract)] : words;
    const opened = flags.shareOutput === true ? { evidence: openedFor(contract) } : {};
    const argument = outgoingText(own, TEXT_LIMITS.argument, contract);
    return { act: "dispute_response", data: { argument, ...opened } } as const;
  };
  await actOnContract(name, { said, question: "Send this answer?", isAnswered: true }, flags);
}

function factsOn(contract: Contract): string {
  return recordedFacts(contract, keptFix(contract));
}

function keptFix({ id }: Contract) {
  return waitingRepairs(fixHome(homedir())).find(id)?.kept ?? null;
}

/** @throws BadInput if there is no such output here. */
function openedFor(contract: Contract): JsonObject {
  const record = new SentRecords(fixHome(homedir()).sent).find(contract.id);
  const withheld = record === null || typeof record === "string" ? [] : record.withheld;
  const opened = openedOutput(contract, withheld, keptFix(contract));
  if (opened !== null) return opened;
  throw new BadInput(
    "--share-output: no withheld output of the last check is kept on this machine",
  );
}
