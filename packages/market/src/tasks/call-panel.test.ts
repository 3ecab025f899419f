/** A panel that the market calls, through the store and the ledger. */
import {
  type Candidate,
  type ContractId,
  MAX_POOL,
  type Party,
  RATING,
  type Signer,
  verifyTranscript,
} from "@bazaar/kernel";
import {
  AGENT,
  ARBITERS,
  grant,
  PANEL,
  PRINCIPAL,
  RIVAL,
  SERVER,
  sampleData,
  sampleTerms,
  toyVerify,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { codeOf, SmallMarket } from "../../test/small-market.ts";
import type { CallPanel } from "../ports/call-panel.ts";
import { JudgeUnavailable } from "../ports/judge.ts";
import { exportTranscript } from "../queries/export-transcript.ts";
import { solvency } from "../queries/solvency.ts";
import { fireDeadlines } from "./fire-deadlines.ts";
import { runTasks } from "./run-tasks.ts";

const candidates = (signers: readonly Signer[]): readonly Candidate[] =>
  signers.map(({ party }, at) => ({ id: `@${signers.length - at}`, party }));

const calling =
  (signers: readonly Signer[]): CallPanel =>
  async () => ({
    dispute: "disp_1",
    proposal: "prop_1",
    serverNonce: "0f".repeat(16),
    pool: candidates(signers),
  });

async function filed(market: SmallMarket, points = 100n): Promise<ContractId> {
  for (const { party } of [PRINCIPAL, AGENT, ...ARBITERS]) {
    await grant(market.store.ledger, party, points, RATING);
  }
  const id = await market.atWork(sampleTerms(PANEL));
  const data = sampleData("dispute_filed", await market.state(id));
  await market.must(PRINCIPAL, id, "dispute_filed", data);
  return id;
}

async function tick(market: SmallMarket): Promise<void> {
  market.nowMs += 1;
  await fireDeadlines(market.needs());
}

/** The panel is called and drawn. */
async function drawn(market: SmallMarket): Promise<{ id: ContractId; panel: readonly Signer[] }> {
  const id = await filed(market);
  await runTasks(market.needs({ callPanel: calling(ARBITERS) }));
  await market.must(PRINCIPAL, id, "dispute_reveal", sampleData("dispute_reveal", null));
  await tick(market);
  const arbiters = (await market.state(id)).case?.panel?.arbiters ?? [];
  const panel = arbiters.flatMap((one) => ARBITERS.find(({ party }) => party === one.party) ?? []);
  return { id, panel };
}

async function seated(market: SmallMarket): Promise<{ id: ContractId; panel: readonly Signer[] }> {
  const { id, panel } = await drawn(market);
  for (const arbiter of panel) await market.must(arbiter, id, "arbiter_accept");
  return { id, panel };
}

async function bind(market: SmallMarket, one: Signer, other: Signer): Promise<void> {
  await market.store.owners.bind({
    parties: [one.party, other.party].sort() as [Party, Party],
    issuedAtSeconds: 0,
    signatures: ["", ""],
  });
}

test("a market that knows nobody calls an empty pool, and the case goes on without a panel", async () => {
  const market = new SmallMarket();
  const id = await filed(market);
  expect(await runTasks(market.needs())).toBe(1);
  expect((await market.state(id)).case?.panel?.stage).toBe("fallback");
});

test("the pool is sorted by id, and those who belong to a side are left out", async () => {
  const market = new SmallMarket();
  const id = await filed(market);
  const callPanel = calling([...ARBITERS, AGENT, PRINCIPAL, RIVAL]);
  // The rival is another key of the agent.
  await bind(market, AGENT, RIVAL);
  await runTasks(market.needs({ callPanel }));
  const pool = (await market.state(id)).case?.panel?.call?.pool ?? [];
  expect(pool.map(({ id: name }) => name)).toEqual(["@4", "@5", "@6", "@7", "@8"]);
  expect(pool.map(({ party }) => party)).toEqual(ARBITERS.map(({ party }) => party).toReversed());
});

test("one owner has one place in the pool, and so has one id", async () => {
  const market = new SmallMarket();
  const id = await filed(market);
  const [first, second] = ARBITERS;
  if (first === undefined || second === undefined) throw new Error("there are arbiters");
  await bind(market, first, second);
  const call = calling(ARBITERS);
  const callPanel: CallPanel = async (contract) => {
    const called = await call(contract);
    const [one, two, three, ...others] = called.pool;
    if (one === undefined || two === undefined || three === undefined) return called;
    return { ...called, pool: [one, two, three, { ...three, party: RIVAL.party }, ...others] };
  };
  await runTasks(market.needs({ callPanel }));
  const pool = (await market.state(id)).case?.panel?.call?.pool ?? [];
  expect(pool).toHaveLength(ARBITERS.length - 1);
});

test.each([
  { side: "the principal", other: PRINCIPAL },
  { side: "the agent", other: AGENT },
])("an arbiter that turns out to be $side after the draw cannot sit", async ({ other }) => {
  const market = new SmallMarket();
  const { id, panel } = await drawn(market);
  const [first, second] = panel;
  await bind(market, first!, other);
  expect(codeOf(await market.act(first!, id, "arbiter_accept"))).toBe("conflict_of_interest");
  expect(codeOf(await market.act(second!, id, "arbiter_accept"))).toBe("recorded");
});

test("of two who turn out to be one after the draw, one can sit", async () => {
  const market = new SmallMarket();
  const { id, panel } = await drawn(market);
  const [first, second, third] = panel;
  await bind(market, first!, second!);
  const codes: string[] = [];
  for (const arbiter of [second, first, third]) {
    codes.push(codeOf(await market.act(arbiter!, id, "arbiter_accept")));
  }
  expect(codes).toEqual(["recorded", "conflict_of_interest", "recorded"]);
});

test("a pool that is not known yet is asked for again", async () => {
  const market = new SmallMarket();
  const id = await filed(market);
  const callPanel: CallPanel = async () => {
    throw new JudgeUnavailable("the directory did not answer");
  };
  await runTasks(market.needs({ callPanel }));
  expect((await market.state(id)).case?.panel?.stage).toBe("calling");
  market.nowMs += 5_000;
  await runTasks(market.needs({ callPanel: calling(ARBITERS) }));
  expect((await market.state(id)).case?.panel?.stage).toBe("revealing");
});

test("bonds of arbiters are held on the ledger, counted as owed, and returned or burned", async () => {
  const market = new SmallMarket();
  const { id, panel } = await seated(market);
  const [first, second, silent] = panel;
  const balance = (party: string): Promise<bigint> =>
    market.store.ledger.balance(party, RATING.code);
  expect(await balance(first?.party ?? "")).toBe(75n);
  const line = (await solvency(market.needs())).find(({ asset }) => asset.code === RATING.code);
  expect(line).toMatchObject({
    rail: "ledger",
    owedToContracts: 145n,
    held: 145n + line!.owedToAccounts,
  });

  market.nowMs += 3_600_001;
  await fireDeadlines(market.needs());
  const vote = { verdict: "respondent", reasoning: "it works" };
  for (const arbiter of [first, second]) await market.must(arbiter ?? SERVER, id, "vote", vote);
  market.nowMs += 3_600_001;
  await fireDeadlines(market.needs());
  expect((await market.state(id)).phase).toBe("resolved");
  expect(await balance(first?.party ?? "")).toBe(100n);
  expect(await balance(silent?.party ?? "")).toBe(75n);
  expect(await balance("ledger/burn")).toBe(25n);
  expect(await balance(AGENT.party)).toBe(130n);
  const transcript = await exportTranscript(market.store, id);
  expect(transcript !== null && verifyTranscript(transcript, toyVerify)).toMatchObject({
    ok: true,
  });
});

test("an arbiter without enough points cannot sit", async () => {
  const market = new SmallMarket();
  const id = await filed(market, 45n);
  await runTasks(market.needs({ callPanel: calling(ARBITERS) }));
  await market.must(PRINCIPAL, id, "dispute_reveal", sampleData("dispute_reveal", null));
  await tick(market);
  const asked = (await market.state(id)).case?.panel?.arbiters[0]?.party ?? "";
  const spent = { key: "spent", from: asked, to: "shop", asset: RATING.code, amount: 21n };
  await market.store.ledger.transfer(spent);
  const arbiter = ARBITERS.find(({ party }) => party === asked) ?? SERVER;
  const accepted = await market.act(arbiter, id, "arbiter_accept");
  expect(accepted).toMatchObject({ ok: false, refusal: { code: "insufficient_funds" } });
});

test("a call that is refused is tried again", async () => {
  const market = new SmallMarket();
  const id = await filed(market);
  const call = calling(ARBITERS);
  const tooLong: CallPanel = async (contract) => {
    const called = await call(contract);
    return { ...called, pool: called.pool.map((one) => ({ ...one, id: one.id.padEnd(65, "0") })) };
  };
  await runTasks(market.needs({ callPanel: tooLong }));
  expect((await market.state(id)).case?.panel?.stage).toBe("calling");
  market.nowMs += 5_000;
  await runTasks(market.needs({ callPanel: call }));
  expect((await market.state(id)).case?.panel?.stage).toBe("revealing");
});

test("of too many the nonce selects, not the smallest ids", async () => {
  const market = new SmallMarket();
  const id = await filed(market);
  const many = Array.from({ length: MAX_POOL + 500 }, (_, at) => ({
    id: `@${String(at).padStart(5, "0")}`,
    party: `fix_${at.toString(16).padStart(64, "0")}` as Party,
  }));
  const callPanel: CallPanel = async (contract) => ({
    ...(await calling([])(contract)),
    pool: many,
  });
  await runTasks(market.needs({ callPanel }));
  const pool = (await market.state(id)).case?.panel?.call?.pool ?? [];
  expect(pool).toHaveLength(MAX_POOL);
  expect(pool.at(-1)?.id).not.toBe(many[MAX_POOL - 1]?.id);
});
