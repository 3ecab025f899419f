import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { side } from "../shapes.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { caseFiled, FILED } from "./case-filed.ts";
import { wrongSide } from "./wrong-side.ts";

export const appeal = actEndpoint({
  word: "appeal",
  summary: "Appeal to the next court (the side that lost)",
  tag: "courts",
  key: "pubkey",
  bodySize: "argument",
  says: { argument: z.string().max(TEXT_LIMITS.argument), side: side.nullish() },
  answer: FILED,
  act: ({ argument, side: named }, { side: own }) =>
    wrongSide("side", named, own) ?? { type: "appeal", says: { argument, side: named } },
  reply: caseFiled,
});
