import { AGENT, jobEnvelope, resultEnvelope, SAMPLE_JOBS } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import { rfc8785 } from "../canonical/rfc8785.ts";
import {
  envelopeJson,
  readJob,
  readJobResult,
  readResultPayload,
  recordedResult,
} from "./envelope.ts";
import { JOB_SCHEMAS, SCHEMA_IDS } from "./schemas.ts";

const PATCH = "oa.patch_gen.v1";

function read(envelope: JsonObject) {
  const from = fields(envelope, "job");
  return { job: readJob(from), problem: from.problem };
}

function withPayload(changes: JsonObject, schemaId = PATCH): JsonObject {
  return jobEnvelope(schemaId, { ...SAMPLE_JOBS[schemaId]?.request, ...changes });
}

test.each([
  { says: {}, except: ["test/**"] },
  { says: { protected_tests: null }, except: ["test/**"] },
  { says: { protected_tests: ["check/**"] }, except: [] },
  { says: { protected_tests: [] }, except: null },
])("a request for a patch that says $says of tests protects them", ({ says, except }) => {
  const { job } = read(withPayload({ allowed_paths: ["src/**", "test/**"], ...says }));
  const [check] = job?.checks ?? [];
  expect(check?.protects ?? null).toEqual(except && expect.objectContaining({ except }));
});

test("every schema has a sample", () => {
  expect(Object.keys(SAMPLE_JOBS)).toEqual(SCHEMA_IDS);
});

describe.each(SCHEMA_IDS)("%s", (id) => {
  test("a request is read, and written as it was", () => {
    const envelope = jobEnvelope(id);
    const { job, problem } = read({ ...envelope, budget: {} });
    expect(problem).toBeNull();
    expect(job?.schema.id).toBe(id);
    expect(job === null ? null : envelopeJson(job)).toEqual(envelope);
    expect(job?.checks).toHaveLength(1);
  });

  test("each required input is missed", () => {
    const schema = JOB_SCHEMAS.find((known) => known.id === id);
    const { payload } = jobEnvelope(id) as { payload: JsonObject };
    for (const [name, { isRequired }] of Object.entries(schema?.inputs ?? {})) {
      const { [name]: _, ...rest } = payload;
      const { problem } = read(jobEnvelope(id, rest));
      expect(problem?.field ?? null, name).toBe(isRequired ? `job.payload.${name}` : null);
    }
  });

  test("a result is read, and each required output is missed", () => {
    const schema = JOB_SCHEMAS.find((known) => known.id === id);
    const result = resultEnvelope(id, AGENT.party) as { payload: JsonObject };
    expect(resultOf(id, result)).toMatchObject({ ok: true });
    for (const [name, { isRequired }] of Object.entries(schema?.outputs ?? {})) {
      const { [name]: _, ...payload } = result.payload;
      const answer = resultOf(id, { ...result, payload });
      expect(answer.ok, name).toBe(!isRequired);
      if (isRequired) expect(answer).toMatchObject({ refusal: { code: "malformed_act" } });
    }
  });
});

test.each([
  { what: "another schema", changes: { schema_id: "oa.nothing.v1" }, field: "job.schema_id" },
  { what: "another version", changes: { schema_version: "2.0.0" }, field: "job.schema_version" },
  {
    what: "the hash of another payload",
    changes: { job_hash: `sha256:${"0".repeat(64)}` },
    field: "job.job_hash",
  },
  { what: "a hash without its algorithm", changes: { job_hash: "0" }, field: "job.job_hash" },
  { what: "no payload", changes: { payload: null }, field: "job.payload" },
])("a job with $what is not read", ({ changes, field }) => {
  expect(read({ ...jobEnvelope(PATCH), ...changes })).toMatchObject({
    job: null,
    problem: { field },
  });
});

test.each([
  { what: "a title that is not text", changes: { title: 1n }, field: "title" },
  { what: "a branch for a commit", changes: { repo_ref: "main" }, field: "repo_ref" },
  { what: "a path for a bundle", changes: { repo_bundle: "../x" }, field: "repo_bundle" },
  {
    what: "a command that is not text",
    changes: { verification_commands: [1n] },
    field: "verification_commands[0]",
  },
  { what: "no time", changes: { time_limit_secs: 0n }, field: "time_limit_secs" },
  { what: "a negative cost", changes: { max_cost_sats: -1n }, field: "max_cost_sats" },
  {
    what: "51 globs",
    changes: { allowed_paths: Array.from({ length: 51 }, () => "a") },
    field: "allowed_paths",
  },
])("a request with $what is not read", ({ changes, field }) => {
  expect(read(withPayload(changes)).problem?.field).toBe(`job.payload.${field}`);
});

const NOTHING_REPEATED: JsonObject = {
  status: null,
  trajectory_id: null,
  trajectory_hash: null,
  trajectory_artifact: null,
};

function resultOf(id: string, envelope: JsonObject) {
  return readJobResult(jobEnvelope(id), JSON.stringify(envelope, plainNumbers));
}

function plainNumbers(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return value instanceof Object && "value" in value && Object.keys(value).length === 1
    ? value.value
    : value;
}

test.each([
  { what: "the result of another job", changes: { job_hash: `sha256:${"0".repeat(64)}` } },
  { what: "the result of another schema", changes: { schema_id: "oa.text_gen.v1" } },
  { what: "a payload that is a list", changes: { payload: [] } },
  { what: "an artifact that is not a hash", changes: { payload_artifact: "x" } },
])("$what is refused", ({ changes }) => {
  const answer = resultOf(PATCH, { ...resultEnvelope(PATCH, AGENT.party), ...changes });
  expect(answer).toMatchObject({ ok: false, refusal: { code: "malformed_act", act: "fix" } });
});

test.each(["", "{", "[]", "null", '{"a":1,"a":2}', "[".repeat(100)])(
  "%j is not a result",
  (text) => {
    expect(readJobResult(jobEnvelope(PATCH), text)).toMatchObject({ ok: false });
  },
);

test("a failed status carries its reason", () => {
  const failed = { failed: { error: "no time" } };
  const result = (status: JsonObject | string) =>
    resultOf(PATCH, resultEnvelope(PATCH, AGENT.party, { status }));
  expect(result(failed)).toMatchObject({ ok: true });
  expect(result({ failed: {} })).toMatchObject({ ok: false });
  expect(result("done")).toMatchObject({ ok: false });
});

test("a long payload is an artifact, which is read like one in the entry", () => {
  const { payload, ...rest } = resultEnvelope(PATCH, AGENT.party) as { payload: JsonObject };
  const artifact = `sha256:${"a".repeat(64)}`;
  expect(resultOf(PATCH, { ...rest, payload_artifact: artifact })).toEqual({
    ok: true,
    value: { artifact, repeated: NOTHING_REPEATED },
  });
  const text = rfc8785(payload);
  expect(text.ok && readResultPayload(jobEnvelope(PATCH), text.value, NOTHING_REPEATED)).toEqual({
    ok: true,
    value: payload,
  });
  const lacking = readResultPayload(jobEnvelope(PATCH), '{"status":"success"}', NOTHING_REPEATED);
  expect(lacking).toMatchObject({ ok: false, refusal: { field: "payload.provenance" } });
});

test.each([
  { what: "with a space", change: (text: string) => text.replace(":", ": ") },
  { what: "and a line feed", change: (text: string) => `${text}\n` },
  { what: "with its fields in another order", change: (text: string) => lastFirst(text) },
  {
    what: "with an escape that is not needed",
    change: (text: string) => text.replace("success", "succ\\u0065ss"),
  },
  {
    what: "with 1.0 in place of 1",
    change: (text: string) => text.replace(/":(\d)([,}])/, '":$1.0$2'),
  },
])("the canonical text of a payload $what is no artifact of it", ({ change }) => {
  const { payload } = resultEnvelope(PATCH, AGENT.party) as { payload: JsonObject };
  const text = rfc8785(payload);
  const changed = change(text.ok ? text.value : "");
  expect(changed).not.toBe(text.ok && text.value);
  expect(readResultPayload(jobEnvelope(PATCH), changed, NOTHING_REPEATED)).toMatchObject({
    ok: false,
    refusal: { field: "payload", problem: expect.stringContaining("RFC 8785") },
  });
});

/** The same object, written with its last field before the others. */
function lastFirst(text: string): string {
  const [last, ...others] = Object.entries(JSON.parse(text)).reverse();
  return JSON.stringify(Object.fromEntries([last, ...others.reverse()] as [string, unknown][]));
}

test("the trajectory of a payload that is an artifact is the one that the envelope names", () => {
  const named = {
    ...NOTHING_REPEATED,
    status: "success",
    trajectory_id: "t",
    trajectory_artifact: `sha256:${"b".repeat(64)}`,
  };
  const { payload, ...rest } = resultEnvelope(PATCH, AGENT.party, named) as { payload: JsonObject };
  const stored = { ...rest, payload_artifact: `sha256:${"a".repeat(64)}` };
  expect(resultOf(PATCH, { ...stored, ...named })).toMatchObject({ value: { repeated: named } });
  expect(resultOf(PATCH, { ...stored, trajectory_hash: "x" })).toMatchObject({
    ok: false,
    refusal: { field: "result.trajectory_hash" },
  });
  const text = rfc8785(payload);
  const read = (repeated: JsonObject) =>
    readResultPayload(jobEnvelope(PATCH), text.ok ? text.value : "", repeated);
  expect(read(named)).toMatchObject({ ok: true });
  expect(read(NOTHING_REPEATED)).toMatchObject({
    ok: false,
    refusal: { field: "payload.trajectory_id" },
  });
});

describe("the status of a payload that is an artifact", () => {
  const artifact = { payload_artifact: `sha256:${"a".repeat(64)}` };
  const failed = { failed: { error: "no time" } };
  const { payload: _, ...envelope } = resultEnvelope(PATCH, AGENT.party);

  test("is known from the envelope that repeats it, as from one with its payload", () => {
    const statusOf = (result: JsonObject) => {
      const read = resultOf(PATCH, { ...envelope, ...result });
      return read.ok ? recordedResult(read.value).status : read.refusal;
    };
    expect(statusOf({ ...artifact, status: "timeout" })).toBe("timeout");
    expect(statusOf({ ...artifact, status: failed })).toEqual(failed);
    expect(statusOf(artifact)).toBeNull();
    expect(statusOf(resultEnvelope(PATCH, AGENT.party, { status: "timeout" }))).toBe("timeout");
    expect(statusOf({ ...artifact, status: "late" })).toMatchObject({ field: "result.status" });
  });

  test.each<{ status: JsonObject | string; repeated: JsonObject | string | null; isRead: boolean }>(
    [
      { status: "success", repeated: null, isRead: true },
      { status: "success", repeated: "success", isRead: true },
      { status: failed, repeated: failed, isRead: true },
      { status: "timeout", repeated: "timeout", isRead: true },
      { status: "timeout", repeated: null, isRead: false },
      { status: "timeout", repeated: "success", isRead: false },
      { status: "success", repeated: "timeout", isRead: false },
      { status: failed, repeated: { failed: { error: "x" } }, isRead: false },
    ],
  )("$status is not another one than $repeated", ({ status, repeated, isRead }) => {
    const { payload } = resultEnvelope(PATCH, AGENT.party, { status }) as { payload: JsonObject };
    const text = rfc8785(payload);
    const stated = { ...NOTHING_REPEATED, status: repeated };
    const read = readResultPayload(jobEnvelope(PATCH), text.ok ? text.value : "", stated);
    expect(read).toMatchObject(
      isRead ? { ok: true } : { ok: false, refusal: { field: "payload.status" } },
    );
  });
});
