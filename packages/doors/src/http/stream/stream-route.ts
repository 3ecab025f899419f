import { z } from "zod";
import { type DoorResult, refuseAtDoor } from "../door-refusal.ts";
import { fieldProblems } from "../field-problems.ts";
import type { HttpRequest } from "../http-request.ts";
import { jsonResponse } from "../json-response.ts";
import { FILTERS } from "../reads/filters.ts";
import { placeNumber } from "../reads/paging.ts";
import type { Route } from "../route-table.ts";
import type { StreamHub } from "./hub.ts";
import { STREAM_HEADERS } from "./subscriber.ts";

export const STREAM_PATH = "/contracts/stream";

export const STREAM_QUERY = z.object({
  ...FILTERS,
  last_event_id: placeNumber("expected the id of an event, which is a whole number")
    .optional()
    .describe("Resume after this event; the header Last-Event-ID takes precedence."),
});

export function streamRoute(hub: StreamHub): Route {
  return {
    method: "GET",
    path: STREAM_PATH,
    serve(request) {
      const { method, address } = request;
      const query = readQuery(request);
      if (!query.ok) return jsonResponse(query);
      const head = { status: 200, headers: STREAM_HEADERS };
      // A stream has no end that a HEAD request could wait for.
      if (method === "HEAD") return { ...head, body: null };
      const { last_event_id: afterNo = null, ...filter } = query.value;
      const stream = hub.subscribe({ address, filter, afterNo });
      return stream.ok ? { ...head, body: stream.value } : jsonResponse(stream);
    },
  };
}

function readQuery(request: HttpRequest): DoorResult<z.output<typeof STREAM_QUERY>> {
  const header = request.header("last-event-id");
  const given = request.query();
  const read = STREAM_QUERY.safeParse(
    header === null || header === "" ? given : { ...given, last_event_id: header },
  );
  if (read.success) return { ok: true, value: read.data };
  return refuseAtDoor({ code: "malformed_query", problems: fieldProblems(read.error) });
}
