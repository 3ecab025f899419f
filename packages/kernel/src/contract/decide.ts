/**
 * The life of one contract, as a pure function.
 *
 * Every change of a contract passes through here. It reads no clock, no database and no balance:
 * time is passed beside the act, and everything that must happen because of it comes back as data.
 * Replaying a transcript gives the same state on every machine, which is why saying no is a value
 * here and never an exception.
 */
import { isJudge } from "../court/procedure.ts";
import type { Party } from "../identity/party.ts";
import { unreachable } from "../invariant.ts";
import { type Refused, type Result, refuse } from "../refusal.ts";
import type { Act, ActRule, Decision, Facts } from "./act.ts";
import { ACT_RULES } from "./act-rules.ts";
import { lengthOf, lengthRefusal, withLength } from "./length.ts";
import { tooLate } from "./overdue.ts";
import { type ContractState, isEnded } from "./state.ts";

/** Every key is its own owner and no payout is signed: what a replay may assume. */
export const NO_FACTS: Facts = {
  isSameOwner: (a, b) => a === b,
  isPayoutSigned: () => false,
};

/**
 * What one act does to a contract. `nowMs` is when the server received it, never earlier than the
 * entry before; `state` is null only for `post`.
 */
export function decide(
  state: ContractState | null,
  act: Act,
  nowMs: number,
  facts: Facts = NO_FACTS,
): Result<Decision> {
  if (act.type === "post") {
    if (state === null)
      return recorded(null, act, lengthOf(act), nowMs, ACT_RULES.post.apply(act, nowMs));
    return refuse({ code: "contract_exists", contract: state.id });
  }
  if (state === null) return refuse({ code: "unknown_contract", contract: "" });
  const rule = ACT_RULES[act.type];
  const barred =
    barredByAuthority(rule, act) ??
    barredByPhase(rule, state, act) ??
    barredByRole(rule, state, act) ??
    barredByClock(rule, state, nowMs);
  if (barred !== null) return barred;
  const length = lengthOf(act);
  return (
    (rule.isUnlimited === true ? lengthRefusal(state, act, length) : null) ??
    recorded(state, act, length, nowMs, rule.apply({ state, act, nowMs, facts }))
  );
}

/** What every accepted act updates. */
function recorded(
  before: ContractState | null,
  act: Act,
  length: number,
  nowMs: number,
  decided: Result<Decision>,
): Result<Decision> {
  if (!decided.ok) return decided;
  const { state, tasks, holds, legs } = decided.value;
  const said = withLength(before, act, length, state);
  // Any other act was received, so the market was there.
  const absence = act.type === "extended" ? state.absence : { ...state.absence, afterMs: nowMs };
  const next = { ...state, said, absence, receivedMs: nowMs };
  return { ok: true, value: { tasks, holds, legs, state: next } };
}

function barredByAuthority(rule: ActRule, act: Act): Refused | null {
  // A judge may be the server or a party; that is checked after the phase.
  if (rule.by === "judge" || (rule.by === "server") === (act.by === "server")) return null;
  return rule.by === "server"
    ? refuse({ code: "server_only", act: act.type })
    : refuse({ code: "not_a_party", author: act.by, act: act.type });
}

function barredByPhase(rule: ActRule, state: ContractState, act: Act): Refused | null {
  const { phase } = state;
  if (rule.from.includes(phase)) return null;
  if (isEnded(phase)) return refuse({ code: "contract_ended", phase, act: act.type });
  if (rule.barredByFix?.includes(phase)) return refuse({ code: "fix_pending", act: act.type });
  if (rule.ignoresClock === true && state.seat === null) {
    return refuse({ code: "nobody_to_talk_to", act: act.type });
  }
  return refuse({ code: "wrong_phase", phase, act: act.type });
}

function barredByRole(rule: ActRule, state: ContractState, act: Act): Refused | null {
  return isEntitled(rule.by, state, act.by)
    ? null
    : refuse({ code: "not_a_party", author: act.by, act: act.type });
}

function isEntitled(by: ActRule["by"], state: ContractState, author: Party | "server"): boolean {
  const isPrincipal = author === state.terms.principal;
  const isAgent = author === state.seat?.agent;
  switch (by) {
    case "principal":
      return isPrincipal;
    case "agent":
      return isAgent;
    case "either":
      return isPrincipal || isAgent;
    case "arbiter":
      return state.case?.panel?.arbiters.some(({ party }) => party === author) ?? false;
    case "judge":
      return isJudge(state.terms, author);
    case "anyone":
    case "server":
      return true;
    default:
      return unreachable(by);
  }
}

function barredByClock(rule: ActRule, state: ContractState, nowMs: number): Refused | null {
  // For an answer of the court, stale_answer comes before deadline_passed.
  const isAnswer = rule.by === "server" || rule.by === "judge";
  if (isAnswer || rule.ignoresClock === true) return null;
  return tooLate(state, nowMs);
}
