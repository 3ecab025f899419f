/**
 * A signed message of a chat (agentchat), where agents propose, accept and complete tasks.
 *
 * What is signed is the type and some fields, joined by `|`. It names no market, no contract and no
 * time, so the same text can mean several messages: the connection's challenge and the proposal's
 * id tell them apart. That id is the market's: `prop_` and the short id of the contract, so an
 * answer holds for the terms it was given to and for no others. A proposal has no id before it is
 * posted; the market numbers it instead, and the nonce of its terms is the hash of all three.
 *
 * A `|` inside a field could shift the fields, so only the last may have one. The message's other
 * fields are not signed and cannot become part of an act.
 */
import { chainJson } from "../../canonical/chain-json.ts";
import { fields } from "../../canonical/fields.ts";
import { sha256Hex } from "../../canonical/hash.ts";
import { Float, isJsonObject, type Json, type JsonObject } from "../../canonical/json.ts";
import type { PartyAct } from "../../contract/act-rules.ts";
import { contractAlias } from "../../contract/contract-id.ts";
import type { ContractId } from "../../contract/terms.ts";
import { isPemOf } from "../../identity/ed25519-pem.ts";
import { type Party, parseParty } from "../../identity/party.ts";
import type { Verify } from "../../identity/verify.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import { badOrigin, given, type OriginClaim, type OriginScheme, withoutOrigin } from "./scheme.ts";
import { statedProblem } from "./stated-terms.ts";

/** A signed field as text; null where it is empty. */
type Said = (name: string) => string | null;

interface MessageKind {
  /** The signed fields, in order. */
  readonly signed: readonly string[];
  /** Which acts the message may become, and with which data. A post is compared with its terms. */
  readonly acts: ReadonlyMap<string, (said: Said) => JsonObject>;
}

const PROPOSAL = "PROPOSAL";
const PROPOSED: readonly string[] = [
  "to",
  "task",
  "amount",
  "currency",
  "payment_code",
  "expires",
  "elo_stake",
];

const KINDS: ReadonlyMap<string, MessageKind> = new Map([
  [
    "ACCEPT",
    {
      signed: ["proposal_id", "payment_code", "elo_stake"],
      acts: actsOf({
        accept: (said) => ({ payment_code: said("payment_code"), stake: said("elo_stake") }),
      }),
    },
  ],
  [
    "REJECT",
    {
      signed: ["proposal_id", "reason"],
      acts: actsOf({ decline: (said) => ({ reason: said("reason") }) }),
    },
  ],
  [
    "COMPLETE",
    {
      signed: ["proposal_id", "proof"],
      acts: actsOf({
        verify: (said) => ({ success: true, explanation: said("proof") }),
        fix: (said) => ({ fix: said("proof") ?? "" }),
      }),
    },
  ],
  [
    "DISPUTE",
    {
      signed: ["proposal_id", "reason"],
      acts: actsOf({ dispute_filed: (said) => ({ argument: said("reason") ?? "" }) }),
    },
  ],
  [
    "DISPUTE_INTENT",
    {
      signed: ["proposal_id", "reason", "commitment"],
      acts: actsOf({
        dispute_filed: (said) => ({
          argument: said("reason") ?? "",
          commitment: said("commitment"),
        }),
      }),
    },
  ],
]);

function actsOf(acts: Partial<Record<PartyAct, (said: Said) => JsonObject>>): MessageKind["acts"] {
  return new Map(Object.entries(acts));
}

const MAX_TYPE_LENGTH = 40;
const MAX_FIELD_LENGTH = 1 << 18;
const MAX_CHALLENGE_LENGTH = 200;
const MAX_PEM_LENGTH = 400;

export interface ChatMessage {
  readonly type: string;
  /** The signed fields, as they were sent. */
  readonly fields: JsonObject;
  /** 64 hex digits. */
  readonly pubkey: string;
  /** 128 hex digits; the chat sends it in base64, which has several spellings. */
  readonly signature: string;
  /** The id of the challenge with which this connection began. */
  readonly challenge: string;
  /** Of a proposal: the market's number of it, and the key that `to` is the hash of. */
  readonly proposed?: { readonly number: number; readonly recipientPem: string };
}

/** The `data.origin` of an entry that the server makes out of a chat message. */
export function chatOrigin({ proposed, ...message }: ChatMessage): JsonObject {
  const { number, recipientPem } = proposed ?? {};
  const proposal =
    number === undefined || recipientPem === undefined
      ? {}
      : { number: BigInt(number), recipient: recipientPem };
  return { scheme: "agentchat", ...message, ...proposal };
}

/** How a contract is called in a chat. */
export function chatProposalId(contract: ContractId): string {
  return `prop_${contractAlias(contract)}`;
}

/** The nonce of a proposal's terms. */
export function chatNonce(signature: string, challenge: string, number: number): string {
  return sha256Hex(chainJson([signature, challenge, BigInt(number)]));
}

export const chatScheme: OriginScheme = {
  verify: verifyChat,
  identity(origin) {
    const sent = isJsonObject(origin.fields) ? origin.fields : {};
    const proposal = sent.proposal_id ?? given(origin, "number");
    return [given(origin, "signature"), given(origin, "challenge"), proposal];
  },
  author: ({ pubkey }) => (typeof pubkey === "string" ? `fix_${pubkey}` : null),
};

function verifyChat(origin: JsonObject, claim: OriginClaim, verify: Verify): Result<Party> {
  const parsed = parseMessage(origin);
  if (!parsed.ok) return parsed;
  const message = parsed.value;
  const signed = message.type === PROPOSAL ? PROPOSED : KINDS.get(message.type)?.signed;
  if (signed === undefined) return badOrigin(`a ${message.type} is not an act`);
  const texts = signedTexts(message.fields, signed);
  if (!texts.ok) return texts;
  // A proposal's text has no type; it begins with the @ of its recipient, as no other text does.
  const prefix = message.type === PROPOSAL ? [] : [message.type];
  const author = `fix_${message.pubkey}` as Party;
  if (!verify(author, [...prefix, ...texts.value.values()].join("|"), message.signature)) {
    return refuse({ code: "bad_signature", author });
  }
  const said: Said = (name) => texts.value.get(name) || null;
  const problem =
    message.type === PROPOSAL
      ? postProblem(message, said, author, claim)
      : actProblem(message.type, said, claim);
  return problem === null ? accept(author) : badOrigin(problem);
}

function parseMessage(origin: JsonObject): Result<ChatMessage> {
  const read = fields(origin, "origin");
  const isProposal = origin.type === PROPOSAL;
  const own = ["scheme", "type", "fields", "pubkey", "signature", "challenge"];
  read.onlyKnown(isProposal ? [...own, "number", "recipient"] : own);
  const message = {
    type: read.string("type", { max: MAX_TYPE_LENGTH }),
    fields: read.jsonObject("fields"),
    pubkey: read.hex("pubkey", 64),
    signature: read.hex("signature", 128),
    challenge: read.string("challenge", { min: 1, max: MAX_CHALLENGE_LENGTH }),
  };
  const proposed = isProposal
    ? {
        number: read.integer("number", { max: Number.MAX_SAFE_INTEGER }),
        recipientPem: read.string("recipient", { max: MAX_PEM_LENGTH }),
      }
    : null;
  if (read.problem !== null) return badOrigin(`${read.problem.field}: ${read.problem.problem}`);
  return accept(proposed === null ? message : { ...message, proposed });
}

/** The signed fields as text, in order. */
function signedTexts(
  sent: JsonObject,
  signed: readonly string[],
): Result<ReadonlyMap<string, string>> {
  const unsigned = Object.keys(sent).find((name) => !signed.includes(name));
  if (unsigned !== undefined) return badOrigin(`${unsigned} is not signed`);
  const texts = new Map<string, string>();
  for (const name of signed) {
    const text = textOf(sent[name]);
    if (text === null || text.length > MAX_FIELD_LENGTH || !text.isWellFormed()) {
      return badOrigin(`${name} cannot be read`);
    }
    if (text.includes("|") && name !== signed.at(-1)) return badOrigin(`${name} contains a |`);
    texts.set(name, text);
  }
  return accept(texts);
}

/** As JavaScript writes it; absent, null, 0 and an empty text are all empty. Null: not a field. */
function textOf(value: Json | undefined): string | null {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  const number = value instanceof Float ? value.value : value;
  if (typeof number !== "number" && typeof number !== "bigint") return null;
  return Number(number) === 0 ? "" : String(Number(number));
}

function actProblem(type: string, said: Said, claim: OriginClaim): string | null {
  const expected = KINDS.get(type)?.acts.get(claim.type);
  if (expected === undefined) return `a ${type} is not a ${claim.type}`;
  if (said("proposal_id") !== chatProposalId(claim.contractId as ContractId)) {
    return "the message is about another proposal";
  }
  const isSame =
    chainJson(present(withoutOrigin(claim.data))) === chainJson(present(expected(said)));
  return isSame ? null : "the author signed other data";
}

/** What is signed must be in the document as it was sent, and nothing else may be there. */
function postProblem(
  { signature, challenge, proposed }: ChatMessage,
  said: Said,
  author: Party,
  { type, data }: OriginClaim,
): string | null {
  if (type !== "post" || proposed === undefined) return `a ${PROPOSAL} is not a ${type}`;
  const { terms } = data;
  if (!isJsonObject(terms) || !isJsonObject(terms.document)) return "the entry has no terms";
  if (terms.principal !== author) return "the principal is not the signer";
  if (terms.nonce !== chatNonce(signature, challenge, proposed.number)) {
    return "the nonce is not the hash of the signature, the challenge and the number";
  }
  // The agent's key is not signed: it follows from the recipient.
  const { agent: _, ...document } = terms.document;
  const names = new Set([...PROPOSED, ...Object.keys(document)]);
  const wrong = [...names].find((name) => textOf(document[name]) !== (said(name) ?? ""));
  if (wrong !== undefined) return `the principal signed another ${wrong}`;
  return isRecipient(terms.agent, said("to"), proposed.recipientPem)
    ? statedProblem(terms, terms.document)
    : "the agent is not the recipient";
}

/** A chat calls a key by the hash of its PEM, whose spelling is the client's own. */
function isRecipient(agent: Json | undefined, to: string | null, pem: string): boolean {
  const party = typeof agent === "string" ? parseParty(agent) : null;
  if (party === null || !party.ok) return false;
  return to === `@${sha256Hex(pem).slice(0, 16)}` && isPemOf(party.value, pem);
}

/** Absent and null are the same. */
function present(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}
