import { BadAnswer, type Contract } from "@bazaar/doors/connection";
import { isJsonObject } from "@bazaar/kernel";
import { describe, expect, test } from "vitest";
import { BuyScene, RIGHT, WRONG } from "../../test/buy-scene.ts";
import type { BuyStep } from "./buy-step.ts";

const typesOf = ({ transcript }: Contract) => transcript.entries.map(({ type }) => type);
const countOf = (list: readonly string[], name: string) =>
  list.filter((one) => one === name).length;

/** The buyer starts with 100; the price is 1, of which the market keeps a tenth. */
const PAID_ONCE = { buyer: "99", provider: "0.9", jobs: 1 };
const UNPAID = { buyer: "100", provider: "0", jobs: 1 };

test("a result that passes is paid on the buyer's word", async () => {
  await using scene = await BuyScene.open({ results: [RIGHT] });
  const bought = await scene.bought();
  expect(bought).toMatchObject({ isPaid: true, verified: { verdict: "pass", reason: null } });
  expect(typesOf(bought.contract)).toEqual(["post", "accept", "fix", "verify"]);
  expect(scene.told.filter((step) => step !== "approved")).toEqual([
    "posted",
    "accepted",
    "handed_in",
    "verified",
    "ended",
  ]);
  expect(await scene.books()).toEqual(PAID_ONCE);
});

test("a provider that does not accept gets nothing, and the money is free again", async () => {
  await using scene = await BuyScene.open();
  const bought = await scene.bought();
  expect(bought).toMatchObject({ isPaid: false, result: null, verified: null });
  expect(typesOf(bought.contract)).toContain("auto_cancel");
  expect((await scene.books()).buyer).toBe("100");
});

test("a result that fails is refused with its evidence and not paid", async () => {
  await using scene = await BuyScene.open({ results: [WRONG], terms: { max_attempts: 1n } });
  const bought = await scene.bought();
  expect(bought).toMatchObject({ isPaid: false, verified: { verdict: "fail" } });
  expect(bought.contract.state.phase).toBe("contest");
  const { data } = bought.contract.transcript.entries.at(-1) ?? {};
  expect(data).toMatchObject({ success: false, evidence: bought.verified?.evidence });
  // Only the provider can act now; it says nothing.
  await scene.place.clock.sleep(3_600_000);
  expect(await scene.books()).toEqual(UNPAID);
});

test("after a result that fails the provider may try again, and is paid once", async () => {
  await using scene = await BuyScene.open({ results: [WRONG, WRONG, RIGHT] });
  const bought = await scene.bought();
  expect(bought.isPaid).toBe(true);
  const attempts = scene.steps.flatMap((step) => (step.step === "handed_in" ? step.attempt : []));
  expect(attempts).toEqual([1, 2, 3]);
  const verdicts = scene.steps.flatMap((step) => (step.step === "verified" ? step.verdict : []));
  expect(verdicts).toEqual(["fail", "fail", "pass"]);
  expect(await scene.books()).toEqual(PAID_ONCE);
});

test("a provider that disputes a rejection is answered at once, also by a buyer that was stopped", async () => {
  const stopping = new AbortController();
  await using scene = await BuyScene.open({ results: [WRONG], disputes: true });
  const onStep = (step: BuyStep): void => {
    if (step.step === "disputed") stopping.abort(new Error("killed"));
  };
  await expect(scene.buy({ signal: stopping.signal, onStep })).rejects.toThrow("killed");
  const bought = await scene.bought();
  const types = typesOf(bought.contract);
  expect(types.slice(2, 6)).toEqual(["fix", "verify", "dispute_filed", "dispute_response"]);
  expect(types).not.toContain("in_absentia");
  expect(scene.steps).toContainEqual({ step: "disputed", by: "provider" });
  expect(bought.isPaid).toBe(false);
});

describe("a result that the buyer cannot check", () => {
  test("is disputed with the reason, and neither accepted nor rejected", async () => {
    await using scene = await BuyScene.open({ results: [RIGHT], schemaId: "oa.sandbox_run.v1" });
    const bought = await scene.bought();
    const { entries } = bought.contract.transcript;
    expect(countOf(typesOf(bought.contract), "verify")).toBe(0);
    const filed = entries.find(({ type }) => type === "dispute_filed");
    expect(filed?.data.argument).toBe(bought.verified?.reason);
    expect(isJsonObject(filed?.data.evidence) && filed.data.evidence.reason).toBeTruthy();
    expect(scene.told).toContain("disputed");
    // Here no court and no check answers.
    expect(bought).toMatchObject({ isPaid: false, verified: { verdict: "no_verdict" } });
  });
});

describe("a buyer that is stopped", () => {
  /** A buyer whose process ends at its `at`th request: before it is sent, or before its answer. */
  function dying(scene: BuyScene, at: number, isSent: boolean) {
    let sent = 0;
    const ended = new AbortController();
    const fetch = async (request: Request): Promise<Response> => {
      sent += 1;
      if (ended.signal.aborted) throw new TypeError("the process has ended");
      if (sent < at) return scene.place.fetch(request);
      if (isSent) await (await scene.place.fetch(request)).body?.cancel();
      ended.abort(new Error("killed"));
      throw new TypeError("the process has ended");
    };
    return { fetch, signal: ended.signal, isAlive: () => !ended.signal.aborted };
  }

  test.each([
    { when: "before a request", isSent: false },
    { when: "between a request and its answer", isSent: true },
  ])("$when and buys again goes on with the same job and pays once", async ({ isSent }) => {
    for (let at = 1; ; at += 1) {
      await using scene = await BuyScene.open({ results: [WRONG, RIGHT] });
      const { isAlive, ...process } = dying(scene, at, isSent);
      const first = await scene.buy(process).catch(() => "killed");
      if (isAlive()) {
        expect(first).toMatchObject({ ok: true });
        expect(at).toBeGreaterThan(8);
        return;
      }
      const bought = await scene.bought();
      expect(bought, `at request ${at}`).toMatchObject({ isPaid: true });
      expect(countOf(typesOf(bought.contract), "verify")).toBe(2);
      expect(await scene.books(), `at request ${at}`).toEqual(PAID_ONCE);
    }
  });

  test.each(["posted", "accepted", "handed_in", "verified", "ended"])(
    "when it has told that it is %s is told how far the job came",
    async (name) => {
      await using scene = await BuyScene.open({ results: [RIGHT] });
      const stopping = new AbortController();
      const onStep = ({ step }: { readonly step: string }): void => {
        if (step === name) stopping.abort(new Error("killed"));
      };
      await scene.buy({ signal: stopping.signal, onStep }).catch(() => null);
      scene.steps.length = 0;
      const bought = await scene.bought();
      expect(bought).toMatchObject({ isPaid: true, verified: { verdict: "pass" } });
      expect(countOf(scene.told, "ended")).toBe(1);
      expect(countOf(scene.told, "posted")).toBe(0);
      expect(await scene.books()).toEqual(PAID_ONCE);
    },
  );

  test("and comes back when all is over learns what it bought", async () => {
    await using scene = await BuyScene.open({ results: [WRONG, RIGHT] });
    const first = await scene.bought();
    scene.steps.length = 0;
    const again = await scene.bought();
    expect(again.contract.id).toBe(first.contract.id);
    expect(again).toMatchObject({ isPaid: true, result: first.result });
    expect(again.verified?.evidence).toEqual(first.verified?.evidence);
    expect(scene.told.at(0)).toBe("resumed");
    expect(scene.told).not.toContain("verified");
  });
});

test("a market that lies about what was handed in is not believed, and nothing is paid", async () => {
  await using scene = await BuyScene.open({ results: [WRONG] });
  const lying = async (request: Request): Promise<Response> => {
    const answer = await scene.place.fetch(request);
    if (!request.url.endsWith("/transcript")) return answer;
    const text = await answer.text();
    return new Response(text.replaceAll("Hello.", "Hullo."), answer);
  };
  await expect(scene.buy({ fetch: lying })).rejects.toBeInstanceOf(BadAnswer);
  expect(scene.told).not.toContain("verified");
});
