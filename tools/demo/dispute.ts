/**
 * A disputed contract from post to payout in an in-memory market. Every entry is signed, the ruling
 * by a judge outside the market. At the end the transcript is verified from its bytes alone.
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
import { generateSigner } from "@bazaar/keys";
import { nativeVerify } from "@bazaar/keys/native-verify";
import { exportTranscript, type Recorded, recordAct } from "@bazaar/market";
import { grant, sampleOffer, TEST_XNO, units } from "@bazaar/testkit";
import { MemoryMarket } from "../memory-market.ts";

const [pia, ada, judge] = [generateSigner(), generateSigner(), generateSigner()];

const market = new MemoryMarket(
  {
    opine: async () => {
      throw new Error("the market asked its own judge");
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
const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

function sumHeld(state: ContractState | undefined): bigint {
  return state?.held.reduce((sum, pot) => sum + pot.principal + pot.agent, 0n) ?? 0n;
}

function print(what: string, facts: string, head: string): void {
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

/** Plays the acts in order, a second apart. */
async function play(contract: ContractId, steps: readonly Step[]): Promise<void> {
  for (const { who, type, data, label } of steps) {
    market.nowMs += 1_000;
    const recorded = must(await market.act(who, contract, type, data));
    if (label !== undefined) print(label, facts(recorded), entryHash(recorded.entry));
  }
}

interface Step {
  readonly who: Signer;
  readonly type: string;
  readonly data: JsonObject;
  readonly label?: string;
}

function facts(recorded: Recorded): string {
  const { phase, deadline } = recorded.state;
  if (phase === "investigating") return `${amount(sumHeld(recorded.state))} XNO held`;
  return deadline === null ? phase : `${phase}, until ${clock(deadline.atMs)}`;
}

const STEPS: readonly Step[] = [
  { who: ada, type: "bond", data: {}, label: "ada bonds" },
  { who: ada, type: "investigate", data: { command: "cat foo.c" } },
  {
    who: pia,
    type: "result",
    data: { command: "cat foo.c", output: "int main(){return bar();}\n" },
    label: "ada reads foo.c",
  },
  { who: ada, type: "accept", data: {} },
  {
    who: ada,
    type: "fix",
    data: { fix: "gcc foo.c -lbar", explanation: "bar is defined in libbar" },
    label: "ada submits a fix",
  },
  {
    who: pia,
    type: "dispute_filed",
    data: { argument: "I do not like it" },
    label: "pia disputes it",
  },
  {
    who: ada,
    type: "dispute_response",
    data: { argument: "gcc exits 0 now, as the contract asks" },
    label: "ada responds",
  },
];

/** The judge reads the public transcript and signs a ruling on its open question. */
async function opinionOf(contract: ContractId): Promise<JsonObject> {
  const transcript = await exportTranscript(market.store, contract);
  if (transcript === null) throw new Error("no transcript to judge");
  const { case: open } = must(verifyTranscript(transcript, nativeVerify));
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
const terms = must(
  fillTerms("fix/2", document, author, sampleOffer(market.server.party, judge.party)),
);
const posted = must(await market.act(pia, null, "post", { terms: termsJson(terms) }));
const contract = posted.state.id;
print("pia posts a contract", `${amount(sumHeld(posted.state))} XNO held`, entryHash(posted.entry));
await play(contract, STEPS);
const staked = sumHeld((await market.store.load(contract))?.state);
await market.turn();
const opinion = { type: "ruling", data: await opinionOf(contract), contract };
const ruled = must(await recordAct(market.needs, opinion));
print("the district court rules", `${ruled.state.rulings[0]?.outcome}`, entryHash(ruled.entry));
market.nowMs += 31_000;
await market.turn();
const closed = await market.store.load(contract);
print("nobody appeals", `${closed?.state.phase}`, await headOf(contract));

const legs = await market.store.legsOf(contract);
const names = { principal: "pia", agent: "ada" } as Readonly<Record<string, string>>;
const paid = legs.map(({ leg }) => `${names[leg.to.role] ?? leg.to.role} ${amount(leg.amount)}`);
const sum = amount(legs.reduce((total, { leg }) => total + leg.amount, 0n));
console.log(`settled: ${paid.join("  ")}  sum ${sum} of ${amount(staked)} held`);

const transcript = await exportTranscript(market.store, contract);
if (transcript === null) throw new Error("no transcript to verify");
const verified = must(verifyTranscript(transcript, nativeVerify));
console.log(
  `transcript verified: ${transcript.entries.length} signed entries, ` +
    `contract ${verified.id.slice(0, 16)} ${verified.phase}`,
);
