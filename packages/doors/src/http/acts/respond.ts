import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
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
  bodySize: "argument",
  says: { argument: z.string().max(TEXT_LIMITS.argument), side: side.nullish() },
  answer: z.union([RULING, NO_RULING]),
  act: ({ argument, side: named }, { side: own }) =>
    wrongSide("side", named, own) ?? { type: "dispute_response", says: { argument, side: named } },
  reply: (done) => rulingOrStatus(done, done.call.settings.limits.holdMs),
});
