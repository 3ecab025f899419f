/**
 * The only way out of a sandbox with network: an HTTP proxy on a unix socket that connects to
 * allowed names only. It resolves names itself; the sandbox has no resolver.
 *
 * A tunnel carries TLS to the named host and nothing else. Without TLS only downloads pass, from the
 * host that the request names, because some distributions still serve packages this way.
 */
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { createConnection, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { canonicalHost, isPublicAddress, type Target, targetProblem } from "./target-policy.ts";
import { tlsOnly } from "./tls-only.ts";

export interface Outside {
  /** Addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly dial: (address: string, port: number) => Socket;
}

const INTERNET: Outside = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  dial: (address, port) => createConnection({ host: address, port }),
};

const MAX_CONNECTIONS = 64;
const IDLE_MS = 60_000;
/** All that a download needs. */
const DOWNLOADS: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const PASSED_ON = [
  "accept",
  "accept-encoding",
  "cache-control",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "range",
  "user-agent",
] as const;

export class AllowListProxy implements AsyncDisposable {
  readonly #allowed: readonly string[];
  readonly #outside: Outside;
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();

  private constructor(allowed: readonly string[], outside: Outside) {
    this.#allowed = allowed;
    this.#outside = outside;
    this.#server = createServer((incoming, response) => void this.#forward(incoming, response));
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.on("connection", (socket) => this.#track(socket));
    this.#server.on("connect", (incoming, client, early: Buffer) => {
      if (early.length > 0) client.unshift(early);
      void this.#tunnel(incoming, client);
    });
  }

  /** Lower-case names; `*.` in front allows subdomains. */
  static async listen(
    path: string,
    allowed: readonly string[],
    outside = INTERNET,
  ): Promise<AllowListProxy> {
    const proxy = new AllowListProxy(allowed, outside);
    proxy.#server.listen(path);
    await once(proxy.#server, "listening");
    return proxy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** CONNECT host:443. What the client sends must be TLS to that host; the rest is not read. */
  async #tunnel(incoming: IncomingMessage, client: Duplex): Promise<void> {
    const parts = /^(.+):(\d+)$/.exec(incoming.url ?? "");
    const target = {
      host: parts?.[1] ?? "",
      port: Number(parts?.[2] ?? 0),
      over: "tls",
    } as const;
    const found = await this.#findAddress(target);
    if (typeof found === "string") {
      client.end(`HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\n\r\n${found}\n`);
      return;
    }
    const checked = tlsOnly(canonicalHost(target.host));
    const remote = this.#track(this.#outside.dial(found.address, target.port));
    remote.once("connect", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(checked).pipe(remote).pipe(client);
    });
    checked.once("error", () => client.destroy());
    remote.once("error", () => client.destroy());
    client.once("error", () => remote.destroy());
    client.once("close", () => remote.destroy());
  }

  /** GET http://host/path, for requests without TLS. */
  async #forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.canParse(incoming.url ?? "") ? new URL(incoming.url ?? "") : null;
    if (url === null || url.protocol !== "http:") {
      response.writeHead(400).end("this proxy accepts absolute http URLs and CONNECT\n");
      return;
    }
    const { host = url.host } = incoming.headers;
    if (!DOWNLOADS.has(incoming.method ?? "") || host.toLowerCase() !== url.host) {
      response.writeHead(403).end("without TLS only GET and HEAD pass, to the host of the URL\n");
      return;
    }
    const target = { host: url.hostname, port: Number(url.port || 80), over: "http" } as const;
    const found = await this.#findAddress(target);
    if (typeof found === "string") {
      response.writeHead(403, { "content-type": "text/plain" }).end(`${found}\n`);
      return;
    }
    const passed = PASSED_ON.flatMap((name) => {
      const value = incoming.headers[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const headers = { ...Object.fromEntries(passed), host: url.host };
    const upstream = request({
      method: incoming.method,
      path: url.pathname + url.search,
      headers,
      createConnection: () => this.#track(this.#outside.dial(found.address, target.port)),
    });
    upstream.once("response", (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    upstream.once("error", () => response.destroy());
    // A body is not sent on: a download has none.
    upstream.end();
  }

  /** An address that was checked, or why there is none. */
  async #findAddress(target: Target): Promise<{ readonly address: string } | string> {
    const problem = targetProblem(target, this.#allowed);
    if (problem !== null) return problem;
    const addresses = await this.#outside.resolve(canonicalHost(target.host)).catch(() => []);
    const [address] = addresses;
    if (address === undefined) return `${target.host} has no address`;
    // A client that tries all addresses would reach the private one.
    if (!addresses.every(isPublicAddress)) return `${target.host} is not on the public internet`;
    return { address };
  }

  #track<S extends Socket>(socket: S): S {
    this.#sockets.add(socket);
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    return socket;
  }
}
