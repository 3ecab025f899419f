import { z } from "zod";
import { statusOf } from "../views/status.ts";
import { type ActContext, actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

export const accept = actEndpoint({
  word: "accept",
  summary: "Commit to the work (agent)",
  tag: "acts",
  key: "agent_pubkey",
  says: { price: z.string().nullish(), stake: z.string().nullish() },
  answer: STATUS_ANSWER,
  /** Where looking is over, taking the seat has accepted; fix/2 clients accept again after it. */
  instead: (at) =>
    hasAcceptedByBond(at) ? Promise.resolve({ status: statusOf(at.contract.state.phase) }) : null,
  act: ({ price, stake }, { caller }) => ({
    type: "accept",
    says: { agent_pubkey: caller.party, price, stake },
  }),
  reply: statusAnswer,
});

function hasAcceptedByBond({ contract, caller }: ActContext): boolean {
  const { phase, looking, seat } = contract.state;
  return phase === "in_progress" && looking.isOver && seat?.agent === caller.party;
}
