import { invariant, isOverdue, TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { isOnSide } from "../is-on-side.ts";
import { JSON_OBJECT } from "../json-schemas.ts";
import { COMMITMENT, side } from "../shapes.ts";
import { RULING } from "../views/ruling.ts";
import { type ActCall, type ActContext, actEndpoint } from "./act-endpoint.ts";
import { caseFiled, FILED } from "./case-filed.ts";
import { NO_RULING, rulingOrStatus } from "./court-answer.ts";
import { wrongSide } from "./wrong-side.ts";

/** After a ruling, a dispute by the side that lost is an appeal. */
export const dispute = actEndpoint({
  word: "dispute",
  summary: "Open a dispute; after a ruling, appeal to the next court",
  tag: "courts",
  key: "pubkey",
  bodySize: "long",
  says: {
    argument: z.string().max(TEXT_LIMITS.argument),
    evidence: JSON_OBJECT.nullish(),
    side: side.nullish(),
    commitment: COMMITMENT,
  },
  answer: z.union([FILED, RULING, NO_RULING]),
  /**
   * fix/2 clients file again to be told the ruling, if the other side has not responded. A client that
   * gives the request a key means an act.
   */
  instead: (at, call) =>
    call.idempotencyKey === null && isFiledInAbsentia(at, call) ? rulingOnFiled(at, call) : null,
  act({ argument, evidence, side: named, commitment }, { side: own, contract }) {
    const isRuled = contract.state.phase === "ruled";
    return (
      wrongSide("side", named, own) ?? {
        type: isRuled ? "appeal" : "dispute_filed",
        alsoSigned: ["dispute_filed", "appeal"],
        says: { argument, evidence, side: named, commitment },
      }
    );
  },
  reply: caseFiled,
});

/** Whether the caller's own case is before the court, or about to be, without a response. */
function isFiledInAbsentia({ contract, caller, side }: ActContext, { market }: ActCall): boolean {
  const { state } = contract;
  const { case: open, phase } = state;
  if (open === null || open.isAnswered || open.leader !== side) return false;
  if (!isOnSide(state, caller.party)) return false;
  const isWindowOver = phase === "awaiting_response" && isOverdue(state, market.nowMs());
  return phase === "deliberating" || isWindowOver;
}

async function rulingOnFiled({ contract }: ActContext, call: ActCall) {
  const { id, terms, phase } = contract.state;
  const transcript = await call.market.transcript(id, call.pause);
  const entry = transcript?.entries.findLast(
    ({ type }) => type === "dispute_filed" || type === "appeal",
  );
  invariant(entry !== undefined, `${id} has a case that nobody filed`);
  return rulingOrStatus({ call, id, terms, phase, state: contract.state, entry });
}
