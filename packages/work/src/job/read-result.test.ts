import { expect, test } from "vitest";
import { readResult } from "./read-result.ts";

const TEXT_RESULT = {
  status: "success",
  provenance: { model: "rules", provider_id: "ada" },
  text: "Hello.",
  text_sha256: "0".repeat(64),
};
const SPEC = { schema_id: "oa.text_gen.v1", schema_version: "1.0.0", job_hash: "sha256:1" };
const NAME = `sha256:${"ab".repeat(32)}`;
const STORED = new Map([["ab".repeat(32), JSON.stringify(TEXT_RESULT)]]);

const read = (result: object | string) =>
  readResult(SPEC, typeof result === "string" ? result : JSON.stringify(result), async (hash) => {
    const text = STORED.get(hash);
    return text === undefined ? null : Buffer.from(text);
  });

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
  expect(await read(result)).toEqual({ payload });
});

test("an artifact that is not stored is missing, which is not the same as empty", async () => {
  const result = { ...SPEC, payload_artifact: `sha256:${"0".repeat(64)}` };
  expect(await read(result)).toEqual({ missing: expect.stringContaining("not stored") });
});
