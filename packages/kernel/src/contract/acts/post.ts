import { accept, type Result, refuse } from "../../refusal.ts";
import { noAbsence } from "../absence.ts";
import type { Act, Decision } from "../act.ts";
import { contractId } from "../contract-id.ts";
import { NOTHING_SAID } from "../length.ts";
import { NOBODY_LOOKED } from "../looking.ts";
import { parseTerms } from "../parse-terms.ts";
import { collect } from "../seats.ts";
import type { ContractState } from "../state.ts";

/** The first entry of every contract: its whole terms, whose hash is its id. */
export function post(act: Act, nowMs: number): Result<Decision> {
  const parsed = parseTerms(act.data.terms);
  if (!parsed.ok) return parsed;
  const terms = parsed.value;
  if (act.by !== terms.principal) {
    return refuse({ code: "not_a_party", author: act.by, act: act.type });
  }
  const posted: ContractState = {
    id: contractId(terms),
    terms,
    phase: "unfunded",
    deadline: null,
    seat: null,
    seatsTaken: 0,
    seatsCounted: 0,
    looking: NOBODY_LOOKED,
    formerAgents: [],
    held: terms.pots.map(() => ({ principal: 0n, agent: 0n })),
    price: null,
    isFeeDue: false,
    leaversPaid: 0n,
    investigatedMs: null,
    rulings: [],
    case: null,
    unsupported: 0,
    halts: 0,
    accounts: {},
    accountChanges: {},
    contested: null,
    outcome: null,
    legs: 0,
    tasks: 0,
    isSettled: false,
    said: NOTHING_SAID,
    absence: noAbsence(nowMs),
    receivedMs: nowMs,
  };
  return accept(collect(posted, "principal", { waiting: "unfunded", ready: "open" }, nowMs));
}
