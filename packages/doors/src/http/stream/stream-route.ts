import { z } from "zod";
import type { StreamHub } from "../../listen/fan-out/hub.ts";
import type { Wish } from "../../listen/fan-out/subscriber.ts";
import type { HttpRequest } from "../../listen/http-request.ts";
import { EVENT_STREAM_HEADERS } from "../../listen/response-headers.ts";
import { type DoorResult, refuseAtDoor } from "../door-refusal.ts";
import { fieldProblems } from "../field-problems.ts";
import { JOB_STREAM_FILTERS } from "../jobs/filters.ts";
import { jsonResponse } from "../json-response.ts";
import type { OtherRoute } from "../openapi.ts";
import { FILTERS, type Filter, matches } from "../reads/filters.ts";
import { placeNumber } from "../reads/paging.ts";
import type { Route } from "../route-table.ts";
import type { Status } from "../views/status.ts";
import type { MarketEvent } from "./event.ts";

const lastEventId = placeNumber("expected the id of an event, which is a whole number")
  .optional()
  .describe("Resume after this event; the header Last-Event-ID takes precedence.");

interface Resumed {
  readonly last_event_id?: number | undefined;
}

/** One stream: where it is, what it can be asked for, and which events that means. */
interface EventStream<Query extends Resumed> extends OtherRoute {
  readonly query: z.ZodType<Query>;
  readonly wishOf: (query: Query) => Wish<MarketEvent>;
}

function eventStream<Query extends Resumed>(
  given: Omit<EventStream<Query>, "contentType">,
): EventStream<Query> {
  return { ...given, contentType: "text/event-stream" };
}

export const CONTRACT_STREAM = eventStream({
  path: "/contracts/stream",
  summary: "New, accepted and ended contracts as server-sent events",
  tag: "contracts",
  query: z.object({ ...FILTERS, last_event_id: lastEventId }),
  wishOf: ({ last_event_id: _, ...filter }) => contractWish(filter),
});

export const JOB_STREAM = eventStream({
  path: "/jobs/stream",
  summary: "New, accepted and ended jobs as server-sent events",
  tag: "jobs",
  query: z.object({ ...JOB_STREAM_FILTERS, last_event_id: lastEventId }),
  wishOf: ({ schema_id, provider }) =>
    schema_id === undefined && provider === undefined
      ? null
      : ({ job }) =>
          (schema_id ?? job?.schemaId) === job?.schemaId &&
          (provider ?? job?.provider) === job?.provider,
});

export function streamRoute<Query extends Resumed>(
  stream: EventStream<Query>,
  hub: StreamHub<MarketEvent>,
): Route {
  return {
    method: "GET",
    path: stream.path,
    serve(request) {
      const { method, address } = request;
      const query = readQuery(stream.query, request);
      if (!query.ok) return jsonResponse(query);
      const head = { status: 200, headers: EVENT_STREAM_HEADERS };
      // A stream has no end that a HEAD request could wait for.
      if (method === "HEAD") return { ...head, body: null };
      const { last_event_id: afterNo = null } = query.value;
      const opened = hub.subscribe({ address, wish: stream.wishOf(query.value), afterNo });
      return opened.ok ? { ...head, body: opened.value } : jsonResponse(opened);
    },
  };
}

interface StreamFilter extends Filter {
  /** Of the event, not of the contract: `open` selects contracts that can be taken. */
  readonly status?: Status | undefined;
}

function contractWish(filter: StreamFilter): Wish<MarketEvent> {
  if (Object.values(filter).every((wanted) => wanted === undefined)) return null;
  return ({ status, traits }) =>
    (filter.status === undefined || filter.status === status) && matches(traits, filter);
}

function readQuery<Query>(schema: z.ZodType<Query>, request: HttpRequest): DoorResult<Query> {
  const header = request.header("last-event-id");
  const given = request.query();
  const read = schema.safeParse(
    header === null || header === "" ? given : { ...given, last_event_id: header },
  );
  if (read.success) return { ok: true, value: read.data };
  return refuseAtDoor({ code: "malformed_query", problems: fieldProblems(read.error) });
}
