/** The kernel's speed: chain verification, canonical JSON, settlement, simulated contracts. */
import { createPublicKey, verify as opensslVerify } from "node:crypto";
import {
  chainJson,
  EMPTY_CHAIN,
  type Entry,
  entryHash,
  entryJson,
  entryTexts,
  type JsonObject,
  type Pot,
  publicKeyHex,
  replay,
  settle,
  signEntry,
  type Transcript,
  verifyChain,
} from "@bazaar/kernel";
import { ed25519Verifier, signer } from "@bazaar/keys";
import { exportTranscript } from "@bazaar/market";
import { START_MS, samplePot } from "@bazaar/testkit";
import { toyKeys } from "../tools/simulate/keys.ts";
import { subSeed } from "../tools/simulate/random.ts";
import { runWorld } from "../tools/simulate/run-world.ts";
import { storeNamed } from "../tools/simulate/stores.ts";
import { count, type Line, rateOf, rates, report } from "./measure.ts";

const ENTRIES = 2_000;
const POTS = 100;
const ROUNDS = 400;
const WORLDS = 20;

export async function benchKernel(): Promise<void> {
  report([
    ...(await chainLines()),
    ...(await canonicalLines()),
    await settlementLine(),
    await simulationLine(),
  ]);
}

/** A chain like a real one: two parties, commands, outputs, fixes. */
function sampleChain(): readonly Entry[] {
  const parties = [signer("01".repeat(32)), signer("02".repeat(32))];
  const entries: Entry[] = [];
  let chain = EMPTY_CHAIN;
  for (let seq = 0; seq < ENTRIES; seq += 1) {
    const author = parties[seq % 2] ?? parties[0];
    if (author === undefined) break;
    const entry = signEntry(author, chain, sampleAct(seq), START_MS + seq * 1_000);
    entries.push(entry);
    chain = { head: entryHash(entry), seq: seq + 1 };
  }
  return entries;
}

function sampleAct(seq: number): { type: string; data: JsonObject } {
  if (seq % 2 === 0) return { type: "investigate", data: { command: `cat src/part-${seq}.c` } };
  const output = `int main(void) { return ${seq}; } // line one\n`.repeat(4);
  return { type: "result", data: { command: `cat src/part-${seq - 1}.c`, output } };
}

async function chainLines(): Promise<readonly Line[]> {
  const entries = sampleChain();
  const signed = entries.map((entry) => {
    const key = createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: base64url(publicKeyHex(entry.author) ?? "") },
      format: "jwk",
    });
    const message = Buffer.from(entryTexts(entry).signed);
    return { key, message, signature: Buffer.from(entry.signature, "hex") };
  });
  const verify = ed25519Verifier();
  const measured = await rates([
    {
      name: "bare",
      run: () => {
        for (const { key, message, signature } of signed) {
          if (!opensslVerify(null, message, key, signature)) throw new Error("bad signature");
        }
        return signed.length;
      },
    },
    {
      name: "chain",
      run: () => {
        if (!verifyChain(entries, verify).ok) throw new Error("broken chain");
        return entries.length;
      },
    },
  ]);
  const [bare, chain] = [rateOf(measured, "bare"), rateOf(measured, "chain")];
  return [
    line(
      "entries verified in a chain",
      chain,
      "/s",
      `Ed25519 verifications alone ${count(bare)}/s`,
      chain / bare,
      0.85,
    ),
  ];
}

async function canonicalLines(): Promise<readonly Line[]> {
  const documents = sampleChain().map(entryJson);
  const plain = documents.map((document) => JSON.parse(chainJson(document)) as unknown);
  const megabytes = documents.reduce((sum, document) => sum + chainJson(document).length, 0) / 1e6;
  const measured = await rates([
    { name: "JSON.stringify", run: () => repeat(20, plain, JSON.stringify, megabytes) },
    { name: "chainJson", run: () => repeat(20, documents, chainJson, megabytes) },
  ]);
  const [peer, own] = [rateOf(measured, "JSON.stringify"), rateOf(measured, "chainJson")];
  return [
    line("JSON in canonical form", own, "MB/s", `JSON.stringify ${count(peer)} MB/s`, own / peer),
  ];
}

function repeat<T>(
  times: number,
  documents: readonly T[],
  print: (document: T) => string,
  megabytes: number,
): number {
  for (let round = 0; round < times; round += 1) for (const document of documents) print(document);
  return megabytes * times;
}

/** Compared with the same sums written out for one row, without lookup and checks. */
async function settlementLine(): Promise<Line> {
  const pots = Array.from({ length: POTS }, (_, index) =>
    samplePot({ bounty: `0.${200 + index}` }),
  );
  const bonds = pots.filter((pot) => pot.schedule === "symmetric-bond");
  const outcome = {
    row: "fulfilled",
    filer: null,
    isFeeDue: true,
    leaversPaid: 0n,
    price: null,
  } as const;
  const measured = await rates([
    { name: "by hand", run: () => settleAll(bonds, fulfilledByHand) },
    { name: "settle", run: () => settleAll(bonds, (pot) => settle(pot, pot.due, outcome, [])) },
  ]);
  const [peer, own] = [rateOf(measured, "by hand"), rateOf(measured, "settle")];
  return line("settlements", own, "/s", `the sums of one row alone ${count(peer)}/s`, own / peer);
}

type BondPot = Extract<Pot, { schedule: "symmetric-bond" }>;

/** Uses each result, or the compiler could remove the call. */
function settleAll(
  pots: readonly BondPot[],
  divide: (pot: BondPot) => { readonly agent: bigint },
): number {
  let paid = 0n;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const pot of pots) paid += divide(pot).agent;
  }
  if (paid === 0n) throw new Error("nobody was paid");
  return ROUNDS * pots.length;
}

function fulfilledByHand({ bounty, judgeFee, platformFeeBps, platformFeeMinimum }: BondPot) {
  // Rounded down, as the schedule does: the remainder stays with the agent.
  const share = (bounty * platformFeeBps) / 10_000n;
  const least = share > platformFeeMinimum ? share : platformFeeMinimum;
  const fee = least < bounty ? least : bounty;
  return { principal: judgeFee, agent: 2n * bounty + judgeFee - fee, platform: fee };
}

/** Compared with replaying the same contracts from their transcripts. */
async function simulationLine(): Promise<Line> {
  const keys = toyKeys();
  const worlds = Array.from({ length: WORLDS }, (_, index) => {
    return {
      seed: subSeed(99, index),
      contracts: 20,
      keys,
      plant: null,
      makeStore: storeNamed("memory"),
    };
  });
  const transcripts: Transcript[] = [];
  for (const plan of worlds) {
    const { auditor, store } = await runWorld(plan);
    for (const { id } of auditor.states()) {
      const transcript = await exportTranscript(store, id);
      if (transcript !== null) transcripts.push(transcript);
    }
  }
  const measured = await rates([
    {
      name: "rules",
      run: () => {
        for (const transcript of transcripts) {
          if (!replay(transcript, keys.verify).ok) throw new Error("a transcript does not replay");
        }
        return transcripts.length;
      },
    },
    {
      name: "worlds",
      run: async () => {
        let contracts = 0;
        for (const plan of worlds) contracts += (await runWorld(plan)).auditor.states().length;
        return contracts;
      },
    },
  ]);
  const [peer, own] = [rateOf(measured, "rules"), rateOf(measured, "worlds")];
  const reference = `replays of the same contracts ${count(peer)}/s`;
  return line("simulated contracts with faults", own, "/s", reference, own / peer);
}

function line(
  what: string,
  rate: number,
  unit: string,
  reference: string,
  ratio: number,
  target: number | null = null,
): Line {
  return { what, figure: `${count(rate)} ${unit}`, reference, ratio, target };
}

function base64url(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64url");
}
