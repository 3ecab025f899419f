/** Contracts of every profile, from the document of the dialect to the last payout. */
import {
  type ContractId,
  type JsonObject,
  nonceCommitment,
  type ProfileName,
  type Signer,
  voteCommitment,
} from "@bazaar/kernel";
import {
  AGENT,
  ARBITERS,
  PRINCIPAL,
  RIVAL,
  SAMPLE_NONCE,
  SAMPLE_SALT,
  SERVER,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { ProfileMarket, REFERRER } from "../test/profile-market.ts";

const COMMAND: JsonObject = {
  task: { command: "make test" },
  escrow: { bounty: "0.5", currency: "XNO", chain: "nano" },
  judge: { pubkey: SERVER.party },
};
/** An odd budget, so that its halves differ. */
const JOB: JsonObject = {
  kind: "run",
  spec: { command: "sh add.sh" },
  verification: [{ method: "exit_code", expected: 0n }],
  budget: { amount: "1.000000001", currency: "XNO", chain: "nano" },
  author: RIVAL.party,
  referrer: REFERRER.party,
};
const PROPOSAL: JsonObject = {
  agent: AGENT.party,
  task: "translate the letter",
  amount: 2n,
  currency: "XNO",
  elo_stake: 30n,
  expires: 86_400n,
};

const RESULT = { fix: "done", explanation: "as agreed" };
const PASSED = { success: true, evidence: { exit_code: 0n } };
const FILED = { argument: "it does not work" };
const COMMITTED = { ...FILED, commitment: nonceCommitment(SAMPLE_NONCE) };
const RESPONSE = { argument: "it does" };

interface Scene {
  readonly market: ProfileMarket;
  readonly id: ContractId;
}

/** How one contract of a profile lives: it is handed in or agreed on, and then paid or disputed. */
interface Life {
  readonly begin: () => Promise<Scene>;
  readonly approve: JsonObject;
  readonly paid: readonly string[];
  readonly dispute: (scene: Scene) => Promise<void>;
  readonly settled: readonly string[];
}

async function begun(profile: ProfileName, document: JsonObject, ...acts: string[]) {
  const market = await ProfileMarket.open();
  const id = await market.propose(profile, document);
  for (const act of acts) await market.must(AGENT, id, act, act === "fix" ? RESULT : {});
  return { market, id };
}

/** The last of three courts decides, and the loser pays all of them. */
async function throughThreeCourts({ market, id }: Scene): Promise<void> {
  market.opinion = { answer: "canceled", reasoning: "It does not work.", details: {} };
  await market.must(PRINCIPAL, id, "dispute_filed", FILED);
  await market.must(AGENT, id, "dispute_response", RESPONSE);
  await market.goOn();
  market.opinion = { answer: "fulfilled", reasoning: "It works.", details: {} };
  for (const [loser, winner] of [
    [AGENT, PRINCIPAL],
    [PRINCIPAL, AGENT],
  ] as const) {
    await market.must(loser, id, "appeal", { argument: "look again" });
    await market.must(winner, id, "dispute_response", RESPONSE);
    await market.goOn();
  }
}

function ofCommand(profile: ProfileName): Life {
  return {
    begin: () => begun(profile, COMMAND, "bond", "accept", "fix"),
    approve: PASSED,
    paid: ["fulfilled: fulfilled", "XNO: principal -0.5, agent +0.45, platform +0.05"],
    dispute: throughThreeCourts,
    settled: ["resolved: ruled_fulfilled", "XNO: principal -0.67, agent +0.45, platform +0.22"],
  };
}

const JOB_PAID =
  "XNO: principal -1.000000001, agent +0.700000001, author +0.15, referrer +0.05, platform +0.1";
const PROPOSAL_PAID = "XNO: principal -2, agent +1.8, platform +0.2";
const AGENT_WINS = ["resolved: ruled_fulfilled", PROPOSAL_PAID, "RATING: principal -30, agent +30"];

/** A profile without a life does not compile. */
const LIVES: Readonly<Record<ProfileName, Life>> = {
  "fix/2": ofCommand("fix/2"),
  "escrow/1": ofCommand("escrow/1"),
  "job/1": {
    begin: () => begun("job/1", JOB, "accept", "fix"),
    approve: PASSED,
    paid: ["fulfilled: fulfilled", JOB_PAID],
    async dispute({ market, id }) {
      market.verdict = "pass";
      await market.must(PRINCIPAL, id, "dispute_filed", FILED);
      await market.must(AGENT, id, "dispute_response", RESPONSE);
      await market.goOn();
    },
    settled: ["resolved: ruled_fulfilled", JOB_PAID],
  },
  "chat/1": {
    async begin() {
      const scene = await begun("chat/1", PROPOSAL);
      await scene.market.must(AGENT, scene.id, "accept", { stake: "40" });
      return scene;
    },
    // Nothing has to be handed in: the principal says that it is done.
    approve: { success: true },
    paid: ["fulfilled: fulfilled", PROPOSAL_PAID],
    async dispute({ market, id }) {
      await market.must(AGENT, id, "dispute_filed", COMMITTED);
      await seat(market, id, AGENT);
      await seal(market, id, ["disputant", "disputant", "respondent"]);
      await unseal(market, id, ["disputant", "disputant", "respondent"]);
    },
    settled: AGENT_WINS,
  },
};

describe.each(Object.entries(LIVES))("a contract of %s", (_, life) => {
  test("lives and is paid", async () => {
    const scene = await life.begin();
    await scene.market.must(PRINCIPAL, scene.id, "verify", life.approve);
    expect(await scene.market.end(scene.id)).toEqual(life.paid);
  });

  test("is disputed and settled", async () => {
    const scene = await life.begin();
    await life.dispute(scene);
    expect(await scene.market.end(scene.id)).toEqual(life.settled);
  });
});

describe("job/1", () => {
  const handedIn = (more: JsonObject = {}): Promise<Scene> =>
    begun("job/1", { ...JOB, ...more }, "accept", "fix");

  const HALF =
    "XNO: principal -0.500000001, agent +0.350000001, author +0.075, referrer +0.025, platform +0.05";

  test.each([
    { verdict: "fail", end: ["resolved: ruled_canceled"] },
    { verdict: "no_verdict", end: ["resolved: ruled_split", HALF] },
  ] as const)("without a court is settled by running the check again: $verdict", async (row) => {
    const { market, id } = await handedIn();
    market.verdict = row.verdict;
    await market.must(PRINCIPAL, id, "dispute_filed", FILED);
    await market.must(AGENT, id, "dispute_response", RESPONSE);
    await market.goOn();
    expect(await market.end(id)).toEqual(row.end);
  });

  test("is settled by a panel's sealed votes if the check has no verdict", async () => {
    const { market, id } = await handedIn({ panel: true });
    market.verdict = "no_verdict";
    await market.must(PRINCIPAL, id, "dispute_filed", COMMITTED);
    await market.must(AGENT, id, "dispute_response", RESPONSE);
    await seat(market, id, PRINCIPAL);
    // Arbiters of jobs are chosen by their receipts, and hold no points.
    expect((await market.store.ledger.totals("RATING")).holds).toBe(0n);
    await seal(market, id, ["respondent", "disputant", "respondent"]);
    await unseal(market, id, ["respondent", "disputant", "respondent"]);
    expect(await market.end(id)).toEqual(["resolved: ruled_fulfilled", JOB_PAID]);
  });
});

describe("chat/1", () => {
  const agreed = LIVES["chat/1"].begin;

  async function disputed(): Promise<Scene> {
    const scene = await agreed();
    await scene.market.must(AGENT, scene.id, "dispute_filed", COMMITTED);
    return scene;
  }

  test("holds nothing before its agent accepts", async () => {
    const { market, id } = await begun("chat/1", PROPOSAL);
    expect(await market.end(id)).toEqual(["open: no outcome"]);
  });

  test("gives money and stakes back if it expires after acceptance", async () => {
    const { market, id } = await agreed();
    await market.goOn(86_401);
    expect(await market.end(id)).toEqual(["canceled: canceled"]);
  });

  test("holds 25 points of each of its three arbiters", async () => {
    const { market, id } = await disputed();
    await seat(market, id, AGENT);
    expect((await market.store.ledger.totals("RATING")).holds).toBe(70n + 3n * 25n);
  });

  test("burns the points of an arbiter who sits and does not vote", async () => {
    const { market, id } = await disputed();
    await seat(market, id, AGENT);
    const [, , last] = await market.drawn(id);
    const silent = ARBITERS.findIndex(({ party }) => party === last?.party);
    await seal(market, id, ["respondent", "respondent"]);
    await market.goOn(3_601);
    await unseal(market, id, ["respondent", "respondent"]);
    await market.goOn(301);
    expect(await market.end(id)).toEqual([
      "resolved: ruled_canceled",
      `RATING: principal +40, agent -40, burned +25, arbiter ${silent} -25`,
    ]);
  });

  test.each([
    { respondent: "answers", end: ["resolved: ruled_impossible"] },
    { respondent: "is silent", end: AGENT_WINS },
  ])("falls back where too few can sit: the respondent $respondent", async (row) => {
    const { market, id } = await disputed();
    market.pool = ARBITERS.slice(0, 2);
    await market.goOn();
    if (row.respondent === "answers") await market.must(PRINCIPAL, id, "evidence", EVIDENCE);
    await market.goOn(1_801);
    expect(await market.end(id)).toEqual(row.end);
  });
});

const EVIDENCE = { items: [], statement: "as I said" };

/** The panel is called, drawn and seated, and hears both sides. */
async function seat(market: ProfileMarket, id: ContractId, filer: Signer): Promise<void> {
  await market.goOn();
  await market.must(filer, id, "dispute_reveal", { nonce: SAMPLE_NONCE });
  await market.goOn(1);
  for (const arbiter of await market.drawn(id)) await market.must(arbiter, id, "arbiter_accept");
  for (const side of [PRINCIPAL, AGENT]) await market.must(side, id, "evidence", EVIDENCE);
}

type Verdict = "disputant" | "respondent";

async function seal(market: ProfileMarket, id: ContractId, votes: readonly Verdict[]) {
  const panel = await market.drawn(id);
  for (const [at, verdict] of votes.entries()) {
    const arbiter = panel[at] ?? SERVER;
    const commitment = voteCommitment(id, arbiter.party, verdict, SAMPLE_SALT);
    await market.must(arbiter, id, "vote", { commitment });
  }
}

async function unseal(market: ProfileMarket, id: ContractId, votes: readonly Verdict[]) {
  const panel = await market.drawn(id);
  for (const [at, verdict] of votes.entries()) {
    const vote = { verdict, reasoning: "the evidence shows it", salt: SAMPLE_SALT };
    await market.must(panel[at] ?? SERVER, id, "vote", vote);
  }
}
