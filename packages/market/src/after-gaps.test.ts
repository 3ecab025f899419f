/** Nobody loses time, or money, by an outage of the market. */
import { type ContractId, chainJson, type JsonObject } from "@bazaar/kernel";
import { AGENT, PRINCIPAL, samplePot, sampleTerms, signedRequest, through } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { codeOf, SmallMarket } from "../test/small-market.ts";
import { Heartbeat } from "./heartbeat.ts";
import type { Needs } from "./needs.ts";
import { StoreUnavailable } from "./ports/store.ts";
import { recordAct } from "./record-act.ts";
import { fireDeadlines } from "./tasks/fire-deadlines.ts";
import { runTasks } from "./tasks/run-tasks.ts";

const FIX: JsonObject = { fix: "make", explanation: "done" };

/** A market that notes its heartbeats, so that its outages are known. */
class Market extends SmallMarket {
  #heartbeat: Heartbeat | null = null;

  override needs(changes: Partial<Needs> = {}): Needs {
    const outages = this.#heartbeat === null ? {} : { outages: this.#heartbeat };
    return super.needs({ ...outages, ...changes });
  }

  static async running(): Promise<Market> {
    const market = new Market();
    await market.live(0);
    return market;
  }

  /** Runs for some time, second by second. */
  async live(seconds: number): Promise<void> {
    this.#heartbeat ??= await Heartbeat.start(this.store, { nowMs: () => this.nowMs });
    await this.#heartbeat.beat();
    for (let second = 0; second < seconds; second += 1) {
      this.nowMs += 1_000;
      await this.#heartbeat.beat();
    }
  }

  /** Stands still for some time: there is no beat yet. */
  freeze(seconds: number): void {
    this.nowMs += seconds * 1_000;
  }

  async extensions(id: ContractId): Promise<readonly JsonObject[]> {
    const entries = await this.store.entries(id);
    return entries.flatMap(({ entry }) => (entry.type === "extended" ? [entry.data] : []));
  }
}

test("an agent whose turn ran out in an outage is not fined", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  await market.live(60);
  const from = market.nowMs;
  market.freeze(125);
  expect(await fireDeadlines(market.needs())).toBe(0);
  expect((await market.state(id)).phase).toBe("in_progress");
  expect(await market.extensions(id)).toEqual([{ from: BigInt(from), to: BigInt(market.nowMs) }]);
  await market.live(60);
  await market.must(AGENT, id, "fix", FIX);
  await market.must(PRINCIPAL, id, "verify", { success: true });
});

test("a turn runs out when its own time is used up, without the gaps", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  await market.live(60);
  market.freeze(125);
  await market.live(60);
  expect(await fireDeadlines(market.needs())).toBe(0);
  await market.live(1);
  expect(await fireDeadlines(market.needs())).toBe(1);
  expect((await market.types(id)).slice(-2)).toEqual(["extended", "abandoned"]);
});

test("what had run out before an outage stays so", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  await market.live(121);
  market.freeze(500);
  expect(await fireDeadlines(market.needs())).toBe(1);
  expect(await market.extensions(id)).toEqual([]);
});

test("an act that comes back first after an outage is judged by the moved deadline", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  await market.live(10);
  market.freeze(300);
  // Without a place in the chain, as older clients sign.
  const origin = signedRequest(AGENT, `/contracts/${id}/fix`, chainJson(FIX), market.nowMs);
  const fix = { type: "fix", data: { ...FIX, origin }, contract: id };
  expect(codeOf(await recordAct(market.needs(), fix))).toBe("recorded");
  expect((await market.types(id)).slice(-2)).toEqual(["extended", "fix"]);
});

test("an entry signed for the head before the extension has to be signed again", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  market.freeze(300);
  expect(codeOf(await market.act(AGENT, id, "fix", FIX))).toBe("stale_head");
  await market.must(AGENT, id, "fix", FIX);
});

test("an act that is in time and starts a fresh clock needs no extension", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  await market.live(40);
  market.freeze(30);
  await market.must(AGENT, id, "fix", FIX);
  expect(await market.extensions(id)).toEqual([]);
});

test("a message of the other side does not use up what the agent is due", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  await market.live(40);
  market.freeze(70);
  expect(codeOf(await market.act(PRINCIPAL, id, "message", { message: "hurry" }))).toBe(
    "stale_head",
  );
  await market.must(PRINCIPAL, id, "message", { message: "hurry" });
  await market.live(79);
  await market.must(AGENT, id, "fix", FIX);
});

test("leaving is free if only an outage has used up the grace period", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  await market.live(20);
  market.freeze(30);
  expect(codeOf(await market.act(AGENT, id, "back_out"))).toBe("stale_head");
  const left = await market.must(AGENT, id, "back_out");
  expect(left.isFeeDue).toBe(false);
});

test("a halt keeps the time that was left without the gap", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  await market.live(40);
  market.freeze(30);
  await market.act(PRINCIPAL, id, "halt");
  await market.must(PRINCIPAL, id, "halt");
  expect((await market.state(id)).case?.frozen?.leftMs).toBe(80_000);
});

test("a judge is still asked after an outage that was longer than its time", async () => {
  const market = await Market.running();
  const id = await market.inCourt();
  await market.live(10);
  market.freeze(3_600);
  expect(await runTasks(market.needs())).toBe(1);
  expect((await market.types(id)).slice(-2)).toEqual(["extended", "ruling"]);
});

test("a judge is told the moved deadline", async () => {
  const market = await Market.running();
  await market.inCourt();
  await market.live(10);
  market.freeze(3_600);
  const asked: number[] = [];
  const judge: Needs["judge"] = {
    opine: async ({ question }) => {
      asked.push(question.byMs);
      return { answer: "fulfilled", reasoning: "", details: {} };
    },
  };
  await runTasks(market.needs({ judge }));
  expect(asked).toEqual([market.nowMs + 50_000]);
});

test("a check is not given up because its time ran out in an outage", async () => {
  const market = await Market.running();
  const work = { kind: "run", spec: { command: "make test" } } as const;
  const id = await market.atWork(sampleTerms({ work }));
  await market.must(AGENT, id, "fix", FIX);
  await market.must(PRINCIPAL, id, "dispute_filed", { argument: "it fails" });
  await market.must(AGENT, id, "dispute_response", { argument: "it passes" });
  market.freeze(1_000);
  expect(await fireDeadlines(market.needs())).toBe(0);
  expect(await runTasks(market.needs())).toBe(1);
  expect((await market.types(id)).slice(-2)).toEqual(["extended", "checked"]);
  expect((await market.state(id)).phase).toBe("ruled");
});

test("a deposit can still be made after an outage that was longer than its time", async () => {
  const market = await Market.running();
  const id = await market.post(sampleTerms({ pots: [samplePot({ rail: "nano" })] }));
  market.freeze(3_600);
  await runTasks(market.needs());
  expect(await market.store.holdsOf(id)).toHaveLength(1);
  expect(await fireDeadlines(market.needs())).toBe(0);
  expect((await market.state(id)).phase).toBe("unfunded");
});

test("several gaps are written one after another", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  for (const seconds of [5, 6, 7]) {
    await market.live(30);
    market.freeze(seconds);
    await market.live(1);
  }
  await market.live(15);
  expect(await fireDeadlines(market.needs())).toBe(0);
  const lengths = (await market.extensions(id)).map(({ from, to }) => Number(to) - Number(from));
  expect(lengths).toEqual([5_000, 6_000, 7_000]);
});

test("two processes that come back at once write one extension", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  market.freeze(125);
  await Promise.all([fireDeadlines(market.needs()), fireDeadlines(market.needs())]);
  expect(await market.extensions(id)).toHaveLength(1);
});

test("an extension that cannot be stored leaves everything as it was", async () => {
  const market = await Market.running();
  const id = await market.atWork();
  market.freeze(125);
  const store = through(market.store, async (name, call) => {
    if (name === "commit") throw new StoreUnavailable("the disk is full");
    return call();
  });
  await expect(fireDeadlines(market.needs({ store }))).rejects.toThrow(StoreUnavailable);
  expect((await market.types(id)).at(-1)).toBe("accept");
  market.freeze(60);
  expect(await fireDeadlines(market.needs())).toBe(0);
  const lengths = (await market.extensions(id)).map(({ from, to }) => Number(to) - Number(from));
  expect(lengths).toEqual([125_000, 60_000]);
});
