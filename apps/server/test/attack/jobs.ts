/** Jobs that are costly to post and to list, and artifacts. */
import { createHash, randomBytes } from "node:crypto";
import { connect, postEntry, postRequest, signRequest } from "@bazaar/doors/http/connect";
import {
  bytesBody,
  fillTerms,
  type JsonObject,
  type Offer,
  type Party,
  rfc8785Hash,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { Client, type Prepared } from "../client.ts";
import type { Attack, AttackedMarket, Outgoing } from "./market.ts";

const LISTED = 40;
const COSTLY_POSTS = 60;
const ARTIFACTS = 24;
const ARTIFACT_BYTES = 1 << 21;
/** As many as a diff may have. */
const HUNKS = 2_000;

/** Every second line of one file, so that no two hunks are one range. */
const LINES = Array.from({ length: HUNKS }, (_, at) => 2 * at + 1);
const DIFF = `--- a/a\n+++ b/a\n${LINES.map((line) => `@@ -${line} +${line} @@\n-\n+\n`).join("")}`;

export async function jobAttack(market: AttackedMarket): Promise<Attack> {
  const offer = await offerOf(market);
  for (let at = 0; at < LISTED; at += 1) {
    await market.must(`127.0.5.${10 + at}`, preparePost(client(market), reviewJob(at), offer));
  }
  const posts = Array.from({ length: COSTLY_POSTS }, (_, at) =>
    preparePost(client(market), reviewJob(1_000 + at), offer),
  );
  const uploads = Array.from({ length: ARTIFACTS }, () => upload(client(market), offer.platform));
  const kept = upload(client(market), offer.platform);
  await market.must("127.0.6.1", kept.request);
  return {
    lanes: [
      () => ({ path: "/jobs?limit=100" }),
      taken(posts),
      taken(uploads.map(({ request }) => request)),
      () => ({ path: `/artifacts/${kept.hash}` }),
    ],
    stream: "/jobs/stream?last_event_id=0",
  };
}

/** One after the other, and again: a repeated one is looked up, and changes nothing. */
function taken(requests: readonly Outgoing[]): () => Outgoing {
  let at = 0;
  return () => {
    const next = requests[at % requests.length];
    at += 1;
    if (next === undefined) throw new Error("there is nothing to send");
    return next;
  };
}

async function offerOf({ url }: AttackedMarket): Promise<Offer> {
  const connection = connect({ url, signer: generateSigner(), verify: nativeVerifier() });
  const info = await connection.platformInfo();
  if (!info.ok) throw new Error(info.refusal.detail);
  return info.value.offer;
}

function client({ url }: AttackedMarket): Client {
  return new Client(url, { entries: "dated", requests: "seed" });
}

function reviewJob(nonce: number): JsonObject {
  const asked = { diff: DIFF, focus: ["logic"], depth: "thorough" };
  return envelope("code_review", { ...asked, idempotency_key: `review ${nonce}` });
}

function envelope(schema: string, asked: JsonObject): JsonObject {
  const payload = { ...asked, max_cost_sats: 10_000n };
  const hash = rfc8785Hash(payload);
  return {
    schema_id: `oa.${schema}.v1`,
    schema_version: "1.0.0",
    job_hash: hash.ok ? hash.value : "",
    payload,
    budget: { amount: "0.5", currency: "XNO" },
  };
}

function preparePost(buyer: Client, job: JsonObject, offer: Offer): Prepared {
  const nonce = randomBytes(32).toString("hex");
  const terms = fillTerms("job/1", job, { principal: buyer.party, nonce }, offer);
  if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
  const entry = postEntry(buyer.signer, terms.value, Date.now());
  const { path, body } = postRequest(terms.value, entry);
  return buyer.sign(path, body);
}

function upload(
  { signer }: Client,
  platform: Party,
): { readonly hash: string; readonly request: Outgoing } {
  const body = randomBytes(ARTIFACT_BYTES);
  const hash = createHash("sha256").update(body).digest("hex");
  const signed = { method: "PUT", path: "/artifacts", body: bytesBody(hash, platform) };
  const path = `/artifacts?hash=${hash}&bytes=${ARTIFACT_BYTES}&platform=${platform}`;
  return {
    hash,
    request: { path, method: "PUT", body, headers: signRequest(signer, signed, Date.now()) },
  };
}
