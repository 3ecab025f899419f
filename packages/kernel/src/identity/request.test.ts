import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nobleVerify } from "./noble-verify.ts";
import type { Party } from "./party.ts";
import {
  bytesBody,
  requestFreshness,
  type SignedRequest,
  signedRequestTexts,
  verifyRequest,
} from "./request.ts";

interface Vectors {
  readonly cases: readonly {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    readonly timestamp: number;
    readonly signed_payload_utf8: string;
    readonly headers: { readonly "X-Fix-Signature": string; readonly "X-Fix-Pubkey": string };
    readonly spec_text_literal: { readonly payload: string; readonly signature: string };
  }[];
}

const file = new URL("../../../../spec/vectors/fix/request_signing.json", import.meta.url);
const vectors: Vectors = JSON.parse(readFileSync(file, "utf8"));

const cases = vectors.cases.map((vector) => ({
  ...vector,
  request: {
    method: vector.method,
    path: vector.path,
    body: vector.body,
    timestampSeconds: vector.timestamp,
    signature: vector.headers["X-Fix-Signature"],
    pubkey: vector.headers["X-Fix-Pubkey"],
  },
}));

test.each(cases)("vector $method $path $timestamp: both texts come out", (vector) => {
  expect(signedRequestTexts(vector.request)).toEqual([
    vector.spec_text_literal.payload,
    vector.signed_payload_utf8,
  ]);
});

test.each(cases)("vector $method $path $timestamp: both signatures are taken", (vector) => {
  const { request } = vector;
  const signer = { ok: true, value: `fix_${request.pubkey}` };
  const ours = { ...request, signature: vector.spec_text_literal.signature };
  expect(verifyRequest(request, nobleVerify)).toEqual(signer);
  expect(verifyRequest(ours, nobleVerify)).toEqual(signer);
  const shouted = { ...request, signature: request.signature.toUpperCase() };
  expect(verifyRequest({ ...shouted, pubkey: request.pubkey.toUpperCase() }, nobleVerify)).toEqual(
    signer,
  );
});

test("raw bytes are signed by their hash, for one market", () => {
  const market = `fix_${"cd".repeat(32)}` as Party;
  const body = bytesBody("ab".repeat(32), market);
  const [text] = signedRequestTexts({
    method: "PUT",
    path: "/artifacts",
    body,
    timestampSeconds: 7,
  });
  expect(text).toBe(`PUT|/artifacts|sha256:${"ab".repeat(32)}|${market}|7`);
});

const post: SignedRequest = cases[0]!.request;
const other = cases[1]!.request.pubkey;

test.each([
  { when: "the body changed", change: { body: "{}" }, code: "bad_signature" },
  { when: "the time changed", change: { timestampSeconds: 1708531201 }, code: "bad_signature" },
  { when: "the path changed", change: { path: "/contract" }, code: "bad_signature" },
  { when: "the method changed", change: { method: "PUT" }, code: "bad_signature" },
  { when: "another signed it", change: { pubkey: other }, code: "bad_signature" },
  { when: "the signature is no hex", change: { signature: "zz" }, code: "bad_signature" },
  { when: "the key is no hex", change: { pubkey: "fix_" }, code: "malformed_party" },
])("when $when → $code", ({ change, code }) => {
  const refused = verifyRequest({ ...post, ...change }, nobleVerify);
  expect(refused).toMatchObject({ ok: false, refusal: { code } });
});

test.each([
  { path: "/contracts|x" },
  { path: "/contracts\n" },
  { path: "/contracts\r" },
  { path: "contracts" },
  { path: "" },
  { method: "post" },
  { method: "P|ST" },
  { method: "POST\n" },
  { method: "" },
  { path: "/contracts/\ud800" },
  { body: '{"message":"\ud800"}' },
  { body: '{"message":"\udc00\ud800"}' },
  { timestampSeconds: 1.5 },
  { timestampSeconds: -1 },
  { timestampSeconds: 2 ** 53 },
])("%j is refused even if the signature holds", (change) => {
  const refused = verifyRequest({ ...post, ...change }, () => true);
  expect(refused).toMatchObject({ ok: false, refusal: { code: "bad_origin" } });
});

test("a lone surrogate would be signed as if it were another character", () => {
  const bytes = (body: string): string =>
    Buffer.from(signedRequestTexts({ ...post, body })[0], "utf8").toString("hex");
  expect(bytes("\ud800")).toBe(bytes("\ufffd"));
  for (const body of ["\ufffd", "\ud83d\ude00", '"\\ud800"']) {
    expect(verifyRequest({ ...post, body }, () => true).ok).toBe(true);
  }
});

test.each([
  { when: "60 s old", nowMs: 1_060_999, fresh: true },
  { when: "61 s old", nowMs: 1_061_000, fresh: false },
  { when: "30 s ahead", nowMs: 970_000, fresh: true },
  { when: "a moment more than 30 s ahead", nowMs: 969_999, fresh: false },
  { when: "just signed", nowMs: 1_000_000, fresh: true },
])("a request $when is fresh: $fresh", ({ nowMs, fresh }) => {
  expect(requestFreshness(1000, nowMs).ok).toBe(fresh);
});

test("a stale request's refusal has both times", () => {
  expect(requestFreshness(1000, 1_061_500)).toEqual({
    ok: false,
    refusal: { code: "stale_request", timestampSeconds: 1000, nowSeconds: 1061 },
  });
  expect(requestFreshness(Number.NaN, 1000).ok).toBe(false);
});
