import type { Clock, Contract } from "@bazaar/doors/connection";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestMarket } from "../../test/test-market.ts";
import { PickupNotice } from "./pickup-notice.ts";

let stand: TestMarket;
let said: string[];

beforeEach(async () => {
  stand = await TestMarket.open();
  said = [];
});

afterEach(async () => {
  await stand[Symbol.asyncDispose]();
});

/** Time that passes when the test says so. */
function clockFrom(contract: Contract): Clock & { passes(ms: number): Promise<void> } {
  let nowMs = contract.state.receivedMs;
  const sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    sleep: (ms, signal) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      sleepers.push({ atMs: nowMs + ms, wake: resolve });
      signal?.addEventListener("abort", () => resolve());
      return promise;
    },
    async passes(ms) {
      nowMs += ms;
      for (const { atMs, wake } of sleepers) if (atMs <= nowMs) wake();
      await Promise.resolve();
    },
  };
}

test("after 20 seconds without an agent it says what waiting and leaving cost", async () => {
  const contract = await stand.post("make");
  const clock = clockFrom(contract);
  using notice = new PickupNotice(clock, (label, text) => said.push(`${label}: ${text}`));
  notice.see({ type: "posted", contract, deposit: null });
  await clock.passes(19_000);
  expect(said).toEqual([]);
  await clock.passes(1_000);
  expect(said).toEqual([
    "no agent: no agent has taken it yet; it waits for an agent to take it, 10 s left; then the contract is canceled and the money is returned",
    "no agent: Ctrl+C cancels it. It costs you nothing: you 0.67 XNO.",
  ]);
});

test("it says nothing once an agent has come", async () => {
  const contract = await stand.post("make");
  const clock = clockFrom(contract);
  using notice = new PickupNotice(clock, (_, text) => said.push(text));
  notice.see({ type: "posted", contract, deposit: null });
  const bonded = await stand.act(contract, stand.agent, "bond");
  const entry = bonded.transcript.entries.at(-1);
  if (entry === undefined) throw new Error("it is empty");
  notice.see({ type: "entry", entry, contract: bonded });
  await clock.passes(60_000);
  expect(said).toEqual([]);
});
