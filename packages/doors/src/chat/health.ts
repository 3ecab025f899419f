import type { HttpResponse } from "../listen/http-request.ts";
import { JSON_HEADERS } from "../listen/response-headers.ts";
import type { Chat } from "./chat.ts";

interface Started {
  readonly version: string;
  readonly startedAtMs: number;
}

export function healthResponse(
  { talk, settings, clock }: Pick<Chat, "talk" | "settings" | "clock">,
  { version, startedAtMs }: Started,
): HttpResponse {
  const nowMs = clock.nowMs();
  const agents = [...talk.agents()];
  const channels = [...talk.channels()];
  const body = {
    status: "healthy",
    server: settings.serverName,
    version,
    uptime_seconds: Math.floor((nowMs - startedAtMs) / 1_000),
    started_at: new Date(startedAtMs).toISOString(),
    agents: {
      connected: agents.length,
      with_identity: agents.filter(({ key }) => key !== null).length,
    },
    channels: {
      total: channels.length,
      public: channels.filter(({ isInviteOnly }) => !isInviteOnly).length,
    },
    // Proposals are not taken here yet.
    proposals: { total: 0, byStatus: {}, agents: 0 },
    timestamp: new Date(nowMs).toISOString(),
  };
  return { status: 200, headers: JSON_HEADERS, body: JSON.stringify(body) };
}
