import { sha256Hex } from "@bazaar/kernel";
import { PRINCIPAL, RIVAL, START_MS } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { SmallMarket } from "../test/small-market.ts";
import { keepArtifact } from "./keep-artifact.ts";
import { MAX_UPLOAD_MS } from "./ports/artifacts.ts";

const KEPT_MS = 5_000;
const LIMITS = { bytes: 5, ownerBytes: 8, ownerCount: 2, totalBytes: 9 };

class Keeper {
  readonly market = new SmallMarket();
  readonly needs = this.market.needs({ artifactPolicy: { limits: LIMITS, keptMs: KEPT_MS } });

  keep(text: string, changes: object = {}) {
    const content = (async function* () {
      yield new TextEncoder().encode(text);
    })();
    const stated = { owner: PRINCIPAL.party, hash: sha256Hex(text), bytes: text.length };
    return keepArtifact(this.needs, { ...stated, content, ...changes });
  }
}

test("an artifact expires as long after it was kept as the policy says", async () => {
  const keeper = new Keeper();
  const times = { createdMs: START_MS, expiresMs: START_MS + KEPT_MS };
  expect(await keeper.keep("abc")).toEqual({
    ok: true,
    value: { hash: sha256Hex("abc"), bytes: 3, ...times },
  });
});

test.each([
  { hash: sha256Hex("other") },
  { hash: sha256Hex("abc").toUpperCase() },
  { hash: "abc" },
  { bytes: 2 },
  { bytes: -1 },
  { bytes: 0.5 },
  { bytes: Number.NaN },
])("content that is not as stated is refused: %j", async (changes) => {
  expect(await new Keeper().keep("abc", changes)).toMatchObject({
    refusal: { code: "artifact_differs", hash: sha256Hex("abc"), bytes: 3, ...changes },
  });
});

test("every limit is refused with its figure", async () => {
  const keeper = new Keeper();
  const large = { code: "artifact_too_large", bytes: 6, limit: 5 };
  expect(await keeper.keep("123456")).toMatchObject({ refusal: large });
  await keeper.keep("12345");
  const mine = { code: "no_room", quota: "ownerBytes", limit: 8 };
  expect(await keeper.keep("1234")).toMatchObject({ refusal: mine });
  await keeper.keep("1");
  const count = { code: "no_room", quota: "ownerCount", limit: 2 };
  expect(await keeper.keep("2")).toMatchObject({ refusal: count });
  const all = { code: "no_room", quota: "totalBytes", limit: 9 };
  expect(await keeper.keep("1234", { owner: RIVAL.party })).toMatchObject({ refusal: all });
});

test("an upload that took too long is refused with its deadline", async () => {
  const keeper = new Keeper();
  const { market } = keeper;
  const content = (async function* () {
    market.nowMs += MAX_UPLOAD_MS + 1;
    await market.store.artifacts.expire(market.nowMs, 1);
    yield new TextEncoder().encode("abc");
  })();
  expect(await keeper.keep("abc", { content })).toMatchObject({
    refusal: {
      code: "deadline_passed",
      deadlineMs: START_MS + MAX_UPLOAD_MS,
      receivedAtMs: START_MS + MAX_UPLOAD_MS + 1,
    },
  });
});
