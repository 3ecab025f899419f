import { invariant } from "@bazaar/kernel";
import { z } from "zod";
import { type DoorResult, refuseAtDoor } from "../door-refusal.ts";
import { fieldProblems } from "../field-problems.ts";
import { FILTERS } from "../reads/filters.ts";
import { placeNumber } from "../reads/paging.ts";
import { flat } from "../response-headers.ts";
import type { Route } from "../route-table.ts";
import type { Visit } from "../visit.ts";
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

const HEAD = flat(STREAM_HEADERS);

/**
 * Writes to the socket itself: what waits there is how a slow reader is noticed, and a web stream
 * in between would hide it.
 */
export function streamRoute(hub: StreamHub): Route {
  return {
    method: "GET",
    path: STREAM_PATH,
    serve(visit) {
      const query = readQuery(visit);
      if (!query.ok) return writeAnswer(visit, query);
      // Who asks for the head only would be kept waiting for an end.
      if (visit.method === "HEAD") return visit.answer(200, HEAD, null);
      const { last_event_id: afterNo = null, ...wishes } = query.value;
      const { outgoing, address } = visit;
      invariant(outgoing !== null, "a stream is written to a socket, and there is none");
      const barred = hub.begin(outgoing, { address, wishes, afterNo });
      if (barred !== null) return writeAnswer(visit, barred);
      visit.status = outgoing.statusCode;
    },
  };
}

function readQuery(visit: Visit): DoorResult<z.output<typeof STREAM_QUERY>> {
  const header = visit.header("last-event-id");
  const given = visit.query();
  const read = STREAM_QUERY.safeParse(
    header === null || header === "" ? given : { ...given, last_event_id: header },
  );
  if (read.success) return { ok: true, value: read.data };
  return refuseAtDoor({ code: "malformed_query", problems: fieldProblems(read.error) });
}
