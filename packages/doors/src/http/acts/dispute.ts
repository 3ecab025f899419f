import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { side } from "../shapes.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { caseFiled, FILED } from "./case-filed.ts";
import { wrongSide } from "./wrong-side.ts";

/** Filed again after a ruling, by whoever lost, it is an appeal. */
export const dispute = actEndpoint({
  word: "dispute",
  summary: "Take the matter to court; after a ruling, to the next one",
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
