/**
 * The one way in. It serves the mounts of its doors on every port that it opens, and in this
 * process. Doors on a port of their own have a listener of their own, with the same admission.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { handleRequest, type RequestHandling, refusalFor } from "./handle-request.ts";
import type { HttpRequest } from "./http-request.ts";
import type { ListenRefused } from "./listen-refusal.ts";
import { type Door, MountTable } from "./mount.ts";
import { type Certificate, type Listening, Port } from "./port.ts";
import { fromSocket, headerOf, pathOf, sendOverSocket } from "./socket-request.ts";
import { isHandshake, Upgrades } from "./upgrades.ts";
import { fromWebRequest, toWebResponse } from "./web-request.ts";

export interface ListenerNeeds extends Pick<RequestHandling, "admission" | "log"> {
  readonly doors: readonly Door[];
  /** Of its ports; without one they speak plain HTTP. */
  readonly certificate?: Certificate | null;
  /** Gets the failures that are answered as `unavailable`. */
  readonly onUnavailable?: (failure: Error) => void;
  /**
   * Gets unexpected errors: bugs. Without it, one in a request over a socket ends the process, and
   * one in `fetch` rejects it.
   */
  readonly onFault?: (fault: unknown) => void;
}

export class Listener implements AsyncDisposable {
  readonly #doors: readonly Door[];
  readonly #mounts: MountTable;
  readonly #handling: RequestHandling;
  readonly #inProcess: RequestHandling;
  readonly #upgrades: Upgrades;
  readonly #certificate: Certificate | null;
  readonly #ports: Port[] = [];

  constructor({ admission, doors, log, onUnavailable = ignore, ...needs }: ListenerNeeds) {
    const { onFault, certificate = null } = needs;
    this.#certificate = certificate;
    this.#doors = doors;
    this.#mounts = new MountTable(doors.flatMap(({ mounts }) => mounts));
    this.#handling = { admission, log, onUnavailable, onFault: onFault ?? crash };
    this.#inProcess = { ...this.#handling, onFault: onFault ?? rethrow };
    this.#upgrades = new Upgrades(this.#handling);
  }

  /** All doors as a function from request to response, without a socket. */
  async fetch(request: Request): Promise<Response> {
    const asked = fromWebRequest(request);
    const refused = this.#inProcess.admission.refusalOf(asked);
    const mount = this.#mounts.find(asked.path);
    const response = await handleRequest(this.#inProcess, mount, asked, refused);
    return toWebResponse(request, asked.id, response, this.#onBroken);
  }

  /** Opens a port; there may be several. */
  async listen(port: number, host: string): Promise<Listening> {
    const { admission } = this.#handling;
    const { limits, connections } = admission;
    const opened = new Port({
      certificate: this.#certificate,
      limits,
      connections,
      receive: (incoming, outgoing) => {
        const request = this.#requestOf(incoming, outgoing);
        const refused = admission.refusalOf(request);
        return () => {
          this.#serve(incoming, outgoing, request, refused).catch(this.#handling.onFault);
        };
      },
      shouldUpgrade: (incoming) =>
        isHandshake(incoming) && this.#mounts.find(pathOf(incoming)).upgrade !== undefined,
      upgrade: (incoming, head) => {
        const request = this.#requestOf(incoming, incoming.socket);
        this.#upgrades.begin(this.#mounts.find(request.path), request, incoming, head);
      },
    });
    const listening = await opened.listen(port, host);
    this.#ports.push(opened);
    return listening;
  }

  /**
   * Stops accepting, lets every door end what it has opened and running requests finish, and cuts
   * off those that take too long.
   */
  async close(): Promise<void> {
    const cutOff = setTimeout(() => {
      this.#upgrades.destroyAll();
      for (const port of this.#ports) port.destroyAll();
    }, this.#handling.admission.limits.closeMs);
    try {
      await Promise.all([...this.#doors, ...this.#ports].map((each) => each.close()));
    } finally {
      clearTimeout(cutOff);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #serve(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    request: HttpRequest,
    refused: ListenRefused | null,
  ): Promise<void> {
    const mount = this.#mounts.find(request.path);
    const response = await handleRequest(this.#handling, mount, request, refused);
    sendOverSocket(incoming, outgoing, request.id, response, this.#onBroken);
  }

  #requestOf(incoming: IncomingMessage, outgoing: Writable): HttpRequest {
    const { remoteAddress } = incoming.socket;
    const forwardedFor = headerOf(incoming, "x-forwarded-for");
    const { addresses } = this.#handling.admission;
    return fromSocket(incoming, outgoing, addresses.ofRequest(remoteAddress, forwardedFor));
  }

  /** The source of an answer failed while it was sent: too late to say so to the client. */
  readonly #onBroken = (failure: unknown): void => {
    refusalFor(this.#handling, failure);
  };
}

function crash(fault: unknown): void {
  queueMicrotask(() => {
    throw fault;
  });
}

function ignore(): void {}

function rethrow(fault: unknown): never {
  throw fault;
}
