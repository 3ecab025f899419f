/**
 * How each act is requested, beside the word and the fixed fields that the kernel names: the field
 * that names the signer, and the one that names the author's side. A test compares this table with the
 * endpoints in `acts/`.
 */
import type { JsonObject, Side } from "@bazaar/kernel";
import type { ActName } from "../../connection/connection.ts";
import type { KeyField } from "../acts/act-endpoint.ts";

export interface ActWord {
  readonly key: KeyField;
  /** The field of the entry that names the author's side, if it has one. */
  readonly label?: "from" | "side";
  /** The server may hold the request until there is a ruling. */
  readonly isHeld?: true;
}

export const ACT_WORDS: Readonly<Record<ActName, ActWord>> = {
  bond: { key: "agent_pubkey" },
  accept: { key: "agent_pubkey" },
  decline: { key: "agent_pubkey" },
  investigate: { key: "agent_pubkey", label: "from" },
  result: { key: "principal_pubkey", label: "from" },
  fix: { key: "agent_pubkey", label: "from" },
  verify: { key: "principal_pubkey", label: "from" },
  review_accept: { key: "principal_pubkey" },
  review_reject: { key: "principal_pubkey" },
  cancel: { key: "principal_pubkey" },
  back_out: { key: "agent_pubkey" },
  halt: { key: "principal_pubkey", label: "from", isHeld: true },
  resume: { key: "principal_pubkey" },
  dispute_filed: { key: "pubkey", label: "side" },
  dispute_response: { key: "pubkey", label: "side", isHeld: true },
  appeal: { key: "pubkey", label: "side" },
  dispute_reveal: { key: "pubkey" },
  evidence: { key: "pubkey" },
  arbiter_accept: { key: "pubkey" },
  arbiter_decline: { key: "pubkey" },
  vote: { key: "pubkey" },
  ask: { key: "pubkey", label: "from" },
  answer: { key: "pubkey", label: "from" },
  message: { key: "pubkey", label: "from" },
  set_account: { key: "pubkey" },
};

/** The data of an act's entry, with the author's side if it names it. */
export function entryData(act: ActName, data: JsonObject, side: Side): JsonObject {
  const { label } = ACT_WORDS[act];
  return label === undefined ? data : { ...data, [label]: side };
}
