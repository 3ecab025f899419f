import type { ContractState, JsonObject } from "@bazaar/kernel";
import { benchFee, levelOf } from "./ruling.ts";
import { secondsLeft, secondsOf } from "./seconds.ts";

const NO_DISPUTE: JsonObject = {
  status: "no_pending_dispute",
  filer: null,
  court: null,
  level: null,
  fee: null,
  response_deadline: null,
  remaining: null,
  responded: false,
};

/** The state of the dispute. `remaining` is the time left of the clock that runs now. */
export function disputeStatusView(state: ContractState, nowMs: number): JsonObject {
  const status = statusOfCase(state);
  const { case: open, deadline } = state;
  if (status === null || open === null || deadline === null) return NO_DISPUTE;
  const isAwaited = status === "awaiting_response";
  return {
    status,
    filer: open.leader,
    court: open.bench,
    level: levelOf(open.bench),
    fee: benchFee(state, open.bench),
    response_deadline: isAwaited ? secondsOf(deadline.atMs) : null,
    remaining: secondsLeft(deadline.atMs, nowMs),
    responded: open.isAnswered,
    waiting_for: deadline.waitingFor,
    expires_at: secondsOf(deadline.atMs),
  };
}

function statusOfCase({ phase }: ContractState): string | null {
  switch (phase) {
    case "awaiting_response":
      return "awaiting_response";
    case "deliberating":
    case "halted":
      return "ready_for_ruling";
    case "ruled":
      return "ruled";
    default:
      return null;
  }
}
