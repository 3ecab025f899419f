/**
 * `fix verify <contract|file>`: checks a whole transcript without trusting the market. A
 * file is checked without any market. Exits with 1 and the first problem if it is invalid.
 */
import { readFileSync, statSync } from "node:fs";
import { formatAmount, type Json, type JsonObject, parseJson } from "@bazaar/kernel";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { BadInput, Command } from "@bazaar/terminal";
import {
  type Checked,
  type CheckedFacts,
  checkPayouts,
  checkTranscript,
} from "../contracts/check-transcript.ts";
import { payoutLines, sumWords } from "../contracts/money-words.ts";
import { isContractName, withContract } from "../contracts/own-contracts.ts";
import { sayJson } from "../contracts/say-json.ts";
import { endWords } from "../contracts/state-words.ts";
import { timeWords } from "../contracts/time-words.ts";
import { type MarketFlags, marketOption } from "../contracts/with-market.ts";
import { say } from "../terminal.ts";

/** More than the longest transcript that a market hands out. */
const MAX_FILE_BYTES = 64 * 2 ** 20;
/** A transcript wraps entries, an entry its data, and that an origin. */
const MAX_DEPTH = 64;

export function verifyCommand(): Command {
  const command = new Command("verify")
    .description(
      "check a contract's hash chain, signatures, origins and payouts without trusting the market",
    )
    .argument(
      "<contract-or-file>",
      "a contract id, or a transcript file written by fix show --json; - reads standard input",
    )
    .option("--json", "print JSON");
  return marketOption(command).action(run);
}

interface VerifyFlags extends MarketFlags {
  readonly json?: boolean;
}

async function run(name: string, flags: VerifyFlags): Promise<void> {
  const verify = nativeVerifier();
  const tell = flags.json === true ? tellJson : tellWords;
  if (!isContractName(name)) {
    tell(checkTranscript(readTranscript(name), verify));
    return;
  }
  await withContract(name, flags, async ({ transcript, state }) => {
    tell(checkPayouts(transcript, state, verify));
  });
}

function readTranscript(path: string): Json {
  const json = parseJson(readText(path), { maxDepth: MAX_DEPTH, duplicateKeys: "refuse" });
  if (json.ok) return json.value;
  const { refusal } = json;
  const where = "problem" in refusal ? `: ${refusal.problem}` : "";
  throw new BadInput(`${path} is not JSON${where}; fix show --json writes a transcript`);
}

function readText(path: string): string {
  try {
    if (path === "-") return readFileSync(0, "utf8");
    const stats = statSync(path);
    // A pipe is what a shell makes of <(fix show --json); a device may have no end.
    if (!stats.isFile() && !stats.isFIFO()) throw new BadInput(`${path} is not a file`);
    if (stats.size > MAX_FILE_BYTES) throw new BadInput(`${path} is too long for a transcript`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT") throw new BadInput(`${path} cannot be read: ${message}`);
    throw new BadInput(`${path} is neither a contract id nor a file`);
  }
}

function tellJson(checked: Checked): void {
  if (!checked.holds) process.exitCode = 1;
  sayJson(
    checked.holds
      ? { valid: true, problem: null, ...factsJson(checked.facts) }
      : { valid: false, problem: checked.problem },
  );
}

function factsJson({ transcript, state, payouts, origins }: CheckedFacts): JsonObject {
  return {
    contract: transcript.id,
    platform: state.terms.platform,
    entries: BigInt(transcript.entries.length),
    origins: BigInt(origins),
    phase: state.phase,
    outcome: state.outcome?.row ?? null,
    settled: state.isSettled,
    payouts: payouts.map(({ asset, amount, to }) => ({
      to: to.role,
      amount: formatAmount(amount, asset),
      asset: asset.code,
    })),
  };
}

function tellWords(checked: Checked): void {
  if (checked.holds) {
    for (const line of factLines(checked.facts)) say(line);
    return;
  }
  say(`invalid  ${checked.problem}`);
  process.exitCode = 1;
}

function factLines({ transcript, state, payouts, origins }: CheckedFacts): readonly string[] {
  const { id, entries, receivedAt } = transcript;
  const from = timeWords(receivedAt[0] ?? 0);
  const to = timeWords(receivedAt.at(-1) ?? 0);
  const paid = payouts.length === 0 ? "none" : `${sumWords(payouts)} in all`;
  return [
    `contract    ${id}`,
    `kept by     ${state.terms.platform}, from ${from} to ${to} by its clock`,
    `terms       their hash is the contract id`,
    `chain       ${entries.length} entries in order, each linked to the one before`,
    `signatures  ${entries.length}, all valid`,
    `origins     ${origins} entries that the market signed for a party, each with that party's signed message`,
    `rules       every entry is valid after those before it`,
    `outcome     ${endWords(state)}${state.outcome === null ? ", not ended" : ""}`,
    `payouts     ${paid}${state.isSettled ? ", as the last entry says" : ""}`,
    ...payoutLines(payouts, null).map((line) => `            ${line}`),
    `not checked whether entries are missing at the end`,
  ];
}
