import { type ContractState, TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { refuseAtDoor } from "../door-refusal.ts";
import { JSON_OBJECT } from "../json-schemas.ts";
import { side } from "../shapes.ts";
import { RULING } from "../views/ruling.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { NO_RULING, rulingOrStatus } from "./court-answer.ts";
import { wrongSide } from "./wrong-side.ts";

export const respond = actEndpoint({
  word: "respond",
  summary: "Respond to a dispute; the answer has the ruling if it comes in time",
  tag: "courts",
  key: "pubkey",
  bodySize: "long",
  says: {
    argument: z.string().max(TEXT_LIMITS.argument),
    evidence: JSON_OBJECT.nullish(),
    side: side.nullish(),
  },
  answer: z.union([RULING, NO_RULING]),
  act: ({ argument, evidence, side: named }, { side: own }) =>
    wrongSide("side", named, own) ?? {
      type: "dispute_response",
      says: { argument, evidence, side: named },
    },
  refused: (refusal, { contract }) => {
    const isOver = refusal.code === "wrong_phase" || refusal.code === "contract_ended";
    return isOver && isUnanswered(contract.state)
      ? refuseAtDoor({ code: "too_late_to_respond", phase: refusal.phase })
      : null;
  },
  reply: rulingOrStatus,
});

/** Whether a court decides or has decided without a response. */
function isUnanswered({ case: open, phase, rulings }: ContractState): boolean {
  if (open !== null) return !open.isAnswered;
  return phase === "voided" || rulings.length > 0;
}
