import { isJsonObject, type Party, parseJson, parseParty, payloadText } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { MAX_PAYLOAD_BYTES, readResult } from "./read-result.ts";

const PROVIDER = partyOf("1");
const TEXT_RESULT = {
  status: "success",
  provenance: { model: "rules", provider_id: PROVIDER },
  text: "Hello.",
  text_sha256: "0".repeat(64),
};
const SPEC = { schema_id: "oa.text_gen.v1", schema_version: "1.0.0", job_hash: "sha256:1" };
const ASKED = { max_cost_sats: 5n };
const NAME = `sha256:${"ab".repeat(32)}`;
const TRAJECTORY = { trajectory_id: "t", trajectory_artifact: `sha256:${"c".repeat(64)}` };

function partyOf(digit: string): Party {
  const party = parseParty(`fix_${digit.repeat(64)}`);
  if (!party.ok) throw new Error("no party");
  return party.value;
}

/** `stored` is the one artifact that there is: these bytes, or the canonical text of this. */
function read(result: object | string, stored: object = TEXT_RESULT) {
  const bytes = stored instanceof Uint8Array ? stored : Buffer.from(canonical(stored));
  const text = typeof result === "string" ? result : JSON.stringify(result);
  return readResult(
    { spec: { ...SPEC, payload: ASKED }, result: text, provider: PROVIDER },
    async (hash, maxBytes) => {
      if (`sha256:${hash}` !== NAME) return null;
      return bytes.length > maxBytes ? "too_long" : bytes;
    },
  );
}

function canonical(stored: object): string {
  const json = parseJson(JSON.stringify(stored));
  const text = json.ok && isJsonObject(json.value) ? payloadText(json.value) : null;
  return text?.ok ? text.value : "";
}

test.each<{ what: string; result: object | string; payload: object }>([
  { what: "a payload", result: { ...SPEC, payload: TEXT_RESULT }, payload: TEXT_RESULT },
  { what: "a payload of another form", result: { ...SPEC, payload: { text: "x" } }, payload: {} },
  {
    what: "a payload that is an artifact",
    result: { ...SPEC, payload_artifact: NAME },
    payload: TEXT_RESULT,
  },
  { what: "no JSON", result: "make", payload: {} },
  { what: "a list", result: "[]", payload: {} },
  { what: "no payload", result: SPEC, payload: {} },
  { what: "a payload of text", result: { ...SPEC, payload: "x" }, payload: {} },
  { what: "a bad name", result: { ...SPEC, payload_artifact: "x" }, payload: {} },
  {
    what: "the result of another job",
    result: { ...SPEC, job_hash: "sha256:2", payload: TEXT_RESULT },
    payload: {},
  },
  {
    what: "the result of another schema",
    result: { ...SPEC, schema_id: "oa.patch_gen.v1", payload: TEXT_RESULT },
    payload: {},
  },
  {
    what: "the result of another version",
    result: { ...SPEC, schema_version: "2.0.0", payload: TEXT_RESULT },
    payload: {},
  },
])("$what is read", async ({ result, payload }) => {
  const isUsable = payload === TEXT_RESULT;
  const problem = isUsable ? null : expect.stringContaining("not one of this job");
  expect(await read(result)).toEqual({ payload, problem });
});

test("an artifact that is not stored is missing, which is not the same as empty", async () => {
  const result = { ...SPEC, payload_artifact: `sha256:${"0".repeat(64)}` };
  expect(await read(result)).toEqual({ missing: expect.stringContaining("not stored") });
});

test.each<{ what: string; envelope?: object; stored: object; says: string }>([
  {
    what: "that is too long",
    stored: { ...TEXT_RESULT, text: "x".repeat(MAX_PAYLOAD_BYTES) },
    says: "longer than",
  },
  {
    what: "made by somebody else",
    stored: { ...TEXT_RESULT, provenance: { model: "rules", provider_id: partyOf("2") } },
    says: "provider_id",
  },
  {
    what: "that is not the canonical text",
    stored: Buffer.from(`${canonical(TEXT_RESULT)}\n`),
    says: "RFC 8785",
  },
  {
    what: "that is not UTF-8",
    // Read as U+FFFD, it would be the canonical text of another payload.
    stored: Buffer.from(canonical({ ...TEXT_RESULT, text: "\xff" }), "latin1"),
    says: "UTF-8",
  },
  { what: "that costs too much", stored: { ...TEXT_RESULT, cost_sats: 6 }, says: "cost_sats" },
  { what: "with an invoice", stored: { ...TEXT_RESULT, invoice: "lnbc1" }, says: "invoice" },
  {
    what: "with a trajectory that its envelope does not name",
    stored: { ...TEXT_RESULT, ...TRAJECTORY },
    says: "trajectory_id",
  },
  {
    what: "without the trajectory that its envelope names",
    envelope: TRAJECTORY,
    stored: TEXT_RESULT,
    says: "trajectory_id",
  },
])("an artifact $what is handed in, and nobody may accept it", async (row) => {
  const { envelope, stored, says } = row;
  expect(await read({ ...SPEC, payload_artifact: NAME, ...envelope }, stored)).toEqual({
    payload: {},
    problem: expect.stringContaining(says),
  });
});

test("an artifact with the trajectory that its envelope names is read", async () => {
  const stored = { ...TEXT_RESULT, ...TRAJECTORY };
  const result = { ...SPEC, payload_artifact: NAME, ...TRAJECTORY };
  expect(await read(result, stored)).toEqual({ payload: stored, problem: null });
});
