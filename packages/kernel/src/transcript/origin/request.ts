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
import { actFields, type PartyAct } from "../../contract/act-rules.ts";
import type { Party } from "../../identity/party.ts";
import { type SignedRequest, verifyRequest } from "../../identity/request.ts";
import type { Verify } from "../../identity/verify.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import { namesMarket } from "./named-market.ts";
import { badOrigin, given, type OriginClaim, type OriginScheme, withoutOrigin } from "./scheme.ts";
import { statedProblem } from "./stated-terms.ts";

const MAX_PATH_LENGTH = 200;
const MAX_BODY_LENGTH = 1 << 20;

const CONTRACT_PATH = /^\/contracts\/([0-9a-f]{32}|[0-9a-f]{64})\/([a-z_-]+)$/;

/** Path segments that are the name of the act; hyphens stand for underscores. */
export const REQUEST_WORDS: ReadonlySet<string> = new Set([
  "bond",
  "accept",
  "decline",
  "investigate",
  "result",
  "fix",
  "verify",
  "cancel",
  "back_out",
  "halt",
  "resume",
  "appeal",
] satisfies PartyAct[]);

/** What the `action` of a review asks for. */
const REVIEW_ACTS: ReadonlyMap<Json | undefined, PartyAct> = new Map([
  ["accept", "review_accept"],
  ["reject", "review_reject"],
  ["dispute", "dispute_filed"],
]);

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
  if (request.path !== "/contracts") return "a contract is posted to /contracts";
  const terms = data.terms;
  if (!isJsonObject(terms)) return "the entry has no terms";
  if (!isSame(terms.document, body.contract)) return "the principal signed another document";
  if (terms.principal !== signer || body.principal_pubkey !== signer) {
    return "the principal is not the signer";
  }
  if (terms.nonce !== sha256Hex(request.signature)) {
    return "the nonce is not the hash of the request's signature";
  }
  return statedProblem(terms, body.contract);
}

function actProblem(
  path: string,
  body: JsonObject,
  signer: Party,
  { type, data, contractId }: OriginClaim,
): string | null {
  const [, id = "", word = ""] = CONTRACT_PATH.exec(path) ?? [];
  if (id === "" || !contractId.startsWith(id)) return "the request is for another contract";
  if (!permittedActs(word.replaceAll("-", "_"), body).includes(type)) {
    return `this request to /${word} does not ask for ${type}`;
  }
  const wrong = Object.entries(withoutOrigin(data)).find(
    ([name, value]) =>
      !isSame(value, body[name]) &&
      !isSameSide(name, value, body, signer) &&
      !(name === "account" && body.account == null && isSame(value, onlyAccount(body))),
  );
  if (wrong !== undefined) return `the signer did not send this ${wrong[0]}`;
  // An `accept` without the signed price is a different `accept`.
  const dropped = actFields(type).find((name) => body[name] != null && data[name] == null);
  return dropped === undefined ? null : `the signer also sent ${dropped}`;
}

function permittedActs(word: string, body: JsonObject): readonly string[] {
  switch (word) {
    case "review":
      return [REVIEW_ACTS.get(body.action) ?? ""];
    case "chat":
      return ["ask", "answer", "message"].filter((act) => act === (body.msg_type ?? "message"));
    case "dispute":
      return ["dispute_filed", "appeal"];
    case "respond":
      return ["dispute_response"];
    case "accounts":
      return ["set_account"];
    default:
      return REQUEST_WORDS.has(word) ? [word] : [];
  }
}

function isSame(said: Json | undefined, sent: Json | undefined): boolean {
  return said !== undefined && sent !== undefined && chainJson(said) === chainJson(sent);
}

/**
 * Transcripts name the author's side as `from` or `side`. Requests may instead name the signer as
 * `agent_pubkey` or `principal_pubkey`.
 */
function isSameSide(name: string, value: Json, body: JsonObject, signer: Party): boolean {
  if (name !== "from" && name !== "side") return false;
  if (value !== "agent" && value !== "principal") return false;
  return body.from_side === value || body[`${value}_pubkey`] === signer;
}

/** Older clients name their account after their side; with both names neither counts. */
function onlyAccount({ principal_account, agent_account }: JsonObject): Json | undefined {
  const [account, second] = [principal_account, agent_account].filter((name) => name != null);
  return second === undefined ? account : undefined;
}
