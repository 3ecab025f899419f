import { type Json, type JsonObject, sha256Hex, type Terms } from "@bazaar/kernel";
import { AGENT, freeTerms, PRINCIPAL, START_MS, sampleTerms } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { SmallMarket } from "../test/small-market.ts";
import { keepArtifact } from "./keep-artifact.ts";

const KEPT_MS = 5_000;
const LATE_MS = START_MS + 10 * KEPT_MS;
const LIMITS = { bytes: 100, ownerBytes: 10_000, ownerCount: 100, totalBytes: 10_000 };

class Pinning extends SmallMarket {
  async keep(text: string): Promise<string> {
    const needs = this.needs({ artifactPolicy: { limits: LIMITS, keptMs: KEPT_MS } });
    const content = (async function* () {
      yield new TextEncoder().encode(text);
    })();
    const stated = { owner: PRINCIPAL.party, hash: sha256Hex(text), bytes: text.length };
    const kept = await keepArtifact(needs, { ...stated, content });
    if (!kept.ok) throw new Error(kept.refusal.code);
    return `sha256:${stated.hash}`;
  }

  async isStored(name: string): Promise<boolean> {
    return (await this.store.artifacts.open(name.slice("sha256:".length))) !== null;
  }
}

const LOST = `sha256:${"0".repeat(64)}`;

const IDS = { schema_id: "oa.patch_gen.v1", schema_version: "1.0.0", job_hash: LOST };

function job(payload: JsonObject, terms: (changes: Partial<Terms>) => Terms = freeTerms): Terms {
  return terms({ work: { kind: "patch", spec: { ...IDS, payload } } });
}

describe("a job", () => {
  test.each<{ what: string; payload: (name: string) => JsonObject }>([
    { what: "repo_bundle", payload: (name) => ({ repo_bundle: name }) },
    { what: "a nested bundle", payload: (name) => ({ repo: { bundle: name } }) },
    { what: "a list of artifacts", payload: (name) => ({ artifacts: [name] }) },
  ])("keeps what it names as $what while it is open", async ({ payload }) => {
    const market = new Pinning();
    const [bundle, other] = [await market.keep("bundle"), await market.keep("other")];
    const id = await market.post(job(payload(bundle)));
    await market.store.artifacts.expire(LATE_MS, 9);
    expect([await market.isStored(bundle), await market.isStored(other)]).toEqual([true, false]);
    await market.must(PRINCIPAL, id, "cancel");
    await market.store.artifacts.expire(LATE_MS, 9);
    expect(await market.isStored(bundle)).toBe(false);
  });

  test("whose bundle is not stored is refused, and nothing is posted", async () => {
    const market = new Pinning();
    await expect(market.post(job({ repo_bundle: LOST }))).rejects.toThrow(
      `"work","value":"${LOST}","because":"this artifact is not stored here; upload it first"`,
    );
    expect(await market.store.lastNo()).toBe(0);
  });

  test("may have other hashes that nobody stores, its own for one", async () => {
    await new Pinning().post(job({ expected_tree: LOST, text: `see ${LOST}`, bundle: "none" }));
  });

  test("names at most 16", async () => {
    const market = new Pinning();
    const names: Json[] = [];
    for (let count = 0; count < 17; count += 1) names.push(await market.keep(String(count)));
    await market.post(job({ artifacts: names.slice(1) }));
    await expect(market.post(job({ artifacts: names }))).rejects.toThrow("17 artifacts");
  });
});

test("other work may have any text in its spec", async () => {
  await new Pinning().post(freeTerms({ work: { kind: "run", spec: { bundle: LOST } } }));
});

describe("a result", () => {
  const handIn = async (market: Pinning, fix: string) => {
    const id = await market.atWork(job({}, sampleTerms));
    return { id, answer: await market.act(AGENT, id, "fix", { fix }) };
  };

  test("keeps its payload and its trajectory while the contract is open", async () => {
    const market = new Pinning();
    const payload = await market.keep("payload");
    const trajectory = await market.keep("trajectory");
    const named = { payload_artifact: payload, trajectory_artifact: trajectory };
    const { answer } = await handIn(market, JSON.stringify({ ...IDS, ...named }));
    expect(answer).toMatchObject({ ok: true });
    await market.store.artifacts.expire(LATE_MS, 9);
    expect(await market.isStored(payload)).toBe(true);
    expect(await market.isStored(trajectory)).toBe(true);
  });

  test("whose payload is not stored is not handed in", async () => {
    const market = new Pinning();
    const { id, answer } = await handIn(market, JSON.stringify({ ...IDS, payload_artifact: LOST }));
    expect(answer).toMatchObject({
      refusal: {
        code: "malformed_act",
        act: "fix",
        field: LOST,
        problem: expect.stringContaining("not stored"),
      },
    });
    expect((await market.types(id)).at(-1)).toBe("accept");
  });

  test("that is no JSON is refused by the rules", async () => {
    expect((await handIn(new Pinning(), "{")).answer).toMatchObject({
      refusal: { code: "malformed_act", field: "result" },
    });
  });
});
