import { accept, refuse } from "../../refusal.ts";
import { noAbsence } from "../absence.ts";
import type { PostRule } from "../act.ts";
import { contractId } from "../contract-id.ts";
import { collect } from "../deposits.ts";
import { NOTHING_SAID } from "../length.ts";
import { NOBODY_LOOKED } from "../looking.ts";
import { parseTerms } from "../parse-terms.ts";
import type { ContractState } from "../state.ts";
import type { Terms } from "../terms.ts";

/** The first entry of every contract: its whole terms, whose hash is its id. */
export const post: PostRule = {
  by: "principal",
  isLong: true,
  fields: ["terms"],
  apply(act, nowMs) {
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
      stake: null,
      expiresMs: expiryOf(terms, nowMs),
      isFeeDue: false,
      leaversPaid: 0n,
      investigatedMs: null,
      rulings: [],
      case: null,
      lapsedFilers: [],
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
    return accept(collect(posted, ["post"], { waiting: "unfunded", ready: "open" }, nowMs));
  },
};

function expiryOf({ work }: Terms, nowMs: number): number | null {
  if (work.kind !== "task" || work.expiresSeconds === null) return null;
  return nowMs + work.expiresSeconds * 1_000;
}
