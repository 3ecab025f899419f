import type { Connection, Contract } from "@bazaar/doors/connection";
import {
  BTC,
  Float,
  isJsonObject,
  type JsonObject,
  parseJson,
  readReplay,
  sha256Hex,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import canonicalize from "canonicalize";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { does, InProcess, taken } from "../../../doors/src/http/connect/test/in-process.ts";
import { reviewDiff } from "./review/review-diff.ts";
import { DIFF, jobDocument, Provider, REVIEW, scripted, until } from "./test/provider-scene.ts";
import type { Worked } from "./worker.ts";

let place: InProcess;
let buyer: Connection;

beforeEach(async () => {
  place = await InProcess.open();
  buyer = place.connect();
});

afterEach(async () => {
  expect(place.under.faults).toEqual([]);
  await place[Symbol.asyncDispose]();
});

async function post(provider: Provider, payload: JsonObject = REVIEW, schema = "code_review") {
  const document = jobDocument(`oa.${schema}.v1`, payload, provider.party);
  return taken(await buyer.post(document)).contract;
}

const inPhase = (contract: Contract, phase: string) =>
  until(place, buyer, contract, ({ state }) => state.phase === phase);
const typesOf = ({ transcript }: Contract) => transcript.entries.map(({ type }) => type);

function resultIn({ transcript }: Contract): JsonObject {
  const text = transcript.entries.findLast(({ type }) => type === "fix")?.data.fix;
  const json = parseJson(String(text));
  if (!json.ok || !isJsonObject(json.value)) throw new Error("no result");
  return json.value;
}

function dataOf({ transcript }: Contract, wanted: string): JsonObject {
  return transcript.entries.findLast(({ type }) => type === wanted)?.data ?? {};
}

const DONE: Extract<Worked, { is: "done" }> = {
  is: "done",
  payload: { text: "hello" },
  replay: null,
};
const TEXT = { prompt: "say hello", max_length: 1_000n };

test("a job that names it is accepted, done, handed in and paid", async () => {
  await using provider = new Provider(place);
  const handedIn = await inPhase(await post(provider), "verifying");
  expect(typesOf(handedIn)).toEqual(["post", "accept", "fix"]);
  const { payload } = resultIn(handedIn) as { payload: Record<string, unknown> };
  expect(payload).toMatchObject({
    status: "success",
    invoice: null,
    provenance: { model: "embedded", provider_id: provider.party },
    review: { issues: [{ file: "a.js", line_range: [1n, 1n] }] },
  });
  const review = { review: payload.review, claimed_sha256: payload.review_sha256 } as JsonObject;
  await does(buyer, handedIn, "verify", { success: true, evidence: review });
  await inPhase(handedIn, "fulfilled");
  await place.turn();
  expect(await place.balance(provider.connection, BTC)).toBe("0.00001845");
  await expect.poll(() => provider.told).toEqual(["accepted", "handedIn", "ended"]);
  expect(provider.errors).toEqual([]);
});

test("the market's stream tells it of a job between two looks at the list", async () => {
  await using provider = new Provider(place, { pollMs: 3_600_000 });
  while (place.under.door.listeners === 0) await new Promise((turn) => setImmediate(turn));
  await place.clock.sleep(1_000);
  await inPhase(await post(provider), "verifying");
});

test("without a stream, it is told so and looks at the list", async () => {
  const { fetch } = place;
  place.fetch = async (request) =>
    request.url.includes("/jobs/stream") ? new Response("<html>") : fetch(request);
  await using provider = new Provider(place);
  await inPhase(await post(provider), "verifying");
  expect(provider.errors.map(String)).toEqual([expect.stringContaining("not an event stream")]);
});

test("its trajectory is stored, has the hash that the result names, and is signed", async () => {
  await using provider = new Provider(place);
  const handedIn = await inPhase(await post(provider), "verifying");
  const { payload } = resultIn(handedIn) as { payload: Record<string, string> };
  const bytes = taken(await buyer.artifact(payload.trajectory_artifact ?? "", 1e6));
  const read = readReplay(Buffer.from(bytes).toString("utf8"));
  expect(read).toMatchObject({
    ok: true,
    value: { end: { status: "Success", totalToolCalls: 1 } },
  });
  expect(payload.trajectory_statement).toMatchObject({
    provider: provider.party,
    contract: handedIn.id,
    trajectory_hash: payload.trajectory_hash,
  });
});

test("long vectors are handed in as an artifact in canonical form", async () => {
  const vector = Array.from({ length: 16_384 }, (_, at) => new Float(at / 10));
  const embeddings = [vector];
  const made = { status: "success", embeddings, model_id: "m", dimensions: 16_384n };
  const worker = scripted(async () => ({ is: "done", payload: made, replay: null }));
  await using provider = new Provider(place, { worker });
  const posted = await post(provider, { texts: ["hello"] }, "embedding");
  const { payload_artifact: name } = resultIn(await inPhase(posted, "verifying"));
  const bytes = taken(await buyer.artifact(String(name), 1e6));
  const stored = JSON.parse(Buffer.from(bytes).toString("utf8"));
  expect(stored.embeddings).toEqual([vector.map(({ value }) => value)]);
  expect(Buffer.from(bytes).toString("utf8")).toBe(canonicalize(stored));
});

test("a job of another provider, and one of another kind, stay as they are", async () => {
  await using provider = new Provider(place);
  const other = jobDocument("oa.code_review.v1", REVIEW, place.connect().party);
  const posted = taken(await buyer.post(other)).contract;
  await place.clock.sleep(5_000);
  expect(taken(await buyer.contract(posted.id)).state.phase).toBe("open");
  expect(provider.told).toEqual([]);
});

test("a job that it cannot do is declined, and the buyer's money is free again", async () => {
  await using provider = new Provider(place);
  const ended = await inPhase(await post(provider, TEXT, "text_gen"), "canceled");
  expect(dataOf(ended, "decline").reason).toContain("needs a model");
  await place.turn();
  expect(await place.balance(buyer, BTC)).toBe("0.01");
});

test.each([
  {
    what: "in money that it has no prices in",
    changes: { budget: { amount: "1", currency: "XNO" } },
    says: "paid in bitcoin only",
  },
  {
    what: "whose result only the buyer decides about",
    changes: { verification: [{ method: "principal" }] },
    says: "nobody but the buyer",
  },
  {
    what: "of vectors that it cannot make a second time",
    schema: "embedding",
    payload: { texts: ["one"], is_deterministic: true },
    says: "cannot be checked here",
  },
])("a job $what is declined with a sentence", async ({ says, ...job }) => {
  const { changes = {}, schema = "code_review", payload = REVIEW } = job;
  const worker = scripted(async () => ({ is: "failed", because: "it was taken" }));
  await using provider = new Provider(place, { worker });
  const document = jobDocument(`oa.${schema}.v1`, payload, provider.party);
  const posted = taken(await buyer.post({ ...document, ...changes })).contract;
  const ended = await inPhase(posted, "canceled");
  expect(dataOf(ended, "decline").reason).toContain(says);
});

test("a job that the buyer wants to judge, too, is taken where a court protects it", async () => {
  await using provider = new Provider(place);
  const document = jobDocument("oa.code_review.v1", REVIEW, provider.party);
  const judged = { verification: [{ method: "principal" }], panel: true };
  await inPhase(taken(await buyer.post({ ...document, ...judged })).contract, "verifying");
});

test("a result that could not be checked is given back, and never handed in", async () => {
  const verify = async () => ({ problem: "There is no sandbox." });
  await using provider = new Provider(place, { verify });
  const ended = await inPhase(await post(provider), "canceled");
  expect(typesOf(ended)).not.toContain("fix");
  expect(dataOf(ended, "back_out").reason).toContain("There is no sandbox.");
});

test("a job that its worker fails at is given back with the reason", async () => {
  const worker = scripted(async () => ({ is: "failed", because: "it hangs" }));
  await using provider = new Provider(place, { worker });
  const ended = await inPhase(await post(provider, TEXT, "text_gen"), "canceled");
  expect(dataOf(ended, "back_out")).toEqual({ reason: "it hangs" });
  expect(provider.told).toContain("failed");
});

test.each([
  { what: "does not fit its schema", payload: { status: "great" }, says: "does not fit" },
  { what: "does not pass the checks", payload: null, says: "does not pass" },
])("a result that $what is not handed in", async ({ payload, says }) => {
  const done = payload === null ? reviewed() : { ...DONE, payload };
  const worker = scripted(async () => done);
  await using provider = new Provider(place, { worker });
  const ended = await inPhase(await post(provider), "canceled");
  expect(typesOf(ended)).not.toContain("fix");
  expect(dataOf(ended, "back_out").reason).toContain(says);

  function reviewed(): Worked {
    const review = reviewDiff({ diff: DIFF, focus: ["all"], depth: "quick" });
    const review_sha256 = "0".repeat(64);
    return { ...DONE, payload: { status: "success", review, review_sha256 } };
  }
});

test("a long result is an artifact", async () => {
  const text = "long ".repeat(40_000);
  const payload = { status: "success", text, text_sha256: sha256Hex(text) };
  const worker = scripted(async () => ({ ...DONE, payload }));
  await using provider = new Provider(place, { worker });
  const asked = { prompt: "much", max_length: 1_000_000n };
  const handedIn = await inPhase(await post(provider, asked, "text_gen"), "verifying");
  const { payload_artifact, status, trajectory_artifact, trajectory_hash } = resultIn(handedIn);
  const bytes = taken(await buyer.artifact(String(payload_artifact), 1e6));
  const stored = JSON.parse(Buffer.from(bytes).toString("utf8"));
  expect(status).toBe("success");
  // The trajectory is pinned and receipted by what the entry says.
  expect(stored).toMatchObject({ text, trajectory_artifact, trajectory_hash });
  expect(typeof trajectory_artifact).toBe("string");
});

describe("after a restart", () => {
  test("a job that was accepted is done again and handed in once", async () => {
    const signer = generateSigner();
    const hangs = scripted(
      (assignment) =>
        new Promise((resolve) => {
          assignment.signal.addEventListener("abort", () =>
            resolve({ is: "failed", because: "stopped" }),
          );
        }),
    );
    const killed = new Provider(place, { worker: hangs, signer });
    const accepted = await inPhase(await post(killed), "in_progress");
    await killed.stop();
    await using provider = new Provider(place, { signer });
    const handedIn = await inPhase(accepted, "verifying");
    expect(typesOf(handedIn)).toEqual(["post", "accept", "fix"]);
    expect(provider.told).toEqual(["resumed", "handedIn"]);
  });

  test("a result that was handed in is not handed in again, and is defended", async () => {
    const signer = generateSigner();
    const killed = new Provider(place, { signer });
    const handedIn = await inPhase(await post(killed), "verifying");
    await killed.stop();
    const filed = await does(buyer, handedIn, "dispute_filed", { argument: "it is nothing" });
    const evidence = { review: {} };
    const verify = async () => ({ isPassed: true, evidence });
    await using provider = new Provider(place, { signer, verify });
    const answered = await until(place, buyer, filed, (now) =>
      typesOf(now).includes("dispute_response"),
    );
    expect(typesOf(answered).filter((type) => type === "fix")).toHaveLength(1);
    expect(dataOf(answered, "dispute_response")).toMatchObject({
      argument: expect.stringContaining("checks pass in my own sandbox"),
      evidence,
    });
    expect(provider.told.slice(0, 2)).toEqual(["resumed", "disputed"]);
  });
});

test("a rejection is checked by the market where the terms allow it", async () => {
  await using provider = new Provider(place);
  const handedIn = await inPhase(await post(provider), "verifying");
  await does(buyer, handedIn, "verify", { success: false, explanation: "I do not like it" });
  await until(place, buyer, handedIn, (now) => typesOf(now).includes("dispute_filed"));
});

describe("a market whose answers cannot be used", () => {
  const JSON_TYPE = { headers: { "content-type": "application/json" } };
  /** More than any answer may have, however fast it comes. */
  const endless = () => {
    const pull = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(new Uint8Array(2 ** 20).fill(0x20));
    return new Response(new ReadableStream({ pull }), JSON_TYPE);
  };

  function answering(ending: string, answer: () => Response | null): void {
    const door = place.fetch;
    place.fetch = (request) => {
      const { pathname } = new URL(request.url);
      return (pathname.endsWith(ending) ? answer() : null) ?? door(request);
    };
  }

  test("to a list is asked less and less often, and trusted again", async () => {
    const asked: number[] = [];
    answering("/jobs", () => {
      asked.push(place.clock.nowMs());
      return asked.length > 4 ? null : endless();
    });
    await using provider = new Provider(place);
    while (asked.length < 5) await place.clock.sleep(100);
    await inPhase(await post(provider), "verifying");
    const gaps = asked.slice(1, 5).map((atMs, at) => atMs - (asked[at] ?? 0));
    expect(gaps).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(provider.errors.map(String)).toEqual(
      Array(4).fill("AnswerTooLong: the answer to /jobs is longer than 33554432 bytes"),
    );
  });

  test("about one job does not keep the provider from others, nor for ever from that one", async () => {
    const signer = generateSigner();
    const first = taken(
      await buyer.post(jobDocument("oa.code_review.v1", REVIEW, signer.party)),
    ).contract;
    let isBad = true;
    answering(`/${first.id}/transcript`, () => (isBad ? new Response("{}", JSON_TYPE) : null));
    await using provider = new Provider(place, { signer });
    const second = await inPhase(await post(provider), "verifying");
    expect(second.id).not.toBe(first.id);
    expect(provider.errors).toHaveLength(1);
    isBad = false;
    await inPhase(first, "verifying");
    expect(provider.errors).toHaveLength(1);
  });

  test("is asked about few jobs at the same time", async () => {
    let [now, most] = [0, 0];
    const signer = generateSigner();
    const ids = Array.from({ length: 50 }, (_, at) => sha256Hex(String(at)));
    const door = place.fetch;
    place.fetch = async (request) => {
      if (!request.url.endsWith("/transcript")) return door(request);
      now += 1;
      most = Math.max(most, now);
      // Others that ask at the same time have asked by then.
      await new Promise(setImmediate);
      now -= 1;
      return new Response("{}", JSON_TYPE);
    };
    const list = async () => ({ ok: true, value: ids }) as const;
    await using provider = new Provider(place, { signer, list });
    while (provider.errors.length < ids.length) await place.clock.sleep(10);
    expect(most).toBeLessThanOrEqual(4);
  });
});

test("it works on as many at once as it may, and takes the next when one is handed in", async () => {
  let working = 0;
  let most = 0;
  const worker = scripted(async () => {
    working += 1;
    most = Math.max(most, working);
    await place.clock.sleep(1_000);
    working -= 1;
    return { ...DONE, payload: { status: "success", text: "x", text_sha256: sha256Hex("x") } };
  });
  await using provider = new Provider(place, { worker, jobs: 2 });
  const posted: Contract[] = [];
  for (let count = 0; count < 5; count += 1) posted.push(await post(provider, TEXT, "text_gen"));
  for (const contract of posted) await inPhase(contract, "verifying");
  expect(most).toBe(2);
});
