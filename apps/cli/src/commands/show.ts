/** `fix show <contract>`: one contract with its history, or its verified transcript for programs. */
import { transcriptJson } from "@bazaar/kernel";
import { ed25519Verifier } from "@bazaar/keys";
import { Command } from "@bazaar/terminal";
import { historyLines } from "../contracts/contract-history.ts";
import { withContract } from "../contracts/own-contracts.ts";
import { sayJson } from "../contracts/say-json.ts";
import { viewerOf } from "../contracts/viewer.ts";
import { type MarketFlags, marketOption } from "../contracts/with-market.ts";
import { say } from "../terminal.ts";

interface ShowFlags extends MarketFlags {
  readonly json?: boolean;
}

export function showCommand(): Command {
  const command = new Command("show")
    .description("show one contract: terms, history and payouts")
    .argument("<contract>", "its id, or at least the first 6 digits of it")
    .option("--json", "print its verified transcript, which fix verify can read");
  return marketOption(command).action(run);
}

async function run(name: string, flags: ShowFlags): Promise<void> {
  await withContract(name, flags, async (contract, { party, connection }) => {
    if (flags.json === true) {
      sayJson(transcriptJson(contract.transcript));
      return;
    }
    const verify = ed25519Verifier();
    const viewer = viewerOf(contract, party);
    for (const line of historyLines(contract, viewer, verify, connection.clock.nowMs())) say(line);
  });
}
