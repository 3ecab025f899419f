/**
 * A good request to every endpoint that takes one, on a contract that stands where it counts.
 * Shots are made from these: whatever is wrong with one is all that is wrong with it.
 */
import { isJsonObject, type JsonObject, parseJson, signOpinion } from "@bazaar/kernel";
import { Client, type Generation, type Prepared } from "../client.ts";
import { document, execution } from "../door-under-test.ts";
import type { Life } from "../life.ts";
import { bodyOf, keyOf, type Target, wordOf } from "./endpoints.ts";
import type { ShootingRange } from "./shooting-range.ts";

export interface Aim {
  readonly life: Life;
  readonly by: Client;
  readonly path: string;
  readonly body: JsonObject;
  /** Whether the request as it is would be taken; a new endpoint's may not be. */
  readonly isGood: boolean;
}

interface Word {
  readonly after: Stage;
  readonly by: "principal" | "agent";
  readonly said?: JsonObject;
  /** The act's own name, and what an entry of it says, where that is not what the body says. */
  readonly type?: string;
  readonly data?: JsonObject;
}

type Stage = (range: ShootingRange, life: Life) => Promise<unknown>;

const posted: Stage = ({ judge }, life) => life.post(judged(judge.party));
const bonded: Stage = async (range, life) => [await posted(range, life), await life.bond()];
const asked: Stage = async (range, life) => [
  await bonded(range, life),
  await life.investigate("cat foo.c"),
];
const working: Stage = async (range, life) => [await bonded(range, life), await life.accept()];
const fixed: Stage = async (range, life) => [await working(range, life), await life.fix("make")];
const halted: Stage = async (range, life) => [await working(range, life), await life.halt("stop")];
const reviewed: Stage = async ({ judge }, life) => {
  await life.post({ ...judged(judge.party), execution: execution({ mode: "autonomous" }) });
  await life.bond();
  await life.accept();
  await life.fix("make");
};
const filed: Stage = async (range, life) => [
  await working(range, life),
  await life.dispute(life.principal, "no"),
];
const heard: Stage = async (range, life) => [
  await filed(range, life),
  await life.respond(life.agent, "yes"),
];
const ruled: Stage = async (range, life) => {
  await heard(range, life);
  const ruling = await opinion(range, life);
  await life.agent.send(life.agent.sign(`/contracts/${life.id}/ruling`, { ruling }));
};

const AS_PRINCIPAL = { argument: "it is so", side: "principal" };
const AS_AGENT = { argument: "it is so", side: "agent" };
const COMMAND = "cat foo.c";

const WORDS: Readonly<Record<string, Word>> = {
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

/** A good request on a contract of its own, staged anew. */
export async function aim(
  range: ShootingRange,
  target: Target,
  generation: Generation,
): Promise<Aim> {
  const life = await range.newLife(generation);
  const word = wordOf(target);
  const made = WORDS[word];
  if (target.path === "/contracts") return aimed(life, life.principal, postOf(range, life), true);
  if (word === "ruling") return aimRuling(range, life);
  if (made === undefined) return aimUnknown(range, target, life);
  await made.after(range, life);
  const by = life[made.by];
  const { said = {}, type = word } = made;
  const named = { [keyOf(target) ?? "pubkey"]: by.signer.party };
  const data = made.data ?? { ...said, ...(word === "bond" || word === "accept" ? named : {}) };
  const prepared = await by.prepare(life.id, word, { ...said, ...named }, { type, data });
  return aimed(life, by, prepared, true);
}

async function aimRuling(range: ShootingRange, life: Life): Promise<Aim> {
  await heard(range, life);
  const ruling = await opinion(range, life);
  const by = new Client(range.under, range.judge, life.agent.generation);
  return aimed(life, by, by.sign(`/contracts/${life.id}/ruling`, { ruling }), true);
}

/** Made from its schema alone. */
async function aimUnknown(range: ShootingRange, target: Target, life: Life): Promise<Aim> {
  await working(range, life);
  const by = life.agent;
  const party = by.signer.party;
  const body = { ...bodyOf(target.body ?? {}, party), [keyOf(target) ?? "pubkey"]: party };
  const asset = "asset" in body ? { asset: "XNO" } : {};
  const path = target.path.replace(/\{\w+\}/, life.id);
  return aimed(life, by, by.sign(path, { ...body, ...asset }), target.path === "/faucet");
}

function postOf({ under, judge }: ShootingRange, { principal }: Life): Prepared {
  return principal.post(document(under, judged(judge.party)));
}

function aimed(life: Life, by: Client, { path, init }: Prepared, isGood: boolean): Aim {
  const body = parseJson(init.body);
  if (!body.ok || !isJsonObject(body.value)) throw new Error(`no object: ${init.body}`);
  return { life, by, path, body: body.value, isGood };
}

function judged(judge: string): JsonObject {
  return { judge: { pubkey: judge, fee: "0.17" } };
}

async function opinion({ under, judge }: ShootingRange, life: Life): Promise<JsonObject> {
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
