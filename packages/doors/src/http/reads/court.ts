import { transcriptLength } from "@bazaar/kernel";
import { z } from "zod";
import { answer, publicRead } from "../endpoint.ts";
import { count, decimal, seconds, side, status } from "../shapes.ts";
import { disputeStatusView } from "../views/dispute-status.ts";
import { reviewStatusView } from "../views/review-status.ts";
import { RULING, rulingView } from "../views/ruling.ts";
import { transcriptOf } from "./contract.ts";
import { findContract } from "./find-contract.ts";

export const disputeStatus = publicRead({
  path: "/contracts/{id}/dispute_status",
  summary: "The state of a dispute: court, who filed or appealed last, time left",
  tag: "courts",
  answer: z.object({
    status: z.enum(["no_pending_dispute", "awaiting_response", "ready_for_ruling", "ruled"]),
    filer: side.nullable(),
    court: z.string().nullable(),
    level: count.nullable(),
    fee: decimal.nullable(),
    response_deadline: seconds.nullable(),
    remaining: z.number().nullable(),
    responded: z.boolean(),
    waiting_for: z.string().optional(),
    expires_at: seconds.optional(),
  }),
  run: async ({ market, name }) => {
    const found = await findContract(market, name);
    return found.ok ? answer(disputeStatusView(found.value.state, market.nowMs())) : found;
  },
});

export const getRuling = publicRead({
  path: "/contracts/{id}/ruling",
  summary: "The last ruling; null before the first",
  tag: "courts",
  answer: RULING.nullable(),
  run: async ({ market, name, pause, reserve }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    const { state, chain } = found.value;
    if (state.rulings.length === 0) return answer(null);
    const refused = reserve(transcriptLength(state));
    if (refused !== null) return refused;
    const { entries } = await transcriptOf(market, found.value, pause);
    return answer(rulingView(state, entries.slice(0, chain.seq)));
  },
});

export const reviewStatus = publicRead({
  path: "/contracts/{id}/review_status",
  summary: "How long the principal may still reject or dispute a fix",
  tag: "contracts",
  answer: z.object({ status, remaining: z.number().nullable(), expires_at: seconds.nullable() }),
  run: async ({ market, name }) => {
    const found = await findContract(market, name);
    return found.ok ? answer(reviewStatusView(found.value.state, market.nowMs())) : found;
  },
});
