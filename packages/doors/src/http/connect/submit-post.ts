/**
 * Posts a document with complete terms. Its profile says what it becomes; over HTTP, jobs with a
 * schema have a path of their own, where the key of a job makes it one however often it is posted.
 */
import { randomUUID } from "node:crypto";
import {
  chainJson,
  contractAlias,
  contractId,
  EMPTY_CHAIN,
  type Entry,
  entryJson,
  fields,
  fillTerms,
  isJsonObject,
  type JsonObject,
  jobPayload,
  type Offer,
  profileOfDocument,
  type Result,
  refuse,
  type Signer,
  sha256Hex,
  signEntry,
  type Terms,
  termsJson,
} from "@bazaar/kernel";
import type { Posted, PostOptions } from "../../connection/connection.ts";
import { BadAnswer } from "../../connection/market-errors.ts";
import { type Answered, refusedHere } from "../../connection/market-refusal.ts";
import { wireText } from "../wire-text.ts";
import { checked } from "./reads.ts";
import type { Post } from "./sign-request.ts";
import { objectOf, PROMPT_MS, type Sender, send } from "./submit.ts";

/** The first entry of a contract, with its complete terms. */
export function postEntry(signer: Signer, terms: Terms, nowMs: number): Entry {
  const act = { type: "post", data: { terms: termsJson(terms) } };
  return signEntry(signer, EMPTY_CHAIN, act, nowMs);
}

export function postRequest(terms: Terms, entry: Entry): Post {
  const { document, principal } = terms;
  const posted = { principal_pubkey: principal, chain_entry: entryJson(entry) };
  return isJob(terms)
    ? { path: "/jobs", body: wireText({ job: document, ...posted }) }
    : { path: "/contracts", body: wireText({ contract: document, ...posted }) };
}

export async function submitPost(
  sender: Sender,
  document: JsonObject,
  { signal, ...from }: PostOptions & { readonly offer: Offer },
): Promise<Answered<Posted>> {
  const { signer, exchange } = sender;
  const filled = filledTerms(signer, document, from);
  if (!filled.ok) return refusedHere(filled.refusal);
  const terms = filled.value;
  sender.onSend({ contract: contractId(terms), act: "post", data: document });
  const request = postRequest(terms, postEntry(signer, terms, exchange.clock.nowMs()));
  const answer = await send(sender, request, randomUUID(), PROMPT_MS, signal);
  if (!answer.ok) return answer;
  const said = objectOf(answer.value);
  const contract = await sender.reload(postedId(terms, said), signal);
  if (!contract.ok) return contract;
  const { document: held, principal } = contract.value.state.terms;
  // A job of before has terms of before. Its result would be taken for that of this one.
  if (principal !== signer.party || chainJson(held) !== chainJson(document)) {
    throw new BadAnswer("the market posted another contract");
  }
  const { deposit = null } = said;
  const due = isJsonObject(deposit) ? deposit : null;
  const isNew = contract.value.id === contractId(terms);
  return { ok: true, value: { contract: contract.value, deposit: due, isNew } };
}

function filledTerms(
  signer: Signer,
  document: JsonObject,
  { profile, offer }: Pick<PostOptions, "profile"> & { readonly offer: Offer },
): Result<Terms> {
  const name = profile ?? profileOfDocument(document);
  if (name === null) {
    const problem = "expected the document of a profile, or its name";
    return refuse({ code: "malformed_terms", field: "document", problem });
  }
  const author = { principal: signer.party, nonce: sha256Hex(randomUUID()) };
  return fillTerms(name, document, author, offer);
}

/** The contract that the market names. Only a job may be one that was posted before. */
function postedId(terms: Terms, said: JsonObject): string {
  if (isJob(terms)) {
    return checked(fields(said, "job"), (read) => read.hex("contract_id_full", 64));
  }
  const id = contractId(terms);
  if (said.contract_id === contractAlias(id)) return id;
  throw new BadAnswer("the market posted another contract");
}

function isJob({ work }: Terms): boolean {
  return jobPayload(work) !== null;
}
