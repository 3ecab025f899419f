import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Json, type JsonObject, parseJson } from "../canonical/json.ts";
import { nobleVerify } from "../identity/noble-verify.ts";
import type { Refusal, Result } from "../refusal.ts";
import { appendable, type ChainHead, EMPTY_CHAIN, parseChain, verifyChain } from "./chain.ts";
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

function verified(items: readonly Json[]): Result<ChainHead> {
  const entries = parseChain(items);
  return entries.ok ? verifyChain(entries.value, nobleVerify) : entries;
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

  test("the whole chain gives the head and the next seq", () => {
    const head = { head: dated.head, seq: 9 };
    expect(verified(dated.entries.map(({ entry }) => entry))).toEqual({ ok: true, value: head });
  });

  test.each(dated.negatives)("case $case: '$error'", ({ chain: items, error }) => {
    const result = verified(items);
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

  test("the links and the head match, but no signature is valid by itself", () => {
    expect(verifyChain(old, () => true)).toEqual({
      ok: true,
      value: { head: undated.head, seq: 9 },
    });
    const refused = verified(undated.entries.map(({ entry }) => entry));
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

test("an empty chain is whole and starts at the hash of the empty string", () => {
  expect(verifyChain([], () => false)).toEqual({ ok: true, value: EMPTY_CHAIN });
});

describe("a chain verified in parts", () => {
  const [first, second] = [one.slice(0, 4), one.slice(4)];
  const middle = { head: second[0]!.prevHash, seq: 4 };

  test("gives the same head as the whole", () => {
    expect(verifyChain(first, nobleVerify)).toEqual({ ok: true, value: middle });
    expect(verifyChain(second, nobleVerify, middle)).toEqual(verifyChain(one, nobleVerify));
  });

  test("names a failure by its place in the whole", () => {
    const damaged = second.with(2, { ...second[2]!, signature: "11".repeat(64) });
    expect(verifyChain(damaged, nobleVerify, middle)).toMatchObject({ refusal: { seq: 6 } });
  });

  test("does not continue from another head", () => {
    const elsewhere = { head: "11".repeat(32), seq: 4 };
    expect(verifyChain(second, nobleVerify, elsewhere)).toMatchObject({ refusal: { seq: 4 } });
  });
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
