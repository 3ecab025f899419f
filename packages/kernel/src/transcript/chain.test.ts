import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Json, type JsonObject, parseJson } from "../canonical/json.ts";
import { nobleVerify } from "../identity/noble-verify.ts";
import type { VerifyMany } from "../identity/verify.ts";
import type { Refusal, Result } from "../refusal.ts";
import {
  appendable,
  type ChainHead,
  EMPTY_CHAIN,
  parseChain,
  verifyChain,
  verifyChainMany,
} from "./chain.ts";
import { type Entry, entryHash, entryText, signedText } from "./entry.ts";
import { verifyOrigin } from "./origin.ts";

interface Vectors {
  readonly entries: readonly {
    readonly entry: JsonObject;
    readonly signing_payload: string;
    readonly canonical_full: string;
    readonly hash: string;
  }[];
  readonly head: string;
  readonly negatives: readonly {
    readonly case: string;
    readonly chain: readonly Json[];
    readonly error: string;
  }[];
}

function vectors(name: string): Vectors {
  const file = new URL(`../../../../spec/vectors/fix/${name}.json`, import.meta.url);
  const parsed = parseJson(readFileSync(file, "utf8"));
  if (!parsed.ok) throw new Error(name);
  return parsed.value as unknown as Vectors;
}

const dated = vectors("chain_dated");
const undated = vectors("chain_undated");

function chain(items: readonly Json[]): readonly Entry[] {
  const entries = parseChain(items);
  if (!entries.ok) throw new Error(JSON.stringify(entries.refusal));
  return entries.value;
}

const one = chain(dated.entries.map(({ entry }) => entry));
const old = chain(undated.entries.map(({ entry }) => entry));

const nobleVerifyMany: VerifyMany = async (items) =>
  items.map(({ party, message, signature }) => nobleVerify(party, message, signature));

/** Read and verified both ways, which must agree. */
async function verified(items: readonly Json[]): Promise<Result<ChainHead>> {
  const entries = parseChain(items);
  if (!entries.ok) return entries;
  const single = verifyChain(entries.value, nobleVerify);
  expect(await verifyChainMany(entries.value, nobleVerifyMany)).toEqual(single);
  return single;
}

/** Their words for a failure, from ours. */
function inTheirWords(refusal: Refusal): string {
  if (refusal.code !== "broken_chain") return refusal.code;
  const { seq, problem } = refusal;
  const position = /^expected seq (\d+), got (\d+)$/.exec(problem);
  if (position) return `Entry ${seq}: expected seq=${position[1]}, got seq=${position[2]}`;
  if (problem.startsWith("expected prev_hash")) return `Entry ${seq}: prev_hash mismatch`;
  const [unknown, rest] = problem.split(": unknown field");
  if (rest !== undefined) return `Entry ${seq}: Unknown fields in chain entry: {'${unknown}'}`;
  if (problem === "the signature is not the author's") return `Entry ${seq}: Invalid signature`;
  return problem;
}

describe("the dated vectors", () => {
  test.each(dated.entries.map((vector, at) => ({ ...vector, at })))("entry $at", (vector) => {
    const entry = one[vector.at]!;
    expect(signedText(entry)).toBe(vector.signing_payload);
    expect(entryText(entry)).toBe(vector.canonical_full);
    expect(entryHash(entry)).toBe(vector.hash);
  });

  test("the whole chain gives the head and the next seq", async () => {
    const head = { head: dated.head, seq: 9 };
    expect(await verified(dated.entries.map(({ entry }) => entry))).toEqual({
      ok: true,
      value: head,
    });
  });

  test.each(dated.negatives)("case $case: '$error'", async ({ chain: items, error }) => {
    const result = await verified(items);
    expect(result.ok ? "" : inTheirWords(result.refusal)).toBe(error);
  });
});

describe("the undated vectors", () => {
  const positioned = undated.entries.map((vector, at) => ({ ...vector, at }));

  test.each(positioned)("entry $at: texts and hash come out, and it is an origin", (vector) => {
    const entry = old[vector.at]!;
    expect(signedText(entry, "undated")).toBe(vector.signing_payload);
    expect(entryText(entry)).toBe(vector.canonical_full);
    expect(entryHash(entry)).toBe(vector.hash);
    const origin = { scheme: "entry", entry: vector.entry };
    const claim = { ...entry, data: { ...entry.data, origin }, contractId: "0".repeat(64) };
    expect(verifyOrigin(origin, claim, nobleVerify)).toEqual({ ok: true, value: entry.author });
  });

  test("the links and the head come out, but no signature stands by itself", async () => {
    expect(verifyChain(old, () => true)).toEqual({
      ok: true,
      value: { head: undated.head, seq: 9 },
    });
    const refused = await verified(undated.entries.map(({ entry }) => entry));
    expect(refused.ok ? "" : inTheirWords(refused.refusal)).toBe("Entry 0: Invalid signature");
  });

  test.each(undated.negatives)(
    "case $case: '$error' with its signatures",
    ({ chain: items, error }) => {
      const entries = parseChain(items);
      const result = entries.ok
        ? verifyChain(entries.value, (party, message, signature) => {
            const entry = entries.value.find((candidate) => signedText(candidate) === message);
            return (
              entry !== undefined && nobleVerify(party, signedText(entry, "undated"), signature)
            );
          })
        : entries;
      expect(result.ok ? "" : inTheirWords(result.refusal)).toBe(error);
    },
  );
});

test("an empty chain is whole and starts at the hash of nothing", async () => {
  expect(verifyChain([], () => false)).toEqual({ ok: true, value: EMPTY_CHAIN });
  expect(await verifyChainMany([], nobleVerifyMany)).toEqual({ ok: true, value: EMPTY_CHAIN });
});

/** A long chain with toy signatures: "00" repeated is good, anything else is bad. */
function longChain(length: number): Entry[] {
  const [template] = one;
  const entries: Entry[] = [];
  let prevHash = EMPTY_CHAIN.head;
  for (let seq = 0; seq < length; seq += 1) {
    const entry = { ...template!, seq, prevHash, signature: "00".repeat(64) };
    entries.push(entry);
    prevHash = entryHash(entry);
  }
  return entries;
}

test("checked in batches or one by one, the first failure is the same", async () => {
  const good = longChain(2100);
  const isGood = (signature: string) => signature === "00".repeat(64);
  const badSignature = (entries: Entry[], at: number) =>
    entries.with(at, { ...entries[at]!, signature: "11".repeat(64) });
  const badLink = (entries: Entry[], at: number) =>
    entries.with(at, { ...entries[at]!, prevHash: "11".repeat(32) });
  const chains = [
    { entries: good, seq: null },
    { entries: badSignature(good, 2099), seq: 2099 },
    { entries: badSignature(good, 1500), seq: 1500 },
    { entries: badLink(good, 1024), seq: 1024 },
    { entries: badSignature(badLink(good, 1030), 1025), seq: 1025 },
    { entries: badSignature(badLink(good, 1030), 1030), seq: 1030 },
    { entries: badLink(badSignature(good, 5), 3), seq: 3 },
  ];
  for (const { entries, seq } of chains) {
    const sizes: number[] = [];
    const single = verifyChain(entries, (_, __, signature) => isGood(signature));
    const many = await verifyChainMany(entries, async (items) => {
      sizes.push(items.length);
      return items.map(({ signature }) => isGood(signature));
    });
    expect(many).toEqual(single);
    expect(single.ok ? null : "seq" in single.refusal && single.refusal.seq).toBe(seq);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1024);
  }
});

test("an answer that is missing counts as a bad signature", async () => {
  const refused = await verifyChainMany(one, async () => [true]);
  expect(refused).toMatchObject({ refusal: { code: "broken_chain", seq: 1 } });
});

test("an entry is appended at the head, and refused with the head anywhere else", () => {
  const head = { head: one[2]!.prevHash, seq: 2 };
  expect(appendable(head, one[2]!)).toEqual({ ok: true, value: true });
  expect(appendable(EMPTY_CHAIN, one[0]!)).toEqual({ ok: true, value: true });
  const stale = { ok: false, refusal: { code: "stale_head", ...head } };
  expect(appendable(head, one[1]!)).toEqual(stale);
  expect(appendable(head, { ...one[2]!, seq: 3 })).toEqual(stale);
  expect(appendable(head, { ...one[2]!, prevHash: "00".repeat(32) })).toEqual(stale);
});
