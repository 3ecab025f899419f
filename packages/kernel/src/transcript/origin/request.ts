/**
 * A signed HTTP request, as sent by clients that sign no entries.
 *
 * The path names the contract and the act, the body has the act's fields. The server's entry may
 * contain nothing that the client did not send: each of its fields is in the body, and if a path
 * serves several acts, the body selects one.
 */
import { chainJson } from "../../canonical/chain-json.ts";
import { fields } from "../../canonical/fields.ts";
import { sha256Hex } from "../../canonical/hash.ts";
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from "../../canonical/json.ts";
import { actFields } from "../../contract/act-rules.ts";
import type { Party } from "../../identity/party.ts";
import { type SignedRequest, verifyRequest } from "../../identity/request.ts";
import type { Verify } from "../../identity/verify.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import { namesMarket } from "./named-market.ts";
import { asksFor, olderField, POST, readActPath } from "./request-words.ts";
import { badOrigin, given, type OriginClaim, type OriginScheme, withoutOrigin } from "./scheme.ts";
import { statedProblem } from "./stated-terms.ts";

const MAX_PATH_LENGTH = 200;
const MAX_BODY_LENGTH = 1 << 20;

/** The `data.origin` of an entry that the server makes out of a client's request. */
export function requestOrigin(request: SignedRequest): JsonObject {
  const { method, path, body, timestampSeconds, pubkey } = request;
  return {
    scheme: "request",
    method,
    path,
    body,
    timestamp: BigInt(timestampSeconds),
    // Lower case only: the nonce of a posted contract is the hash of these characters.
    signature: request.signature.toLowerCase(),
    pubkey: pubkey.toLowerCase(),
  };
}

export const requestScheme: OriginScheme = {
  verify: verifyRequestOrigin,
  identity: (origin) => given(origin, "signature"),
  author: ({ pubkey }) => (typeof pubkey === "string" ? `fix_${pubkey}` : null),
};

function verifyRequestOrigin(
  origin: JsonObject,
  claim: OriginClaim,
  verify: Verify,
): Result<Party> {
  const request = parseRequest(origin);
  if (!request.ok) return request;
  const signer = verifyRequest(request.value, verify);
  if (!signer.ok) return signer;
  if (request.value.method !== "POST") return badOrigin("only a POST can be an act");
  const body = parseJson(request.value.body);
  if (!body.ok) return badOrigin(`the body is not JSON: ${describe(body)}`);
  if (!isJsonObject(body.value)) return badOrigin("the body must be an object");

  const problem =
    claim.type === "post"
      ? postProblem(request.value, body.value, signer.value, claim)
      : actProblem(request.value.path, body.value, signer.value, claim);
  if (problem !== null) return badOrigin(problem);
  return claim.type === "post"
    ? forThisMarket(body.value, claim.data, signer.value)
    : accept(signer.value);
}

/** Free mode moves no money, so such a post needs to name no market. The terms were read before. */
function forThisMarket(body: JsonObject, { terms }: JsonObject, signer: Party): Result<Party> {
  const { platform, pots } = isJsonObject(terms) ? terms : {};
  const isFree = isJsonArray(pots) && pots.length === 0;
  if (isFree || namesMarket(body, String(platform))) return accept(signer);
  return refuse({ code: "market_not_named", platform: String(platform) });
}

function parseRequest(origin: JsonObject): Result<SignedRequest> {
  const read = fields(origin, "origin");
  read.onlyKnown(["scheme", "method", "path", "body", "timestamp", "signature", "pubkey"]);
  const request = {
    method: read.string("method", { max: 10 }),
    path: read.string("path", { max: MAX_PATH_LENGTH }),
    body: read.string("body", { max: MAX_BODY_LENGTH }),
    timestampSeconds: read.integer("timestamp", { max: Number.MAX_SAFE_INTEGER }),
    signature: read.hex("signature", 128),
    pubkey: read.hex("pubkey", 64),
  };
  if (read.problem === null) return accept(request);
  return badOrigin(`${read.problem.field}: ${read.problem.problem}`);
}

function describe(refused: ReturnType<typeof parseJson>): string {
  if (refused.ok || refused.refusal.code !== "malformed_json") return "unreadable";
  return `${refused.refusal.problem} at ${refused.refusal.at}`;
}

/** The server may fill in what the document leaves open, and must keep what it states. */
function postProblem(
  request: SignedRequest,
  body: JsonObject,
  signer: Party,
  { data }: OriginClaim,
): string | null {
  if (request.path !== POST.path) return `a contract is posted to ${POST.path}`;
  const terms = data.terms;
  const document = body[POST.document];
  if (!isJsonObject(terms)) return "the entry has no terms";
  if (!isSame(terms.document, document)) return "the principal signed another document";
  if (terms.principal !== signer || body[POST.author] !== signer) {
    return "the principal is not the signer";
  }
  if (terms.nonce !== sha256Hex(request.signature)) {
    return "the nonce is not the hash of the request's signature";
  }
  return statedProblem(terms, document);
}

function actProblem(
  path: string,
  body: JsonObject,
  signer: Party,
  { type, data, contractId }: OriginClaim,
): string | null {
  const asked = readActPath(path);
  if (asked === null || !contractId.startsWith(asked.id)) {
    return "the request is for another contract";
  }
  if (!asksFor(type, asked.word, body)) {
    return `this request to /${asked.word} does not ask for ${type}`;
  }
  const wrong = Object.entries(withoutOrigin(data)).find(
    ([name, value]) =>
      !isSame(value, body[name]) && !isSame(value, olderField(name, value, body, signer)),
  );
  if (wrong !== undefined) return `the signer did not send this ${wrong[0]}`;
  // An `accept` without the signed price is a different `accept`.
  const dropped = actFields(type).find((name) => body[name] != null && data[name] == null);
  return dropped === undefined ? null : `the signer also sent ${dropped}`;
}

function isSame(said: Json | undefined, sent: Json | undefined): boolean {
  return said !== undefined && sent !== undefined && chainJson(said) === chainJson(sent);
}
