/**
 * What every client of a door must do.
 *
 * It is told everything by the market and believes none of it: what it shows of a contract follows
 * from entries that it verified, and an act that it signs means what its author saw.
 */
import {
  type JsonObject,
  type Offer,
  type Party,
  type ProfileName,
  type Signer,
  XNO,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { describe, expect, test } from "vitest";
import type { Connection, PostOptions } from "../src/connection/connection.ts";
import type { Contract } from "../src/connection/contract.ts";
import { AnswerTooLong } from "../src/connection/market-errors.ts";
import { does, taken } from "../src/http/connect/test/in-process.ts";
import { document } from "./door-under-test.ts";
import { TEXT, textJob } from "./text-job.ts";

export interface ConnectionUnderTest extends AsyncDisposable {
  /** Of a market that gives 100 XNO to a key that needs some, and judges failed commands itself. */
  readonly offer: Offer;
  readonly platform: Party;
  /** A new key's connection, if none is given. */
  readonly connect: (signer?: Signer) => Connection;
  /** One round of the market's loops, payouts and receipts included. */
  readonly turn: () => Promise<void>;
  /** How many event streams are open at the door. */
  readonly streams: () => number;
}

export interface SamplePost {
  readonly document: (platform: Party) => JsonObject;
  readonly options?: PostOptions;
}

/** A profile without a document does not compile. */
export const SAMPLE_POSTS: Readonly<Record<ProfileName, SamplePost>> = {
  "fix/2": { document: command },
  "escrow/1": { document: command, options: { profile: "escrow/1" } },
  "job/1": { document: () => textJob() },
  "chat/1": { document: () => ({ agent: generateSigner().party, task: "translate" }) },
};

function command(platform: Party): JsonObject {
  return document({ server: { party: platform } });
}

type Claim = (claim: string, body: (under: Scene) => Promise<void>) => void;

/** A market, and a principal and an agent who deal with each other. */
class Scene {
  readonly under: ConnectionUnderTest;
  readonly principal: Connection;
  readonly agent: Connection;

  constructor(under: ConnectionUnderTest) {
    this.under = under;
    this.principal = under.connect();
    this.agent = under.connect();
  }

  async post(): Promise<Contract> {
    return taken(await this.principal.post(command(this.under.platform))).contract;
  }

  async accepted(open?: Contract): Promise<Contract> {
    const bonded = await does(this.agent, open ?? (await this.post()), "bond");
    return does(this.agent, bonded, "accept");
  }

  /** A whole contract, up to the payouts. */
  async ended(open?: Contract): Promise<Contract> {
    const fixed = await does(this.agent, await this.accepted(open), "fix", { fix: "é" });
    const passed = { success: true, evidence: { exit_code: 0n } };
    const ended = await does(this.principal, fixed, "verify", passed);
    await this.under.turn();
    return ended;
  }
}

export function connectionConformance(
  name: string,
  open: () => Promise<ConnectionUnderTest>,
): void {
  const claim: Claim = (words, body) => {
    test(words, async () => {
      await using under = await open();
      await body(new Scene(under));
    });
  };
  describe(`${name} as a connection`, () => {
    describe("posts", () => postClaims(claim));
    describe("acts", () => actClaims(claim));
    describe("reads", () => readClaims(claim));
    describe("artifacts", () => artifactClaims(claim));
    describe("streams", () => streamClaims(claim));
  });
}

function postClaims(claim: Claim): void {
  for (const [profile, sample] of Object.entries(SAMPLE_POSTS)) {
    claim(`a document of ${profile} becomes a contract of it`, async ({ under, principal }) => {
      const sent = sample.document(under.platform);
      const { contract, isNew } = taken(await principal.post(sent, sample.options));
      expect(isNew).toBe(true);
      const expected = { rules: { profile }, document: sent, principal: principal.party };
      expect(contract.state.terms).toMatchObject(expected);
      expect(taken(await principal.contract(contract.id))).toEqual(contract);
    });
  }

  claim("a job that was posted before is the same contract", async ({ principal }) => {
    const job = textJob();
    const first = taken(await principal.post(job));
    const again = taken(await principal.post(job));
    expect([again.contract.id, again.isNew]).toEqual([first.contract.id, false]);
    expect(taken(await principal.jobs()).jobs).toHaveLength(1);
  });

  claim("a document of no profile is refused", async ({ principal }) => {
    expect(await principal.post({ command: "make" })).toMatchObject({
      ok: false,
      refusal: { code: "malformed_terms", facts: { field: "document" } },
    });
  });
}

function actClaims(claim: Claim): void {
  claim("every entry of a whole contract is signed by its author", async (scene) => {
    const { transcript, state } = await scene.ended();
    const { principal, agent } = scene;
    expect(transcript.entries.map(({ type, author }) => [type, author])).toEqual([
      ["post", principal.party],
      ["bond", agent.party],
      ["accept", agent.party],
      ["fix", agent.party],
      ["verify", principal.party],
    ]);
    expect(state.phase).toBe("fulfilled");
    expect(taken(await agent.balances()).get(XNO.code)).toBe("100.45");
    expect(taken(await agent.balances(principal.party)).get(XNO.code)).toBe("99.5");
  });

  claim("a refusal is a value with the market's code and facts", async (scene) => {
    const { principal } = scene;
    const refused = await principal.act(await scene.post(), "bond");
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: "own_contract", facts: { author: principal.party } },
    });
  });

  claim("a message in between does not prevent a verification", async (scene) => {
    const { principal, agent } = scene;
    const fixed = await does(agent, await scene.accepted(), "fix", { fix: "true" });
    await does(agent, fixed, "message", { message: "please look" });
    const verified = await does(principal, fixed, "verify", { success: true });
    expect(verified.state.phase).toBe("fulfilled");
  });

  claim("a verification is not signed for another fix than the one seen", async (scene) => {
    const { principal, agent } = scene;
    const first = await does(agent, await scene.accepted(), "fix", { fix: "one" });
    const failed = await does(principal, first, "verify", { success: false });
    const second = await does(agent, failed, "fix", { fix: "two" });
    const answer = await principal.act(first, "verify", { success: true });
    expect(answer).toMatchObject({ ok: false, refusal: { code: "stale_head" } });
    expect(taken(await principal.contract(second.id)).chain).toEqual(second.chain);
  });

  claim("a cancel that was free is not signed if it now costs a fee", async (scene) => {
    const open = await scene.post();
    const accepted = await scene.accepted(open);
    const answer = await scene.principal.act(open, "cancel");
    expect(answer).toMatchObject({ ok: false, refusal: { code: "stale_head" } });
    expect(taken(await scene.principal.contract(open.id)).chain).toEqual(accepted.chain);
  });

  claim("of two agents that want one seat, one gets it", async (scene) => {
    const { under, agent } = scene;
    const open = await scene.post();
    const rival = under.connect();
    const answers = await Promise.all([agent.act(open, "bond"), rival.act(open, "bond")]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const [no] = answers.filter((answer) => !answer.ok);
    expect(no).toMatchObject({ refusal: { code: "wrong_phase" } });
  });
}

function readClaims(claim: Claim): void {
  claim("a market tells who it is and what it offers", async ({ under, agent }) => {
    const info = taken(await agent.platformInfo());
    expect(info.offer).toEqual(under.offer);
    expect(info.judge).toBe(under.platform);
    expect(taken(await agent.serverKey())).toBe(under.platform);
  });

  claim("a contract is found by its id, by its alias and from where it was", async (scene) => {
    const { agent } = scene;
    const open = await scene.post();
    const accepted = await scene.accepted(open);
    const alias = open.id.slice(0, 32);
    for (const from of [open.id, alias, open, accepted]) {
      expect(taken(await agent.contract(from))).toEqual(accepted);
    }
  });

  claim("what does not exist is refused", async ({ agent }) => {
    const unknown = "0".repeat(64);
    const refused = { ok: false, refusal: { code: "unknown_contract" } };
    expect(await agent.contract(unknown)).toMatchObject(refused);
    expect(await agent.payouts(unknown)).toMatchObject(refused);
    expect(await agent.receipts(unknown)).toMatchObject(refused);
  });

  claim("contracts are listed by status and bounty, page by page", async (scene) => {
    const { agent } = scene;
    const [one, two] = [await scene.post(), await scene.post()];
    const ended = await scene.ended();
    const ids = async (filter: Parameters<Connection["list"]>[0]) =>
      taken(await agent.list(filter)).contracts.map(({ id }) => id);
    expect(await ids({ status: "fulfilled", minBounty: "0.3" })).toEqual([ended.id]);
    expect(await ids({ minBounty: "0.6" })).toEqual([]);
    const first = taken(await agent.list({ status: "open", limit: 1 }));
    const rest = await ids({ status: "open", before: first.next ?? "" });
    const listed = [...first.contracts.map(({ id }) => id), ...rest];
    expect(listed.toSorted()).toEqual([one.id, two.id].toSorted());
  });

  claim("what was paid can be read, with a receipt for each payout", async (scene) => {
    const { agent } = scene;
    const { id } = await scene.ended();
    const payouts = taken(await agent.payouts(id));
    const paid = ["agent 1.12", "principal 0.17", "platform 0.05"];
    expect(payouts.map(({ to, amount }) => `${to} ${amount}`)).toEqual(paid);
    expect(new Set(payouts.map(({ status }) => status))).toEqual(new Set(["confirmed"]));
    const receipts = taken(await agent.receipts(id));
    expect(receipts.map(({ receipt }) => `${receipt.payee.role} ${receipt.amount}`)).toEqual(paid);
    const { postings } = taken(await agent.statement());
    expect(postings.map(({ direction }) => direction)).toContain("in");
    expect(taken(await agent.reputation(agent.party)).asAgent.get("fulfilled")).toBe(1);
  });

  claim("a faucet says what it gave", async ({ agent }) => {
    const given = taken(await agent.faucet(XNO.code));
    expect(taken(await agent.balances()).get(XNO.code)).toBe(given);
    expect(await agent.faucet("GOLD")).toMatchObject({ ok: false });
  });

  claim("keys of one owner are bound for everybody", async ({ under, principal, agent }) => {
    const second = generateSigner();
    const keys = [agent.party, second.party].sort();
    expect(taken(await agent.owner()).keys).toEqual([agent.party]);
    expect(taken(await agent.bind(second))).toEqual({ name: keys[0], keys });
    expect(taken(await principal.owner(second.party)).keys).toEqual(keys);
    expect(taken(await under.connect(second).owner()).keys).toEqual(keys);
  });

  claim("jobs are listed by provider, schema, buyer and phase", async (scene) => {
    const { under, principal: buyer, agent: provider } = scene;
    const mine = taken(await buyer.post(textJob({ provider: provider.party }))).contract;
    taken(await under.connect().post(textJob()));
    const ids = async (filter: Parameters<Connection["jobs"]>[0]) =>
      taken(await buyer.jobs(filter)).jobs.map(({ id }) => id);
    expect(await ids({})).toHaveLength(2);
    expect(await ids({ provider: provider.party })).toEqual([mine.id]);
    expect(await ids({ buyer: buyer.party, schemaId: TEXT })).toEqual([mine.id]);
    expect(await ids({ schemaId: "oa.patch_gen.v1" })).toEqual([]);
    expect(await ids({ phase: "in_progress" })).toEqual([]);
  });
}

function artifactClaims(claim: Claim): void {
  claim("bytes are stored under their hash, and come back whole", async ({ principal, agent }) => {
    const bytes = Buffer.from([0, 255, 1]);
    const name = taken(await principal.keepArtifact(bytes));
    expect(name).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(Buffer.from(taken(await agent.artifact(name, 3)))).toEqual(bytes);
    await expect(agent.artifact(name, 2)).rejects.toThrow(AnswerTooLong);
    expect(await agent.artifact(`sha256:${"0".repeat(64)}`, 9)).toMatchObject({
      refusal: { code: "unknown_artifact" },
    });
  });
}

function streamClaims(claim: Claim): void {
  claim("events tell what happens to contracts until the reader leaves", async (scene) => {
    const { under, agent } = scene;
    const leaving = new AbortController();
    const stream = agent.events({}, leaving.signal);
    const first = stream.next();
    await expect.poll(under.streams).toBe(1);
    const contract = (await scene.ended()).id.slice(0, 32);
    const told = [(await first).value, (await stream.next()).value, (await stream.next()).value];
    const names = ["contract_posted", "contract_accepted", "contract_resolved"];
    expect(told).toMatchObject(names.map((event) => ({ event, contract })));
    const more = stream.next();
    leaving.abort();
    expect((await more).done).toBe(true);
    await expect.poll(under.streams).toBe(0);
  });

  claim("a provider hears of its own jobs, and readers of contracts of none", async (scene) => {
    const { under, principal: buyer, agent: provider } = scene;
    const leaving = new AbortController();
    const jobs = provider.jobEvents({ provider: provider.party }, leaving.signal);
    const contracts = provider.events({}, leaving.signal);
    const [job, other] = [jobs.next(), contracts.next()];
    await expect.poll(under.streams).toBe(2);
    taken(await buyer.post(textJob()));
    const mine = taken(await buyer.post(textJob({ provider: provider.party }))).contract;
    const event = "contract_posted";
    expect((await job).value).toMatchObject({ event, contract: mine.id.slice(0, 32) });
    const open = await scene.post();
    expect((await other).value).toMatchObject({ event, contract: open.id.slice(0, 32) });
    leaving.abort();
  });

  claim(
    "a contract is followed to its end, each entry once, with what it led to",
    async (scene) => {
      const open = await scene.post();
      const leaving = new AbortController();
      const followed = async (from: Contract | string): Promise<readonly string[]> => {
        const types: string[] = [];
        for await (const { entry, contract } of scene.principal.follow(from, leaving.signal)) {
          expect(contract.transcript.entries[entry.seq]).toEqual(entry);
          types.push(entry.type);
        }
        return types;
      };
      const life = ["post", "bond", "accept", "fix", "verify", "settled"];
      const [all] = await Promise.all([followed(open.id), scene.ended(open)]);
      expect(all).toEqual(life);
      expect(await followed(open)).toEqual(life.slice(1));
    },
  );
}
