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

/** An act on a contract that exists. */
export type AskedAct = Exclude<PartyAct, "post">;

/** A word in the path, and what the body must say beside it. */
interface Asking {
  readonly word: string;
  readonly also?: JsonObject;
  /** A body without the fields of `also` asks for this act too. */
  readonly isUsual?: true;
}

/** Acts that are not asked for by their own name alone; the first is how our clients ask. */
const OTHER_WORDS: Readonly<Partial<Record<AskedAct, readonly [Asking, ...Asking[]]>>> = {
  review_accept: [{ word: "review", also: { action: "accept" } }],
  review_reject: [{ word: "review", also: { action: "reject" } }],
  dispute_filed: [{ word: "dispute" }, { word: "review", also: { action: "dispute" } }],
  dispute_response: [{ word: "respond" }],
  appeal: [{ word: "appeal" }, { word: "dispute" }],
  ask: [{ word: "chat", also: { msg_type: "ask" } }],
  answer: [{ word: "chat", also: { msg_type: "answer" } }],
  message: [{ word: "chat", also: { msg_type: "message" }, isUsual: true }],
  set_account: [{ word: "accounts" }],
};

/** Every way to ask for an act. */
export function askings(act: AskedAct): readonly [Asking, ...Asking[]] {
  return OTHER_WORDS[act] ?? [{ word: act }];
}

/** How a request asks for an act: the word in its path, and what its body says beside the fields. */
export function requestFor(act: AskedAct): Required<Pick<Asking, "word" | "also">> {
  const [{ word, also = {} }] = askings(act);
  return { word, also };
}

/** The contract's id or alias and the word in the path of a request; null if it has neither. */
export function readActPath(path: string): { readonly id: string; readonly word: string } | null {
  const [, id, word] = ACT_PATH.exec(path) ?? [];
  return id === undefined || word === undefined ? null : { id, word };
}

/**
 * Whether a request with this word in its path and this body may be recorded as the act. Hyphens stand
 * for underscores.
 */
export function asksFor(act: string, inPath: string, body: JsonObject): boolean {
  const type = PARTY_ACTS.find((name) => name === act);
  if (type === undefined || type === "post") return false;
  const asked = inPath.replaceAll("-", "_");
  return askings(type).some(
    ({ word, also = {}, isUsual = false }) => word === asked && says(body, also, isUsual),
  );
}

function says(body: JsonObject, also: JsonObject, isUsual: boolean): boolean {
  return Object.entries(also).every(
    ([name, value]) => (body[name] ?? (isUsual ? value : null)) === value,
  );
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
