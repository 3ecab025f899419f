import { isPartyAct, type PartyAct } from "../../contract/act.ts";

/**
 * What each act says, beyond that it happens. A server that turns a request into an entry may
 * leave none of it out: an `accept` without the price that was signed is another `accept`.
 */
const SPOKEN: Readonly<Record<PartyAct, readonly string[]>> = {
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
  dispute_filed: ["argument"],
  dispute_response: ["argument"],
  appeal: ["argument"],
  ask: ["message"],
  answer: ["message"],
  message: ["message"],
  set_account: ["account"],
};

export function spokenFields(type: string): readonly string[] {
  return isPartyAct(type) ? SPOKEN[type] : [];
}
