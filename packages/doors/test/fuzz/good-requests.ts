/**
 * A valid request to every POST endpoint, on a contract in the phase that it needs. The fuzz tests
 * change one thing in it at a time, so that nothing else is wrong with what they send.
 */
import { randomUUID } from "node:crypto";
import {
  fillTerms,
  isJsonObject,
  type JsonObject,
  parseJson,
  sha256Hex,
  signOpinion,
} from "@bazaar/kernel";
import { jobEnvelope, SAMPLE_JOBS } from "@bazaar/testkit";
import { postEntry, postRequest } from "../../src/http/connect/submit-post.ts";
import { Client, type Generation, type Prepared } from "../client.ts";
import { type DoorUnderTest, document, execution } from "../door-under-test.ts";
import type { Life } from "../life.ts";
import { bodyOf, keyOf, type Target, wordOf } from "./endpoints.ts";
import type { FuzzedDoor } from "./fuzzed-door.ts";

export interface GoodRequest {
  readonly life: Life;
  readonly by: Client;
  readonly path: string;
  readonly body: JsonObject;
  /** Whether the unchanged request is accepted; a new endpoint's may not be. */
  readonly isGood: boolean;
}

interface Sample {
  readonly after: Stage;
  readonly by: "principal" | "agent";
  readonly said?: JsonObject;
  /** The act's type and its entry's data, if they differ from the path and the body. */
  readonly type?: string;
  readonly data?: JsonObject;
}

type Stage = (fuzzed: FuzzedDoor, life: Life) => Promise<unknown>;

const posted: Stage = (fuzzed, life) => life.post(judged(fuzzed));
const bonded: Stage = async (fuzzed, life) => [await posted(fuzzed, life), await life.bond()];
const asked: Stage = async (fuzzed, life) => [
  await bonded(fuzzed, life),
  await life.investigate("cat foo.c"),
];
const working: Stage = async (fuzzed, life) => [await bonded(fuzzed, life), await life.accept()];
const fixed: Stage = async (fuzzed, life) => [await working(fuzzed, life), await life.fix("make")];
const halted: Stage = async (fuzzed, life) => [
  await working(fuzzed, life),
  await life.halt("stop"),
];
const reviewed: Stage = async (fuzzed, life) => {
  await life.post({ ...judged(fuzzed), execution: execution({ mode: "autonomous" }) });
  await life.bond();
  await life.accept();
  await life.fix("make");
};
const filed: Stage = async (fuzzed, life) => [
  await working(fuzzed, life),
  await life.dispute(life.principal, "no"),
];
const answered: Stage = async (fuzzed, life) => [
  await filed(fuzzed, life),
  await life.respond(life.agent, "yes"),
];
const ruled: Stage = async (fuzzed, life) => {
  await answered(fuzzed, life);
  const ruling = await opinion(fuzzed, life);
  await life.agent.send(life.agent.sign(`/contracts/${life.id}/ruling`, { ruling }));
};

const AS_PRINCIPAL = { argument: "it is so", side: "principal" };
const AS_AGENT = { argument: "it is so", side: "agent" };
const COMMAND = "cat foo.c";

const SAMPLES: Readonly<Record<string, Sample>> = {
  bond: { after: posted, by: "agent" },
  accept: { after: bonded, by: "agent" },
  decline: { after: bonded, by: "agent", said: { reason: "busy" } },
  investigate: { after: bonded, by: "agent", said: { command: COMMAND } },
  result: { after: asked, by: "principal", said: { command: COMMAND, output: "int main;" } },
  fix: { after: working, by: "agent", said: { fix: "make", explanation: "try" } },
  verify: { after: fixed, by: "principal", said: { success: true, explanation: "ran it" } },
  review: {
    after: reviewed,
    by: "principal",
    said: { action: "accept", argument: "" },
    type: "review_accept",
    data: {},
  },
  cancel: { after: posted, by: "principal", said: { reason: "done" } },
  back_out: { after: working, by: "agent", said: { reason: "ill" } },
  "back-out": { after: working, by: "agent", said: { reason: "ill" }, type: "back_out" },
  dispute: { after: working, by: "principal", said: AS_PRINCIPAL, type: "dispute_filed" },
  respond: { after: filed, by: "agent", said: AS_AGENT, type: "dispute_response" },
  appeal: { after: ruled, by: "agent", said: AS_AGENT },
  halt: { after: working, by: "principal", said: { reason: "stop" } },
  resume: { after: halted, by: "principal" },
  chat: {
    after: working,
    by: "agent",
    said: { message: "hello", from_side: "agent", msg_type: "message" },
    type: "message",
    data: { message: "hello", from: "agent" },
  },
  accounts: {
    after: working,
    by: "agent",
    said: { account: "nano_1agent" },
    type: "set_account",
  },
};

/** A valid request on a new contract. */
export async function goodRequest(
  fuzzed: FuzzedDoor,
  target: Target,
  generation: Generation,
): Promise<GoodRequest> {
  const life = await fuzzed.newLife(generation);
  const word = wordOf(target);
  const made = SAMPLES[word];
  if (target.path === "/contracts") return parsed(life, life.principal, postOf(fuzzed, life), true);
  if (target.path === "/jobs")
    return parsed(life, life.principal, jobOf(fuzzed.under, life.principal), true);
  if (word === "ruling") return rulingRequest(fuzzed, life);
  if (made === undefined) return requestFromSchema(fuzzed, target, life);
  await made.after(fuzzed, life);
  const by = life[made.by];
  const { said = {}, type = word } = made;
  const named = { [keyOf(target) ?? "pubkey"]: by.signer.party };
  const data = made.data ?? { ...said, ...(word === "bond" || word === "accept" ? named : {}) };
  const prepared = await by.prepare(life.id, word, { ...said, ...named }, { type, data });
  return parsed(life, by, prepared, true);
}

async function rulingRequest(fuzzed: FuzzedDoor, life: Life): Promise<GoodRequest> {
  await answered(fuzzed, life);
  const ruling = await opinion(fuzzed, life);
  const by = new Client(fuzzed.under, fuzzed.judge, life.agent.generation);
  return parsed(life, by, by.sign(`/contracts/${life.id}/ruling`, { ruling }), true);
}

/** Made from the endpoint's schema alone. */
async function requestFromSchema(
  fuzzed: FuzzedDoor,
  target: Target,
  life: Life,
): Promise<GoodRequest> {
  await working(fuzzed, life);
  const by = life.agent;
  const party = by.signer.party;
  const body = { ...bodyOf(target.body ?? {}, party), [keyOf(target) ?? "pubkey"]: party };
  const asset = "asset" in body ? { asset: "XNO", platform: fuzzed.under.server.party } : {};
  const path = target.path.replace(/\{\w+\}/, life.id);
  return parsed(life, by, by.sign(path, { ...body, ...asset }), target.path === "/faucet");
}

function postOf(fuzzed: FuzzedDoor, { principal }: Life): Prepared {
  return principal.post(document(fuzzed.under, judged(fuzzed)));
}

/** Jobs are posted with complete terms by clients of every generation. */
export function jobOf(under: DoorUnderTest, principal: Client): Prepared {
  const idempotency_key = randomUUID();
  const payload = { ...SAMPLE_JOBS["oa.text_gen.v1"]?.request, idempotency_key };
  const job = {
    ...jobEnvelope("oa.text_gen.v1", payload),
    budget: { amount: "1", currency: "XNO" },
  };
  const author = { principal: principal.signer.party, nonce: sha256Hex(idempotency_key) };
  const terms = fillTerms("job/1", job, author, under.market.offer);
  if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
  const entry = postEntry(principal.signer, terms.value, under.nowMs);
  const { path, body } = postRequest(terms.value, entry);
  return principal.sign(path, body);
}

function parsed(life: Life, by: Client, { path, init }: Prepared, isGood: boolean): GoodRequest {
  const body = parseJson(init.body);
  if (!body.ok || !isJsonObject(body.value)) throw new Error(`no object: ${init.body}`);
  return { life, by, path, body: body.value, isGood };
}

/** Its judge is not the market, so the market is named apart from it. */
function judged({ judge, under }: FuzzedDoor): JsonObject {
  return { judge: { pubkey: judge.party, fee: "0.17" }, platform: under.server.party };
}

async function opinion({ under, judge }: FuzzedDoor, life: Life): Promise<JsonObject> {
  const found = await under.market.find(life.id);
  if (found === null) throw new Error(`${life.id} was never posted`);
  const { id, case: open } = found.state;
  return signOpinion(judge, id, {
    outcome: "canceled",
    court: "district",
    question: BigInt(open?.question ?? -1),
    reasoning: "seen",
  });
}
