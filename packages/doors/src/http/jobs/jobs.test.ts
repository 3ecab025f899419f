import { chainJson, type JsonObject, type Party, sha256Hex } from "@bazaar/kernel";
import { resultEnvelope } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { TEXT, textJob } from "../../../test/text-job.ts";
import type { Connection } from "../../connection/connection.ts";
import type { Contract } from "../../connection/contract.ts";
import { InProcess, taken } from "../connect/test/in-process.ts";

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
    verification: null,
  });
  const evidence = { text: "Hello.", claimed_sha256: sha256Hex("Hello.") };
  taken(await buyer.act(contract, "verify", { success: true, evidence }));
  const { json } = await get();
  expect(json.payment.status).toBe("paying");
  expect(json.verification).toEqual({
    passed: true,
    checks: [
      { name: "hash_matches", passed: true, details: null },
      { name: "length_within", passed: true, details: null },
    ],
    trajectory_valid: false,
    evidence_hash: expect.stringMatching(/^sha256:/),
  });
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

test("jobs are listed by the state of their payment", async () => {
  await using place = await InProcess.open();
  const { contract } = taken(await place.connect().post(textJob()));
  const ids = async (payment: string): Promise<readonly string[]> => {
    const { json } = await read(place, `/jobs?payment=${payment}`);
    return json.jobs.map(({ job_id }: { job_id: string }) => job_id);
  };
  expect(await ids("awaiting_result")).toEqual([contract.id.slice(0, 32)]);
  expect(await ids("paid")).toEqual([]);
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
