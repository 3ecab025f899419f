import {
  accept,
  contractAlias,
  fillTerms,
  isJsonObject,
  isSameData,
  type JsonObject,
  publicKeyHex,
  type Result,
  sha256Hex,
  termsJson,
} from "@bazaar/kernel";
import type { Market } from "@bazaar/market/ports";
import { z } from "zod";
import { type DoorRefused, refuseAtDoor } from "../door-refusal.ts";
import { type Answer, answer, type Caller, signedPost } from "../endpoint.ts";
import { JSON_OBJECT, PARTY_TEXT } from "../json-schemas.ts";
import { upperCaseRefusal } from "../lower-case.ts";
import { hash, status } from "../shapes.ts";
import { DEPOSIT } from "../views/deposit.ts";
import { statusOf } from "../views/status.ts";
import { checkSigner } from "./act-endpoint.ts";
import { depositOf } from "./deposit.ts";
import { submit } from "./submit.ts";

const CONTRACT = [
  'The contract document, such as {"version": 2, "task": {"command": "make test", "error": "…"},',
  '"escrow": {"bounty": "0.5", "currency": "XNO"}, "judge": {"pubkey": "…"}}, with a judge of',
  "GET /platform_info (courts). Without a judge there are no disputes; without escrow it is free.",
  "If it has escrow, is posted without chain_entry and the judge is not this market itself, it needs",
  '"platform": the key of this market, as GET /server_pubkey gives it (fix_id).',
].join(" ");

const BODY = z.object({
  contract: JSON_OBJECT.meta({ description: CONTRACT }),
  principal_pubkey: PARTY_TEXT,
  chain_entry: JSON_OBJECT.nullish().meta({
    description: "A `post` entry with the complete terms, signed by the principal",
  }),
});

/** A principal posts a contract: by its document alone, or by an entry with complete terms. */
export const post = signedPost({
  path: "/contracts",
  summary: "Post a new contract",
  tag: "acts",
  body: BODY,
  bodySize: "long",
  answer: z.object({
    contract_id: z.string().regex(/^[0-9a-f]{32}$/),
    status,
    server_pubkey: hash,
    deposit: DEPOSIT.nullish(),
  }),
  async run(call): Promise<Answer> {
    const { caller } = call;
    const unnamed = checkSigner(caller, call.body, "principal_pubkey");
    if (unnamed !== null) return unnamed;
    const { contract: document, chain_entry: entry } = call.body;
    const wrong = upperCaseJudge(document) ?? otherDocument(entry, document);
    if (wrong !== null) return wrong;
    const data = entry == null ? filledData(document, caller, call.market) : accept({});
    if (!data.ok) return data;
    const act = {
      contract: null,
      type: "post",
      data: data.value,
      stated: {},
      said: document,
      entry,
    };
    const recorded = await submit(call, act);
    if (!recorded.ok) return recorded;
    const { state, phase } = recorded.value;
    const deposit =
      phase === "unfunded" ? await depositOf(call.market, state.id, caller.party) : undefined;
    return answer({
      contract_id: contractAlias(state.id),
      status: statusOf(phase),
      server_pubkey: publicKeyHex(call.market.party),
      deposit,
    });
  },
});

/** The complete terms: the server fills in what the document leaves open. */
function filledData(document: JsonObject, caller: Caller, market: Market): Result<JsonObject> {
  // The signature covers everything but the id, so its hash is unique for each request.
  const nonce = sha256Hex(caller.request.signature.toLowerCase());
  const author = { principal: caller.party, nonce };
  // Patterns are checked once, where the post is decided.
  const terms = fillTerms("fix/2", document, author, market.offer, "read");
  return terms.ok ? accept({ terms: termsJson(terms.value) }) : terms;
}

function upperCaseJudge({ judge }: JsonObject): DoorRefused | null {
  const pubkey = isJsonObject(judge) ? judge.pubkey : null;
  return typeof pubkey === "string" ? upperCaseRefusal(pubkey) : null;
}

/** The terms in a signed entry must be those of the document sent with it. */
export function otherDocument(
  entry: JsonObject | null | undefined,
  document: JsonObject,
): DoorRefused | null {
  if (entry == null) return null;
  const { data } = entry;
  const terms = isJsonObject(data) ? data.terms : undefined;
  const signed = isJsonObject(terms) ? terms.document : undefined;
  if (signed === undefined || isSameData(signed, document)) return null;
  return refuseAtDoor({ code: "entry_differs", field: "data.terms.document" });
}
