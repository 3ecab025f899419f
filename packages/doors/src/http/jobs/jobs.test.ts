import { randomUUID } from "node:crypto";
import { chainJson, type JsonObject, type Party, sha256Hex } from "@bazaar/kernel";
import { jobEnvelope, resultEnvelope, SAMPLE_JOBS } from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { Connection } from "../../connection/connection.ts";
import type { Contract } from "../../connection/contract.ts";
import { InProcess, taken } from "../connect/test/in-process.ts";

const TEXT = "oa.text_gen.v1";

function textJob(changes: JsonObject = {}, payload: JsonObject = {}): JsonObject {
  const request = { ...SAMPLE_JOBS[TEXT]?.request, idempotency_key: randomUUID(), ...payload };
  return {
    ...jobEnvelope(TEXT, request),
    budget: { amount: "1", currency: "XNO" },
    ...changes,
  };
}

function resultOf({ state }: Contract, provider: Party, changes: JsonObject = {}): string {
  const { job_hash } = state.terms.work.spec;
  return chainJson({ ...resultEnvelope(TEXT, provider, changes), job_hash: job_hash ?? "" });
}

/** A job that its provider has handed in. */
async function handedIn(place: InProcess, buyer: Connection, provider: Connection) {
  const posted = taken(await buyer.post(textJob({ provider: provider.party })));
  const accepted = taken(await provider.act(posted.contract, "accept"));
  const fix = resultOf(posted.contract, provider.party);
  const { contract } = taken(await provider.act(accepted.contract, "fix", { fix }));
  return { contract, get: (path = "") => read(place, `/jobs/${contract.id}${path}`) };
}

async function read(place: InProcess, path: string) {
  const response = await place.under.ask(path);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  return { status: response.status, json: (await response.json()) as any };
}

test("the same job posted twice is one contract, and another under its key is refused", async () => {
  await using place = await InProcess.open();
  const buyer = place.connect();
  const job = textJob();
  const first = taken(await buyer.post(job));
  const again = taken(await buyer.post(job));
  expect(again.contract.id).toBe(first.contract.id);
  expect([first.isNew, again.isNew]).toEqual([true, false]);
  const { idempotency_key } = (job as { payload: JsonObject }).payload;
  const other = textJob({}, { prompt: "Say goodbye.", idempotency_key: idempotency_key ?? "" });
  expect(await buyer.post(other)).toMatchObject({ refusal: { code: "key_reused" } });
  const stranger = place.connect();
  expect(taken(await stranger.post(job)).contract.id).not.toBe(first.contract.id);
});

test("a job is paid once its check passes, and says so at every step", async () => {
  await using place = await InProcess.open();
  const [buyer, provider] = [place.connect(), place.connect()];
  const { contract, get } = await handedIn(place, buyer, provider);
  expect((await get()).json).toMatchObject({
    schema_id: TEXT,
    buyer_pubkey: buyer.party,
    provider_pubkey: provider.party,
    budget: { amount: "1", currency: "XNO" },
    payment: { status: "verifying" },
  });
  const evidence = { text: "Hello.", claimed_sha256: sha256Hex("Hello.") };
  taken(await buyer.act(contract, "verify", { success: true, evidence }));
  expect((await get()).json.payment.status).toBe("paying");
  await place.turn();
  expect((await get()).json.payment).toMatchObject({ status: "paid" });
  expect((await get("/dispute")).json).toBeNull();
});

test("a job that nobody takes is not paid", async () => {
  await using place = await InProcess.open();
  const buyer = place.connect();
  const { contract } = taken(await buyer.post(textJob()));
  const payment = async () => (await read(place, `/jobs/${contract.id}`)).json.payment;
  expect(await payment()).toEqual({ status: "awaiting_result" });
  await place.under.wait(40_000);
  expect(await payment()).toEqual({ status: "verification_failed", reason: "unclaimed" });
});

test("jobs are listed by provider, schema, buyer and payment", async () => {
  await using place = await InProcess.open();
  const [buyer, provider] = [place.connect(), place.connect()];
  const mine = taken(await buyer.post(textJob({ provider: provider.party }))).contract;
  await place.connect().post(textJob());
  const ids = async (filter: Parameters<Connection["jobs"]>[0]) =>
    taken(await buyer.jobs(filter)).jobs.map(({ id }) => id);
  expect(await ids({})).toHaveLength(2);
  expect(await ids({ provider: provider.party })).toEqual([mine.id]);
  expect(await ids({ buyer: buyer.party, schemaId: TEXT })).toEqual([mine.id]);
  expect(await ids({ schemaId: "oa.patch_gen.v1" })).toEqual([]);
  expect(await ids({ phase: "in_progress" })).toEqual([]);
  expect((await read(place, "/jobs?payment=paid")).json.jobs).toEqual([]);
});

test("a provider hears of its own jobs, and readers of contracts of none", async () => {
  await using place = await InProcess.open();
  const [buyer, provider] = [place.connect(), place.connect()];
  const leaving = new AbortController();
  const jobs = provider.jobEvents({ provider: provider.party }, leaving.signal);
  const heard = jobs.next();
  await buyer.post(textJob());
  const { contract } = taken(await buyer.post(textJob({ provider: provider.party })));
  const { value } = await heard;
  expect(value).toMatchObject({ event: "contract_posted", contract: contract.id.slice(0, 32) });
  leaving.abort();
  expect((await read(place, "/contracts")).json.contracts).toEqual([]);
});

test("bytes are stored under their hash, and come back whole", async () => {
  await using place = await InProcess.open();
  const connection = place.connect();
  const bytes = Buffer.from([0, 255, 1]);
  const name = taken(await connection.keepArtifact(bytes));
  expect(Buffer.from(taken(await connection.artifact(name, 3)))).toEqual(bytes);
  await expect(connection.artifact(name, 2)).rejects.toThrow("longer than 2 bytes");
  expect(await connection.artifact(`sha256:${"0".repeat(64)}`, 9)).toMatchObject({
    refusal: { code: "unknown_artifact" },
  });
});

test.each([
  { path: "/jobs", body: { job: {}, chain_entry: {} }, code: "malformed_body" },
  { path: "/jobs", body: { job: textJob() }, code: "malformed_body" },
])("POST $path refuses $code", async ({ path, body, code }) => {
  await using place = await InProcess.open();
  const text = JSON.stringify(body, (_, value) =>
    typeof value === "bigint" ? Number(value) : value,
  );
  const response = await place.under.ask(path, { method: "POST", body: text });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(["unauthenticated", code]).toContain(((await response.json()) as JsonObject).code);
});

test("a contract that is no job has no page among jobs", async () => {
  await using place = await InProcess.open();
  expect(await read(place, `/jobs/${"0".repeat(64)}`)).toMatchObject({ status: 404 });
  expect(await read(place, "/schemas/oa.none.v1")).toMatchObject({
    status: 404,
    json: { code: "unknown_schema", schema: "oa.none.v1" },
  });
  expect((await read(place, `/schemas/${TEXT}`)).json).toMatchObject({ schema_id: TEXT });
});
