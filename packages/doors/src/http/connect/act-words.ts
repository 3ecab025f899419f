/**
 * How each act is requested: the last segment of its path, the field that names the signer, fixed
 * fields of the body, and the field that names the author's side. A test compares this table with
 * the endpoints in `acts/`.
 */
import type { JsonObject, Side } from "@bazaar/kernel";
import type { ActName } from "../../connection/connection.ts";
import type { KeyField } from "../acts/act-endpoint.ts";

export interface ActWord {
  readonly word: string;
  readonly key: KeyField;
  readonly also?: JsonObject;
  /** The field of the entry that names the author's side, if it has one. */
  readonly label?: "from" | "side";
  /** The server may hold the request until there is a ruling. */
  readonly isHeld?: true;
}

export const ACT_WORDS: Readonly<Record<ActName, ActWord>> = {
  bond: { word: "bond", key: "agent_pubkey" },
  accept: { word: "accept", key: "agent_pubkey" },
  decline: { word: "decline", key: "agent_pubkey" },
  investigate: { word: "investigate", key: "agent_pubkey", label: "from" },
  result: { word: "result", key: "principal_pubkey", label: "from" },
  fix: { word: "fix", key: "agent_pubkey", label: "from" },
  verify: { word: "verify", key: "principal_pubkey", label: "from" },
  review_accept: { word: "review", key: "principal_pubkey", also: { action: "accept" } },
  review_reject: { word: "review", key: "principal_pubkey", also: { action: "reject" } },
  cancel: { word: "cancel", key: "principal_pubkey" },
  back_out: { word: "back_out", key: "agent_pubkey" },
  halt: { word: "halt", key: "principal_pubkey", label: "from", isHeld: true },
  resume: { word: "resume", key: "principal_pubkey" },
  dispute_filed: { word: "dispute", key: "pubkey", label: "side" },
  dispute_response: { word: "respond", key: "pubkey", label: "side", isHeld: true },
  appeal: { word: "appeal", key: "pubkey", label: "side" },
  dispute_reveal: { word: "dispute_reveal", key: "pubkey" },
  evidence: { word: "evidence", key: "pubkey" },
  arbiter_accept: { word: "arbiter_accept", key: "pubkey" },
  arbiter_decline: { word: "arbiter_decline", key: "pubkey" },
  vote: { word: "vote", key: "pubkey" },
  ask: { word: "chat", key: "pubkey", also: { msg_type: "ask" }, label: "from" },
  answer: { word: "chat", key: "pubkey", also: { msg_type: "answer" }, label: "from" },
  message: { word: "chat", key: "pubkey", also: { msg_type: "message" }, label: "from" },
  set_account: { word: "accounts", key: "pubkey" },
};

/** The data of an act's entry, with the author's side if it names it. */
export function entryData(act: ActName, data: JsonObject, side: Side): JsonObject {
  const { label } = ACT_WORDS[act];
  return label === undefined ? data : { ...data, [label]: side };
}
