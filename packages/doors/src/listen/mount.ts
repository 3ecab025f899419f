/** What a door gives to a listener. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { invariant } from "@bazaar/kernel";
import type { HttpRequest, HttpResponse } from "./http-request.ts";
import type { Fault, ListenRefusal } from "./listen-refusal.ts";

/** One dialect: what it serves, and how it stops. */
export interface Door {
  readonly mounts: readonly Mount[];
  /** Ends what its mounts have opened: held requests, streams and sockets. */
  close(): Promise<void>;
}

export interface Mount {
  /** `/chat` serves that path and everything below it, `/` every path; the longest one wins. */
  readonly prefix: string;
  /** May throw: what it throws is reported, and refused as `unavailable` or `fault`. */
  handle(request: HttpRequest): HttpResponse | Promise<HttpResponse>;
  /** Says in this door's words why a request is not served. */
  refuse(request: HttpRequest, refusal: ListenRefusal | Fault): HttpResponse;
  /** Takes over a WebSocket's handshake. Without this, the request is served as any other. */
  upgrade?(request: HttpRequest, upgrade: Upgrade): void;
  /** Gets every answer, for metrics. */
  observe?(observed: Observed): void;
}

/** What a handshake needs. The socket is the mount's from here on; its errors are handled. */
export interface Upgrade {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  /** What the client sent after its request. */
  readonly head: Buffer;
}

export interface Observed {
  readonly method: string;
  /** The route's pattern; null if none matched. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}

const PREFIX = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/;

export class MountTable {
  readonly #root: Mount;
  readonly #below: readonly { readonly below: string; readonly mount: Mount }[];

  constructor(mounts: readonly Mount[]) {
    const prefixes = mounts.map(({ prefix }) => prefix);
    for (const prefix of prefixes) invariant(PREFIX.test(prefix), `${prefix} is not a path`);
    invariant(new Set(prefixes).size === prefixes.length, `two mounts at one path: ${prefixes}`);
    const root = mounts.find(({ prefix }) => prefix === "/");
    invariant(root !== undefined, "no mount serves /");
    this.#root = root;
    this.#below = mounts
      .filter((mount) => mount !== root)
      .map((mount) => ({ below: `${mount.prefix}/`, mount }))
      .sort((a, b) => b.below.length - a.below.length);
  }

  /** The mount that serves a path, or whatever a request names instead of one. */
  find(path: string): Mount {
    for (const { below, mount } of this.#below) {
      if (path === mount.prefix || path.startsWith(below)) return mount;
    }
    return this.#root;
  }
}
