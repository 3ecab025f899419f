import { z } from "zod";
import { answer, publicRead } from "../endpoint.ts";
import { count } from "../shapes.ts";
import { limit, placeNumber } from "./paging.ts";

const time = count.describe("Milliseconds since 1970, in the market's time.");

/** The same times as in the `extended` entries that move deadlines. */
export const outages = publicRead({
  path: "/outages",
  summary: "Outages of this market, newest first; contract clocks stood still",
  tag: "platform",
  query: z.object({
    limit,
    before: placeNumber("expected the start of an outage")
      .optional()
      .describe("Start after this outage: `next` of the previous page."),
  }),
  answer: z.object({
    market_time: time,
    outages: z.array(z.object({ from: time, to: time })),
    next: count.nullable(),
  }),
  run: async ({ market, query }) => {
    const nowMs = market.nowMs();
    const gaps = await market.outages(query.before ?? nowMs, query.limit);
    const isFull = gaps.length === query.limit;
    return answer({
      market_time: nowMs,
      outages: gaps.map(({ fromMs, toMs }) => ({ from: fromMs, to: toMs })),
      next: isFull ? (gaps.at(-1)?.fromMs ?? null) : null,
    });
  },
});
