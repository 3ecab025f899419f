import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { connect } from "./connect.ts";
import type { Fetch } from "./exchange.ts";
import { MarketUnavailable } from "./market-errors.ts";

/** A person's connection, by a clock that moves only when somebody waits. */
function person(fetch: Fetch) {
  let nowMs = 0;
  const clock = {
    nowMs: () => nowMs,
    async sleep(ms: number) {
      // Whoever is answered at once has not waited.
      await new Promise((resolve) => setImmediate(resolve));
      nowMs += ms;
    },
  };
  const needs = { url: "http://market.invalid", signer: generateSigner(), verify: ed25519Verify };
  return { connection: connect({ ...needs, clock, fetch, patienceMs: 5_000 }), clock };
}

test("a market that never answers is asked once", async () => {
  let asked = 0;
  const { connection } = person(() => {
    asked += 1;
    return new Promise(() => undefined);
  });
  await expect(connection.platformInfo()).rejects.toThrow(MarketUnavailable);
  expect(asked).toBe(1);
});

test("a market that says when to come back is given the time it asks for", async () => {
  let asked = 0;
  const busy = { error: "busy", code: "rate_limited", detail: "busy" };
  const { connection, clock } = person(() => {
    asked += 1;
    return Response.json(busy, { status: 429, headers: { "retry-after": "4" } });
  });
  expect(await connection.platformInfo()).toMatchObject({ ok: false });
  expect(asked).toBe(8);
  expect(clock.nowMs()).toBeGreaterThan(5_000);
});
