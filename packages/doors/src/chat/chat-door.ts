/**
 * Agents that talk to each other over WebSocket, as clients of agentchat expect it: below `/chat` on
 * the ports of the market, and on a port of its own at any path.
 */
import { randomBytes } from "node:crypto";
import type { Verify } from "@bazaar/kernel";
import type { Clock, Talk, Vanished } from "@bazaar/market/ports";
import { StoreUnavailable } from "@bazaar/market/ports";
import type { WebSocket } from "ws";
import type { Admission } from "../listen/admission.ts";
import type { Log } from "../listen/handle-request.ts";
import type { HttpRequest, HttpResponse } from "../listen/http-request.ts";
import type { Fault, ListenRefusal } from "../listen/listen-refusal.ts";
import type { Door, Mount, Upgrade } from "../listen/mount.ts";
import { type After, afterTime, type Every, onTimer } from "../listen/on-timer.ts";
import { Quota } from "../listen/quota.ts";
import { RateWindow } from "../listen/rate-window.ts";
import { RESPONSE_HEADERS } from "../listen/response-headers.ts";
import { WebSockets } from "../listen/web-sockets.ts";
import type { Chat } from "./chat.ts";
import { Connection, POLICY } from "./connection.ts";
import { FrameViews } from "./delivery/frame-views.ts";
import { frame } from "./frames.ts";
import { healthResponse } from "./health.ts";
import { IdleQuestions } from "./idle-questions.ts";
import { Ids, type RandomBytes } from "./ids.ts";
import { listenTo } from "./listen-to.ts";
import { Proofs } from "./proofs.ts";
import { SecurityLog } from "./security-log.ts";
import type { ChatSettings } from "./settings.ts";

/** Of any message; a part of a file may be as long. */
const MESSAGE_BYTES = 2 * 1024 * 1024;
/** What an agent may leave unread: a few parts of a file. */
const BUFFER_BYTES = 4 * MESSAGE_BYTES;
/** How long a connection may stay open without saying who it is. */
const UNIDENTIFIED_MS = 120_000;

export interface ChatDoorNeeds {
  readonly talk: Talk;
  readonly settings: ChatSettings;
  readonly admission: Admission;
  readonly verify: Verify;
  readonly clock: Clock;
  readonly version: string;
  /** Gets what looks like an attack. */
  readonly log: Log;
  readonly onUnavailable: (failure: Error) => void;
  readonly onFault: (fault: unknown) => void;
  /** How long messages may wait to be written together; 0 writes each at once. */
  readonly coalesceMs?: number;
  /** Timers and secure randomness unless given. */
  readonly after?: After;
  readonly every?: Every;
  readonly randomBytes?: RandomBytes;
}

export class ChatDoor implements Door {
  readonly mounts: readonly Mount[];
  /** For a listener on a port of its own. Closing either closes both. */
  readonly ownPort: Door;
  readonly #chat: Chat;
  readonly #places: Quota;
  readonly #stops: readonly (() => void)[];
  readonly #version: string;
  readonly #startedAtMs: number;
  #closing: Promise<void> | null = null;

  constructor(needs: ChatDoorNeeds) {
    this.#chat = chatOf(needs);
    const { talk, settings, clock } = this.#chat;
    this.#version = needs.version;
    this.#startedAtMs = clock.nowMs();
    this.#places = new Quota({
      all: Number.POSITIVE_INFINITY,
      perAddress: settings.connectionsPerAddress || Number.POSITIVE_INFINITY,
    });
    this.mounts = [this.#mount("/chat", "/chat/health")];
    this.ownPort = { mounts: [this.#mount("/", "/health")], close: () => this.close() };
    const stopHearing = talk.onVanished((vanished) => this.#tellVanished(vanished));
    this.#stops = [stopHearing, this.#askWhereIdle(needs.every ?? onTimer)];
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#chat.proofs.close();
    await this.#chat.sockets.close();
    // The store may be closed next.
    await Promise.all(this.#chat.running);
  }

  #mount(prefix: string, health: string): Mount {
    return {
      prefix,
      handle: ({ method, path }) => {
        const isHealth = path === health && (method === "GET" || method === "HEAD");
        if (!isHealth) return plainText(404, "Not Found");
        const started = { version: this.#version, startedAtMs: this.#startedAtMs };
        return healthResponse(this.#chat, started);
      },
      refuse,
      upgrade: (request, upgrade) => this.#upgrade(request, upgrade),
    };
  }

  #upgrade({ address }: HttpRequest, upgrade: Upgrade): void {
    this.#chat.sockets.accept(upgrade, (client) => {
      const place = this.#places.take(address);
      if (!place.ok) return client.close(POLICY, "Too many connections from this IP");
      client.once("close", place.release);
      this.#begin(client, upgrade, address);
    });
  }

  #begin(client: WebSocket, { socket }: Upgrade, address: string | null): void {
    const connection = new Connection(this.#chat, client, address);
    const stop = this.#chat.after(UNIDENTIFIED_MS, () => {
      if (!connection.isIdentified) connection.close(POLICY, "Not identified in time");
    });
    client.once("close", () => {
      stop();
      connection.left();
    });
    listenTo(this.#chat, connection, client, socket);
  }

  #tellVanished({ agent, channels }: Vanished): void {
    for (const channel of channels) {
      const left = frame(this.#chat, "AGENT_LEFT", { channel, agent: `@${agent.id}` });
      this.#chat.talk.tellHere(channel, left);
    }
  }

  #askWhereIdle(every: Every): () => void {
    const questions = new IdleQuestions(this.#chat);
    const { everyMs } = questions;
    if (everyMs === null) return () => undefined;
    return every(everyMs, () => {
      questions.look().catch((failure: unknown) => {
        if (failure instanceof StoreUnavailable) this.#chat.onUnavailable(failure);
        else this.#chat.onFault(failure);
      });
    });
  }
}

function chatOf({ admission, log, ...needs }: ChatDoorNeeds): Chat {
  const { clock, settings, coalesceMs, every, after = afterTime } = needs;
  const nowMs = (): number => clock.nowMs();
  return {
    ...needs,
    after,
    views: new FrameViews(),
    ids: new Ids(needs.randomBytes ?? randomBytes, clock),
    sockets: new WebSockets({
      messageBytes: MESSAGE_BYTES,
      bufferBytes: BUFFER_BYTES,
      ...(coalesceMs === undefined ? {} : { coalesceMs }),
      ...(every === undefined ? {} : { every }),
    }),
    rates: admission.rates,
    changes: new RateWindow(settings.rates.changes, nowMs),
    kept: new RateWindow(settings.rates.kept, nowMs),
    proofs: new Proofs(after),
    security: new SecurityLog(log, nowMs),
    running: new Set(),
  };
}

const STATUSES: Readonly<Record<(ListenRefusal | Fault)["code"], number>> = {
  malformed_request: 400,
  foreign_origin: 403,
  foreign_host: 403,
  body_too_large: 413,
  rate_limited: 429,
  too_many_streams: 503,
  unavailable: 503,
  fault: 500,
};

function refuse(_: HttpRequest, refusal: ListenRefusal | Fault): HttpResponse {
  const { code } = refusal;
  const response = plainText(STATUSES[code], code);
  if (!("retryAfterSeconds" in refusal)) return { ...response, code };
  const headers = { ...response.headers, "Retry-After": String(refusal.retryAfterSeconds) };
  return { ...response, headers, code };
}

function plainText(status: number, body: string): HttpResponse {
  return { status, headers: { ...RESPONSE_HEADERS, "Content-Type": "text/plain" }, body };
}
