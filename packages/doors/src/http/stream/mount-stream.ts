import { invariant } from "@bazaar/kernel";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { z } from "zod";
import type { DoorContext, DoorEnvironment } from "../door-context.ts";
import { type DoorResult, refuseAtDoor } from "../door-refusal.ts";
import { fieldProblems } from "../field-problems.ts";
import { FILTERS } from "../reads/filters.ts";
import { placeNumber } from "../reads/paging.ts";
import { writeAnswer } from "../write-answer.ts";
import type { StreamHub } from "./hub.ts";
import { STREAM_HEADERS } from "./subscriber.ts";

export const STREAM_PATH = "/contracts/stream";

export const STREAM_QUERY = z.object({
  ...FILTERS,
  last_event_id: placeNumber("expected the id of an event, which is a whole number")
    .optional()
    .describe("Where to go on; the header Last-Event-ID says the same and comes first."),
});

/**
 * Writes to the socket itself: what waits there is how a slow reader is noticed, and a web stream
 * in between would hide it.
 */
export function mountStream(app: Hono<DoorEnvironment>, hub: StreamHub): void {
  app.get(STREAM_PATH, async (c) => {
    const query = readQuery(c);
    if (!query.ok) return writeAnswer(c, query);
    // Who asks for the head only would be kept waiting for an end.
    if (c.req.method === "HEAD") return c.body(null, 200, STREAM_HEADERS);
    const { last_event_id: afterNo = null, ...wishes } = query.value;
    const { outgoing } = c.env;
    invariant(outgoing !== undefined, "a stream is written to a socket, and there is none");
    const barred = hub.begin(outgoing, { address: c.get("address"), wishes, afterNo });
    return barred === null ? RESPONSE_ALREADY_SENT : writeAnswer(c, barred);
  });
}

function readQuery(c: DoorContext): DoorResult<z.output<typeof STREAM_QUERY>> {
  const header = c.req.header("Last-Event-ID");
  const given = c.req.query();
  const read = STREAM_QUERY.safeParse(
    header === undefined || header === "" ? given : { ...given, last_event_id: header },
  );
  if (read.success) return { ok: true, value: read.data };
  return refuseAtDoor({ code: "malformed_query", problems: fieldProblems(read.error) });
}
