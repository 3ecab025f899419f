/** Artifacts expire for each owner; those of open contracts are kept. */
import { sha256Hex } from "@bazaar/kernel";
import { MAX_PAGE } from "@bazaar/market/ports";
import { expect } from "vitest";
import { rehearse } from "../rehearsal.ts";
import { AGENT, freeTerms, PRINCIPAL } from "../sample-terms.ts";
import { START_MS } from "../story.ts";
import { keepText, LONG, readArtifact } from "./store-artifact-claims.ts";
import { type Claim, storeAll } from "./under-test.ts";

const [SOON_MS, LATE_MS] = [START_MS + 1_000, START_MS + 2_000];

export function storeExpiryClaims(claim: Claim): void {
  claim("an artifact is removed when it expires for its last owner", async (under) => {
    const { store, another } = under;
    await keepText(store, LONG, { expiresMs: SOON_MS });
    await keepText(store, LONG, { owner: AGENT.party, expiresMs: LATE_MS });
    expect(await another.artifacts.expire(SOON_MS - 1, 9)).toBe(0);
    expect(await another.artifacts.expire(SOON_MS, 9)).toBe(1);
    expect(await store.artifacts.usage(PRINCIPAL.party)).toEqual({ bytes: 0, count: 0 });
    expect(await readArtifact(store, LONG)).toBe(LONG);
    expect(await another.artifacts.expire(LATE_MS, 9)).toBe(1);
    expect(await readArtifact(store, LONG)).toBeNull();
    expect(await store.artifacts.usage(AGENT.party)).toEqual({ bytes: 0, count: 0 });
    expect(await another.artifacts.expire(LATE_MS, 9)).toBe(0);
    // Everything that it took is free again, and it may come back.
    expect(await keepText(another, LONG, {}, { totalBytes: LONG.length })).toMatchObject({
      is: "kept",
    });
    expect(await readArtifact(store, LONG)).toBe(LONG);
  });

  claim("at most so many expire at once as were asked for", async ({ store }) => {
    for (const text of ["a", "b", "c"]) await keepText(store, text);
    const { artifacts } = store;
    expect(await artifacts.expire(LATE_MS, 2)).toBe(2);
    expect((await artifacts.usage(PRINCIPAL.party)).count).toBe(1);
    expect(await artifacts.expire(LATE_MS, 2)).toBe(1);
    expect(await artifacts.expire(LATE_MS, 2)).toBe(0);
    await expect(artifacts.expire(LATE_MS, MAX_PAGE + 1)).rejects.toThrow("asked for at once");
  });

  claim("two processes that expire at once remove everything once", async (under) => {
    const { store, another } = under;
    for (const text of [LONG, "b", "c"]) await keepText(store, text);
    await Promise.all([store, another].map(({ artifacts }) => artifacts.expire(LATE_MS, 9)));
    expect(await store.artifacts.usage(PRINCIPAL.party)).toEqual({ bytes: 0, count: 0 });
    expect(await keepText(store, LONG, {}, { totalBytes: LONG.length })).toMatchObject({
      is: "kept",
    });
  });

  claim("a pinned artifact is kept while its contract is open", async ({ store, another }) => {
    const contract = rehearse(1, freeTerms());
    const hash = sha256Hex(LONG);
    expect(await store.artifacts.pin(hash, contract.id)).toBe(false);
    await keepText(store, LONG);
    expect(await store.artifacts.pin(hash, contract.id)).toBe(true);
    expect(await another.artifacts.pin(hash, contract.id)).toBe(true);
    await storeAll(store, [contract.post()]);
    expect(await another.artifacts.expire(LATE_MS, 9)).toBe(0);
    expect(await readArtifact(another, LONG)).toBe(LONG);
    await storeAll(store, [contract.play(PRINCIPAL, "cancel")]);
    expect(await another.artifacts.expire(LATE_MS, 9)).toBe(1);
    expect(await readArtifact(store, LONG)).toBeNull();
  });

  claim("a pin for a contract that was never posted keeps nothing", async ({ store }) => {
    await keepText(store, LONG);
    await store.artifacts.pin(sha256Hex(LONG), rehearse(1).id);
    expect(await store.artifacts.expire(LATE_MS, 9)).toBe(1);
  });

  claim("pinned artifacts do not keep others from expiring", async ({ store }) => {
    const contract = rehearse(1, freeTerms());
    await storeAll(store, [contract.post()]);
    for (const text of ["a", "b"]) await keepText(store, text);
    await store.artifacts.pin(sha256Hex("a"), contract.id);
    expect(await store.artifacts.expire(LATE_MS, 1)).toBe(1);
    expect(await readArtifact(store, "a")).toBe("a");
    expect(await readArtifact(store, "b")).toBeNull();
  });

  claim("a reader notices that an artifact was removed meanwhile", async ({ store, another }) => {
    await keepText(store, LONG);
    const opened = await store.artifacts.open(sha256Hex(LONG));
    const pieces = opened?.content[Symbol.asyncIterator]();
    expect((await pieces?.next())?.done).toBe(false);
    await another.artifacts.expire(LATE_MS, 9);
    await keepText(another, LONG);
    const rest = async () => {
      while ((await pieces?.next())?.done === false);
    };
    await expect(rest()).rejects.toThrow("was removed");
  });
}
