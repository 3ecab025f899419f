import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { MarketUnavailable } from "../../connection/market-errors.ts";
import { connect } from "./connect.ts";
import type { Fetch } from "./exchange.ts";
import { VirtualClock } from "./test/virtual-clock.ts";

/** A connection for a person, who waits five seconds for a market that does not answer. */
function person(clock: VirtualClock, fetch: Fetch) {
  const needs = { url: "http://market.invalid", signer: generateSigner(), verify: ed25519Verify };
  return connect({ ...needs, clock, fetch: clock.counting(fetch), patienceMs: 5_000 });
}

test("a market that never answers is asked once", async () => {
  let asked = 0;
  const clock = new VirtualClock(0);
  const connection = person(clock, ({ signal }) => {
    asked += 1;
    return clock.never(signal);
  });
  await expect(connection.platformInfo()).rejects.toThrow(MarketUnavailable);
  expect([asked, clock.nowMs()]).toEqual([1, 5_000]);
});

test("a market that sends Retry-After gets the time it asks for", async () => {
  let asked = 0;
  const busy = { error: "busy", code: "rate_limited", detail: "busy" };
  const clock = new VirtualClock(0);
  const connection = person(clock, () => {
    asked += 1;
    return Response.json(busy, { status: 429, headers: { "retry-after": "4" } });
  });
  expect(await connection.platformInfo()).toMatchObject({ ok: false });
  expect([asked, clock.nowMs()]).toEqual([8, 28_000]);
});
