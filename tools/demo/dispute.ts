/**
 * One whole disputed contract, played through the market in memory: every entry is signed, the
 * ruling by a judge that is not the market, every unit is accounted for, and at the end the
 * transcript is verified as a stranger would.
 */
import {
  type ContractId,
  type ContractState,
  entryHash,
  fillTerms,
  formatAmount,
  type JsonObject,
  type Result,
  type Signer,
  signOpinion,
  termsJson,
  verifyTranscript,
} from "@bazaar/kernel";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { exportTranscript, type Recorded, recordAct } from "@bazaar/market";
import { grant, sampleOffer, TEST_XNO, units } from "@bazaar/testkit";
import { MemoryMarket } from "../memory-market.ts";

const [pia, ada, judge] = [generateSigner(), generateSigner(), generateSigner()];

const market = new MemoryMarket(
  {
    opine: async () => {
      throw new Error("the market was asked in its judge's place");
    },
  },
  (platform) => sampleOffer(platform, judge.party),
  Date.now(),
);

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`the market refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

const amount = (raw: bigint): string => formatAmount(raw, TEST_XNO);
const at = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

function sumHeld(state: ContractState | undefined): bigint {
  return state?.held.reduce((sum, pot) => sum + pot.principal + pot.agent, 0n) ?? 0n;
}

function say(what: string, facts: string, head: string): void {
  console.log(`${what.padEnd(36)} ${facts.padEnd(34)} head ${head.slice(0, 8)}…`);
}

async function headOf(contract: ContractId): Promise<string> {
  return (await market.store.load(contract))?.chain.head ?? "";
}

const document: JsonObject = {
  version: 2n,
  task: { command: "gcc foo.c", error: "undefined reference to `bar'", type: "compile_error" },
  execution: { mode: "autonomous" },
  escrow: { bounty: "0.50", currency: "XNO", chain: "nano" },
  judge: { pubkey: judge.party, fee: "0.17" },
};

/** One act after the other, a second apart. */
async function play(contract: ContractId, steps: readonly Step[]): Promise<void> {
  for (const { who, type, data, says } of steps) {
    market.nowMs += 1_000;
    const recorded = must(await market.act(who, contract, type, data));
    if (says !== undefined) say(says, facts(recorded), entryHash(recorded.entry));
  }
}

interface Step {
  readonly who: Signer;
  readonly type: string;
  readonly data: JsonObject;
  readonly says?: string;
}

function facts(recorded: Recorded): string {
  const { phase, deadline } = recorded.state;
  if (phase === "investigating") return `${amount(sumHeld(recorded.state))} XNO held`;
  return deadline === null ? phase : `${phase}, ends ${at(deadline.atMs)}`;
}

const STEPS: readonly Step[] = [
  { who: ada, type: "bond", data: {}, says: "ada bonds" },
  { who: ada, type: "investigate", data: { command: "cat foo.c" } },
  {
    who: pia,
    type: "result",
    data: { command: "cat foo.c", output: "int main(){return bar();}\n" },
    says: "ada looks at foo.c",
  },
  { who: ada, type: "accept", data: {} },
  {
    who: ada,
    type: "fix",
    data: { fix: "gcc foo.c -lbar", explanation: "bar lives in libbar" },
    says: "ada hands in a fix",
  },
  {
    who: pia,
    type: "dispute_filed",
    data: { argument: "I do not like it" },
    says: "pia disputes",
  },
  {
    who: ada,
    type: "dispute_response",
    data: { argument: "gcc exits 0 now, as the contract asks" },
    says: "ada answers",
  },
];

/** Reads what anybody can read, and signs its answer to the question that is open there. */
async function opinionOf(contract: ContractId): Promise<JsonObject> {
  const transcript = await exportTranscript(market.store, contract);
  if (transcript === null) throw new Error("there is nothing to judge");
  const { case: open } = must(verifyTranscript(transcript, ed25519Verify));
  if (open?.question == null) throw new Error("no question is open");
  return signOpinion(judge, contract, {
    outcome: "fulfilled",
    court: open.bench,
    question: BigInt(open.question),
    reasoning: "The recorded check passed after the fix; the objection names no failure.",
  });
}

for (const { party } of [pia, ada]) await grant(market.store.ledger, party, units("5"));

const author = { principal: pia.party, nonce: "07".repeat(32) };
const terms = must(fillTerms(document, author, sampleOffer(market.server.party, judge.party)));
const posted = must(await market.act(pia, null, "post", { terms: termsJson(terms) }));
const contract = posted.state.id;
say("pia posts a contract", `${amount(sumHeld(posted.state))} XNO held`, entryHash(posted.entry));
await play(contract, STEPS);
const staked = sumHeld((await market.store.load(contract))?.state);
await market.turn();
const opinion = { type: "ruling", data: await opinionOf(contract), contract };
const ruled = must(await recordAct(market.needs, opinion));
say("district rules", `${ruled.state.rulings[0]?.outcome}`, entryHash(ruled.entry));
market.nowMs += 31_000;
await market.turn();
const closed = await market.store.load(contract);
say("nobody appeals", `${closed?.state.phase}`, await headOf(contract));

const legs = await market.store.legsOf(contract);
const names = { principal: "pia", agent: "ada" } as Readonly<Record<string, string>>;
const paid = legs.map(({ leg }) => `${names[leg.to.role] ?? leg.to.role} ${amount(leg.amount)}`);
const sum = amount(legs.reduce((total, { leg }) => total + leg.amount, 0n));
console.log(`settled: ${paid.join("  ")}  sum ${sum} of ${amount(staked)} held`);

const transcript = await exportTranscript(market.store, contract);
if (transcript === null) throw new Error("the contract left no transcript");
const verified = must(verifyTranscript(transcript, ed25519Verify));
console.log(
  `verified as a stranger would: ${transcript.entries.length} signed entries, ` +
    `contract ${verified.id.slice(0, 16)} ${verified.phase}`,
);
