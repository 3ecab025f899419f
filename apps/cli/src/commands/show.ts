/**
 * `fix show <contract>`: one contract with its history, or its verified transcript for programs;
 * `--sent`: what left this machine for it, from this machine's own record.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { sessionFile } from "@bazaar/agent";
import { type Departure, SentRecords } from "@bazaar/client";
import { type JsonObject, transcriptJson } from "@bazaar/kernel";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { BadInput, Command } from "@bazaar/terminal";
import { quoteWord } from "@bazaar/work";
import { historyLines } from "../contracts/contract-history.ts";
import { onlyNamed, withContract } from "../contracts/own-contracts.ts";
import { sayJson } from "../contracts/say-json.ts";
import { viewerOf } from "../contracts/viewer.ts";
import { type MarketFlags, marketOption } from "../contracts/with-market.ts";
import { fixHome } from "../home.ts";
import { sentLines } from "../repair/sent-words.ts";
import { say } from "../terminal.ts";

interface ShowFlags extends MarketFlags {
  readonly json?: boolean;
  readonly sent?: boolean;
}

export function showCommand(): Command {
  const command = new Command("show")
    .description("show one contract: terms, history and payouts")
    .argument("<contract>", "its id, or at least the first 6 digits of it")
    .option("--sent", "list what left this machine for it")
    .option("--json", "print its verified transcript, which fix verify can read");
  return marketOption(command).action(run);
}

async function run(name: string, flags: ShowFlags): Promise<void> {
  if (flags.sent === true) {
    showSent(name, flags.json === true);
    return;
  }
  await withContract(name, flags, async (contract, { party, connection }) => {
    if (flags.json === true) {
      sayJson(transcriptJson(contract.transcript));
      return;
    }
    const verify = nativeVerifier();
    const viewer = viewerOf(contract, party);
    for (const line of historyLines(contract, viewer, verify, connection.clock.nowMs())) say(line);
    const session = sessionFile(fixHome(homedir()).sessions, contract.id);
    if (existsSync(session)) for (const line of sessionLines(session)) say(line);
  });
}

/** How the agent worked, in a file that is its own signed record. */
function sessionLines(path: string): readonly string[] {
  return [
    `session   ${path}`,
    `          bazaar session show ${quoteWord(path)}; … verify checks it`,
  ];
}

/** @throws BadInput if nothing was recorded for it. */
function showSent(name: string, isJson: boolean): void {
  const records = new SentRecords(fixHome(homedir()).sent);
  const id = onlyNamed(records.contracts(), name);
  const record = id === null ? null : records.find(id);
  if (record === null) throw new BadInput(NOTHING_SENT);
  if (typeof record === "string") throw new BadInput(`the record of it: ${record}`);
  const { departures } = record;
  if (isJson) sayJson({ contract: id, sent: departures.map(departureJson) });
  else for (const line of sentLines(departures)) say(line);
}

function departureJson({ atMs, act, what, bytes }: Departure): JsonObject {
  return { at_ms: BigInt(atMs), act, what, bytes: BigInt(bytes) };
}

const NOTHING_SENT =
  "nothing is recorded as sent for that id: only contracts on other machines' markets send anything";
