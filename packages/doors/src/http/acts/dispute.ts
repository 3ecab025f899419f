import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { side } from "../shapes.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { caseFiled, FILED } from "./case-filed.ts";
import { wrongSide } from "./wrong-side.ts";

/** After a ruling, a dispute by the side that lost is an appeal. */
export const dispute = actEndpoint({
  word: "dispute",
  summary: "Open a dispute; after a ruling, appeal to the next court",
  tag: "courts",
  key: "pubkey",
  bodySize: "argument",
  says: { argument: z.string().max(TEXT_LIMITS.argument), side: side.nullish() },
  answer: FILED,
  act({ argument, side: named }, { side: own, contract }) {
    const isRuled = contract.state.phase === "ruled";
    return (
      wrongSide("side", named, own) ?? {
        type: isRuled ? "appeal" : "dispute_filed",
        alsoSigned: ["dispute_filed", "appeal"],
        says: { argument, side: named },
      }
    );
  },
  reply: caseFiled,
});
