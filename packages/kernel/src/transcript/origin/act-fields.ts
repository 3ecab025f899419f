import { isPartyAct, type PartyAct } from "../../contract/act.ts";

/**
 * The fields of each act. A server that turns a request into an entry may leave none of them out:
 * an `accept` without the signed price is a different `accept`.
 */
const ACT_FIELDS: Readonly<Record<PartyAct, readonly string[]>> = {
  post: [],
  bond: [],
  decline: ["reason"],
  accept: ["price"],
  investigate: ["command"],
  result: ["command", "output"],
  fix: ["fix", "explanation", "command", "price"],
  verify: ["success", "explanation", "evidence"],
  review_accept: [],
  review_reject: ["argument"],
  cancel: ["reason"],
  back_out: ["reason"],
  halt: ["reason"],
  resume: [],
  dispute_filed: ["argument", "evidence"],
  dispute_response: ["argument", "evidence"],
  appeal: ["argument"],
  ask: ["message"],
  answer: ["message"],
  message: ["message"],
  set_account: ["account"],
};

export function actFields(type: string): readonly string[] {
  return isPartyAct(type) ? ACT_FIELDS[type] : [];
}
