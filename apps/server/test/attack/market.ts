/** The server under attack, as the attacker's programs speak to it. */
import { Agent, request } from "node:http";
import type { JsonObject, Party } from "@bazaar/kernel";

/** A request as it goes out; a body may be bytes, which are signed by their hash. */
export interface Outgoing {
  readonly path: string;
  readonly method?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What one address does, over and over, with as many requests at once as it likes. */
export interface Attack {
  readonly lanes: readonly (() => Outgoing)[];
  /** An event stream that it reads from the beginning, as often as it is let. */
  readonly stream: string;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

export class AttackedMarket {
  readonly url: string;
  readonly platform: Party;
  readonly #agents = new Map<string, Agent>();

  constructor(url: string, platform: Party) {
    this.url = url;
    this.platform = platform;
  }

  send(from: string, { path, method, body, headers = {} }: Outgoing): Promise<Reply> {
    const agent = this.#agents.get(from) ?? new Agent({ keepAlive: true, localAddress: from });
    this.#agents.set(from, agent);
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const { hostname, port } = new URL(this.url);
    const asked = method ?? (body === undefined ? "GET" : "POST");
    const sent = request({ hostname, port, path, method: asked, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
    return promise;
  }

  /** While it prepares: from another address, and it must succeed. */
  async must(from: string, prepared: Outgoing): Promise<JsonObject> {
    const { status, text } = await this.send(from, prepared);
    if (status !== 200) throw new Error(`${prepared.path}: ${status} ${text}`);
    return JSON.parse(text);
  }

  /** A reader of everything that ever happened. */
  listen(from: string, path: string, count: (name: string) => void): void {
    const { hostname, port } = new URL(this.url);
    const stream = request({ hostname, port, path, localAddress: from }, (response) => {
      count(`stream ${response.statusCode}`);
      response.resume();
      response.on("error", () => count("stream closed"));
    });
    stream.on("error", () => count("stream failed"));
    stream.end();
  }
}
