/** Connections that become WebSockets: admitted as any request, counted by client until they close. */
import { type IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { finish, type RequestHandling, refusalFor } from "./handle-request.ts";
import type { HttpRequest, HttpResponse } from "./http-request.ts";
import type { Mount } from "./mount.ts";
import type { OnBroken } from "./send-chunks.ts";
import { headerOf, sendOverSocket } from "./socket-request.ts";

/** Other protocols that clients offer, such as h2c, are not spoken: these requests are plain HTTP. */
export function isHandshake(incoming: IncomingMessage): boolean {
  return headerOf(incoming, "upgrade")?.toLowerCase() === "websocket";
}

export class Upgrades {
  readonly #handling: RequestHandling;
  readonly #open = new Set<Socket>();

  constructor(handling: RequestHandling) {
    this.#handling = handling;
  }

  /** Hands the socket to the mount, or answers and closes it. */
  begin(mount: Mount, request: HttpRequest, incoming: IncomingMessage, head: Buffer): void {
    const { socket } = incoming;
    const startedMs = performance.now();
    // Node no longer watches it, and an error that nobody hears would end the process.
    socket.on("error", () => socket.destroy());
    const { admission } = this.#handling;
    const place = admission.refusalOf(request) ?? admission.streams.take(request.address);
    if (!place.ok) {
      const response = mount.refuse(request, place.refusal);
      const finished = finish(this.#handling, mount, request, response, startedMs);
      refuseHandshake(incoming, request.id, finished, this.#handling.onFault);
      return;
    }
    this.#open.add(socket);
    socket.once("close", () => {
      this.#open.delete(socket);
      place.value();
    });
    try {
      mount.upgrade?.(request, { incoming, socket, head });
      finish(this.#handling, mount, request, SWITCHING, startedMs);
    } catch (failure) {
      refusalFor(this.#handling, failure);
      socket.destroy();
    }
  }

  /** Cuts off those that their door has not closed. */
  destroyAll(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

const SWITCHING = { status: 101, headers: {}, body: null } as const;

function refuseHandshake(
  incoming: IncomingMessage,
  id: string,
  response: HttpResponse,
  onBroken: OnBroken,
): void {
  const { socket } = incoming;
  const outgoing = new ServerResponse(incoming);
  outgoing.shouldKeepAlive = false;
  outgoing.assignSocket(socket);
  outgoing.once("finish", () => socket.destroySoon());
  sendOverSocket(incoming, outgoing, id, response, onBroken);
}
