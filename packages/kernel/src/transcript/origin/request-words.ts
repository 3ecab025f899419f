/**
 * How signed requests name what they ask for, on contracts of every profile: the path has the contract
 * and a word, the body has the act's fields. Most words are the name of their act.
 */
import type { Json, JsonObject } from "../../canonical/json.ts";
import { PARTY_ACTS, type PartyAct } from "../../contract/act-rules.ts";
import type { Party } from "../../identity/party.ts";

/** Where contracts are posted, and the fields of the body that say what and by whom. */
export const POST = {
  path: "/contracts",
  document: "contract",
  author: "principal_pubkey",
} as const;

const ACT_PATH = /^\/contracts\/([0-9a-f]{32}|[0-9a-f]{64})\/([a-z_-]+)$/;

/** Acts whose word is not their own name. */
const RENAMED: ReadonlySet<PartyAct> = new Set<PartyAct>([
  "post",
  "review_accept",
  "review_reject",
  "dispute_filed",
  "dispute_response",
  "ask",
  "answer",
  "message",
  "set_account",
]);

/** Acts that a request asks for by their own name. */
export const REQUEST_WORDS: ReadonlySet<string> = new Set(
  PARTY_ACTS.filter((act) => !RENAMED.has(act)),
);

/** What the `action` of a review asks for. */
const REVIEW_ACTS: ReadonlyMap<Json | undefined, PartyAct> = new Map([
  ["accept", "review_accept"],
  ["reject", "review_reject"],
  ["dispute", "dispute_filed"],
]);

/** The contract's id or alias and the word in the path of a request; null if it has neither. */
export function readActPath(path: string): { readonly id: string; readonly word: string } | null {
  const [, id, word] = ACT_PATH.exec(path) ?? [];
  return id === undefined || word === undefined ? null : { id, word };
}

/** The acts that a request with this word and body may be recorded as. Hyphens stand for underscores. */
export function permittedActs(path: string, body: JsonObject): readonly string[] {
  const word = path.replaceAll("-", "_");
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

/** What a field is called by older clients; undefined if the body does not have it so. */
export function olderField(
  name: string,
  value: Json,
  body: JsonObject,
  signer: Party,
): Json | undefined {
  if (name === "account") return body.account == null ? onlyAccount(body) : undefined;
  if (name !== "from" && name !== "side") return undefined;
  if (value !== "agent" && value !== "principal") return undefined;
  return body.from_side === value || body[`${value}_pubkey`] === signer ? value : undefined;
}

/** Older clients name their account after their side; with both names neither counts. */
function onlyAccount({ principal_account, agent_account }: JsonObject): Json | undefined {
  const [account, second] = [principal_account, agent_account].filter((name) => name != null);
  return second === undefined ? account : undefined;
}
