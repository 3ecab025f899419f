/** Artifacts: whole and checked before anybody sees them, and never more than the quotas allow. */
import { sha256Hex } from "@bazaar/kernel";
import {
  type ArtifactLimits,
  type KeepAnswer,
  MAX_UPLOAD_MS,
  type Store,
  type Upload,
} from "@bazaar/market/ports";
import { expect } from "vitest";
import { AGENT, PRINCIPAL, RIVAL } from "../sample-terms.ts";
import { START_MS } from "../story.ts";
import type { Claim } from "./under-test.ts";

const EXPIRES_MS = START_MS + 1_000;
const AMPLE: ArtifactLimits = {
  bytes: 1 << 20,
  ownerBytes: 1 << 21,
  ownerCount: 10,
  totalBytes: 1 << 22,
};
/** Several chunks in every store, the last of them short. */
export const LONG = "0123456789".repeat(40_000);

/** An upload of a text, which is read in pieces of this length. */
function uploadOf(text: string, changes: Partial<Upload> = {}, piece = 7_777): Upload {
  return {
    owner: PRINCIPAL.party,
    hash: sha256Hex(text),
    bytes: text.length,
    content: inPieces(text, piece),
    createdMs: START_MS,
    expiresMs: EXPIRES_MS,
    ...changes,
  };
}

async function* inPieces(text: string, piece: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}

/** The whole content as text; null if there is none. */
export async function readArtifact(store: Store, text: string): Promise<string | null> {
  const opened = await store.artifacts.open(sha256Hex(text));
  if (opened === null) return null;
  let read = "";
  const decoder = new TextDecoder();
  for await (const piece of opened.content) read += decoder.decode(piece, { stream: true });
  expect(opened.bytes).toBe(read.length);
  return read;
}

/** Content whose second half comes when `release` is called; `halfRead` is when the first is taken. */
function inHalves(text: string) {
  const [released, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* content(): AsyncGenerator<Uint8Array> {
    const middle = Math.floor(text.length / 2);
    yield* inPieces(text.slice(0, middle), middle);
    taken.resolve();
    await released.promise;
    yield* inPieces(text.slice(middle), middle);
  }
  return { content: content(), release: released.resolve, halfRead: taken.promise };
}

export function keepText(
  store: Store,
  text: string,
  changes: Partial<Upload> = {},
  limits: Partial<ArtifactLimits> = {},
): Promise<KeepAnswer> {
  return store.artifacts.keep(uploadOf(text, changes), { ...AMPLE, ...limits });
}

export function storeArtifactClaims(claim: Claim): void {
  const usageOf = (store: Store, { party } = PRINCIPAL) => store.artifacts.usage(party);
  const NOTHING = { bytes: 0, count: 0 };

  claim("what was kept is read back, in pieces of any length", async ({ store, another }) => {
    for (const [text, piece] of [[LONG, 7_777] as const, ["short", 1] as const, ["", 1] as const]) {
      expect(await readArtifact(store, text)).toBeNull();
      const upload = uploadOf(text, {}, piece);
      const { hash, bytes, createdMs, expiresMs } = upload;
      const artifact = { hash, bytes, createdMs, expiresMs };
      expect(await store.artifacts.keep(upload, AMPLE)).toEqual({ is: "kept", artifact });
      expect(await readArtifact(another, text)).toBe(text);
    }
    await store.artifacts.keep(uploadOf(`${LONG}.`, {}, LONG.length + 1), AMPLE);
    expect(await readArtifact(another, `${LONG}.`)).toBe(`${LONG}.`);
  });

  claim("content of another hash or length is not kept", async ({ store, another }) => {
    const { bytes, hash } = uploadOf(LONG);
    const wrong = [
      { hash: sha256Hex("other") },
      { bytes: bytes - 1 },
      { bytes: bytes + 1 },
      { bytes: 0 },
      { hash: sha256Hex(LONG.slice(0, 131_072)), bytes: 131_072 },
    ];
    for (const changes of wrong) {
      expect(await keepText(store, LONG, changes)).toEqual({ is: "differs" });
      expect(await another.artifacts.open(changes.hash ?? hash)).toBeNull();
      expect(await usageOf(another)).toEqual(NOTHING);
    }
    expect(await keepText(store, LONG)).toMatchObject({ is: "kept" });
  });

  claim("content that does not end is read no further than its length", async ({ store }) => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (; sent < 10 * LONG.length; sent += 10_000) yield new Uint8Array(10_000);
    }
    expect(await keepText(store, LONG, { content: endless() })).toEqual({ is: "differs" });
    expect(sent).toBeLessThan(2 * LONG.length);
  });

  claim("nobody sees an upload before it is whole, but it counts", async (under) => {
    const { store, another } = under;
    const { content, release, halfRead } = inHalves(LONG);
    const kept = keepText(store, LONG, { content });
    await halfRead;
    expect(await readArtifact(store, LONG)).toBeNull();
    expect(await readArtifact(another, LONG)).toBeNull();
    expect(await usageOf(another)).toEqual({ bytes: LONG.length, count: 1 });
    // It can only expire once it is there.
    expect(await another.artifacts.expire(EXPIRES_MS, 9)).toBe(0);
    release();
    expect(await kept).toMatchObject({ is: "kept" });
    expect(await readArtifact(another, LONG)).toBe(LONG);
    expect(await usageOf(another)).toEqual({ bytes: LONG.length, count: 1 });
  });

  claim("an upload that breaks off leaves nothing", async ({ store, another }) => {
    async function* content(): AsyncGenerator<Uint8Array> {
      yield* inPieces(LONG.slice(0, 300_000), 50_000);
      throw new Error("the client is gone");
    }
    await expect(keepText(store, LONG, { content: content() })).rejects.toThrow("client is gone");
    expect(await readArtifact(another, LONG)).toBeNull();
    expect(await usageOf(another)).toEqual(NOTHING);
    const all = { totalBytes: LONG.length };
    expect(await keepText(another, LONG, {}, all)).toMatchObject({ is: "kept" });
  });

  claim("two owners of the same content have it once, and it counts for each", async (under) => {
    const { store, another } = under;
    const room = { totalBytes: 2 * LONG.length };
    const [first, second] = await Promise.all([
      keepText(store, LONG, {}, room),
      keepText(another, LONG, { owner: AGENT.party }, room),
    ]);
    expect([first.is, second.is]).toEqual(["kept", "kept"]);
    expect(await usageOf(store)).toEqual({ bytes: LONG.length, count: 1 });
    expect(await usageOf(store, AGENT)).toEqual({ bytes: LONG.length, count: 1 });
    // It is there once: half of the room is free again.
    const other = "x".repeat(LONG.length);
    expect(await keepText(store, other, { owner: RIVAL.party }, room)).toMatchObject({
      is: "kept",
    });
  });

  claim("what an owner has is not read again, and expires later", async ({ store, another }) => {
    await keepText(store, LONG);
    const unread: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => expect.unreachable("it was read again"),
    };
    const full = { ownerBytes: LONG.length, ownerCount: 1 };
    const again = (expiresMs: number) =>
      keepText(another, LONG, { content: unread, createdMs: START_MS + 5, expiresMs }, full);
    const artifact = { createdMs: START_MS, expiresMs: EXPIRES_MS + 9 };
    expect(await again(EXPIRES_MS + 9)).toMatchObject({ is: "kept", artifact });
    expect(await again(EXPIRES_MS - 9)).toMatchObject({ is: "kept", artifact });
    expect(await usageOf(store)).toEqual({ bytes: LONG.length, count: 1 });
  });

  claim("an upload beyond a limit is refused before it is read", async ({ store }) => {
    await keepText(store, "12345");
    const other = { owner: AGENT.party };
    const keep = (limits: Partial<ArtifactLimits>, changes = {}) =>
      keepText(store, "abcde", changes, limits);
    expect(await keep({ bytes: 4 })).toEqual({ is: "over_limit", limit: "bytes" });
    expect(await keep({ ownerCount: 1 })).toEqual({ is: "over_limit", limit: "ownerCount" });
    expect(await keep({ ownerBytes: 9 })).toEqual({ is: "over_limit", limit: "ownerBytes" });
    expect(await keep({ totalBytes: 9 })).toEqual({ is: "over_limit", limit: "totalBytes" });
    expect(await keep({ totalBytes: 9 }, other)).toEqual({
      is: "over_limit",
      limit: "totalBytes",
    });
    expect(await usageOf(store, AGENT)).toEqual(NOTHING);
    expect(await keep({ ownerBytes: 5, ownerCount: 1 }, other)).toMatchObject({ is: "kept" });
    const exact = { bytes: 5, ownerBytes: 10, ownerCount: 2, totalBytes: 15 };
    expect(await keepText(store, "ABCDE", {}, exact)).toMatchObject({ is: "kept" });
  });

  claim("uploads at the same time stay within the quotas together", async (under) => {
    const texts = ["a", "b", "c", "d", "e", "f"].map((letter) => letter.repeat(1_000));
    const limits = { ownerBytes: 3_500, totalBytes: 3_500 };
    const answers = await Promise.all(
      texts.map((text, at) => keepText(at % 2 ? under.store : under.another, text, {}, limits)),
    );
    expect(answers.filter(({ is }) => is === "kept")).toHaveLength(3);
    expect(await usageOf(under.store)).toEqual({ bytes: 3_000, count: 3 });
  });

  claim("an upload that takes too long is removed, and ends", async ({ store, another }) => {
    const { content, release, halfRead } = inHalves(LONG);
    const kept = keepText(store, LONG, { content, expiresMs: START_MS + 2 * MAX_UPLOAD_MS });
    await halfRead;
    expect(await another.artifacts.expire(START_MS + MAX_UPLOAD_MS, 9)).toBe(0);
    expect(await another.artifacts.expire(START_MS + MAX_UPLOAD_MS + 1, 9)).toBe(1);
    expect(await usageOf(store)).toEqual(NOTHING);
    release();
    expect(await kept).toEqual({ is: "too_slow" });
    expect(await readArtifact(store, LONG)).toBeNull();
    expect(await another.artifacts.expire(START_MS + MAX_UPLOAD_MS + 1, 9)).toBe(0);
  });

  claim("an upload whose time was over is not kept, although all was read", async (under) => {
    const { content, release, halfRead } = inHalves("");
    const kept = keepText(under.store, "", { content });
    await halfRead;
    expect(await under.another.artifacts.expire(START_MS + MAX_UPLOAD_MS + 1, 9)).toBe(1);
    release();
    expect(await kept).toEqual({ is: "too_slow" });
    expect(await readArtifact(under.store, "")).toBeNull();
  });
}
