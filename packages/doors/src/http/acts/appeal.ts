import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { JSON_OBJECT } from "../json-schemas.ts";
import { COMMITMENT, side } from "../shapes.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { caseFiled, FILED } from "./case-filed.ts";
import { NO_RULING } from "./court-answer.ts";
import { wrongSide } from "./wrong-side.ts";

export const appeal = actEndpoint({
  word: "appeal",
  summary: "Appeal to the next court (the side that lost)",
  tag: "courts",
  key: "pubkey",
  bodySize: "long",
  says: {
    argument: z.string().max(TEXT_LIMITS.argument),
    evidence: JSON_OBJECT.nullish(),
    side: side.nullish(),
    commitment: COMMITMENT,
  },
  answer: z.union([FILED, NO_RULING]),
  act: ({ argument, evidence, side: named, commitment }, { side: own }) =>
    wrongSide("side", named, own) ?? {
      type: "appeal",
      says: { argument, evidence, side: named, commitment },
    },
  reply: caseFiled,
});
