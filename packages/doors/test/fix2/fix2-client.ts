/**
 * Two generations of fix/2 clients, written from their recorded traffic and nothing of ours: what
 * they send, what they verify of what they read, and when they give up.
 */
import { type ChainHead, chainError, signedEntry } from "./fix2-chain.ts";
import { Fix2Key } from "./fix2-key.ts";
import { dumps, type PythonObject } from "./python-json.ts";

/** Existing clients wait this long for any response. */
const TIMEOUT_MS = 30_000;
const TRIES = 3;

/** The market as a client knows it. */
export interface Fix2Server {
  readonly url: string;
  readonly nowSeconds: () => number;
}

/** What a client makes of a response other than 2xx. */
export class ServerSaidNo extends Error {
  readonly status: number;
  readonly body: PythonObject;

  constructor(status: number, body: PythonObject) {
    super(`${status}: ${JSON.stringify(body.detail)}`);
    this.status = status;
    this.body = body;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: clients read answers of every shape.
export type Answer = any;

export interface SignedAct {
  readonly type: string;
  readonly data: PythonObject;
}

/** The first generation signs requests only, and takes what it reads as it is. */
export class RequestClient {
  readonly key: Fix2Key;
  readonly #server: Fix2Server;

  constructor(server: Fix2Server, key = new Fix2Key()) {
    this.#server = server;
    this.key = key;
  }

  protected get nowSeconds(): number {
    return this.#server.nowSeconds();
  }

  get(path: string): Promise<Answer> {
    return this.#exchange("GET", path, "");
  }

  post(path: string, body: PythonObject): Promise<Answer> {
    return this.#exchange("POST", path, dumps(body));
  }

  /** One act on a contract. What it says is in the body; the second form of it is for entries. */
  act(id: string, word: string, body: PythonObject, _signed: SignedAct | null): Promise<Answer> {
    return this.post(`/contracts/${id}/${word}`, body);
  }

  contract(id: string): Promise<Answer> {
    return this.get(`/contracts/${id}`);
  }

  async #exchange(method: "GET" | "POST", path: string, body: string): Promise<Answer> {
    const [signedPath = ""] = path.split("?");
    const response = await fetch(this.#server.url + path, {
      method,
      headers: { "Content-Type": "application/json", ...this.headers(method, signedPath, body) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(method === "GET" ? {} : { body }),
    });
    const answer: Answer = await response.json();
    if (!response.ok) throw new ServerSaidNo(response.status, answer);
    return answer;
  }

  /** The market's events from now on: every line that starts with `data: ` is one. */
  async events(): Promise<AsyncGenerator<Answer, void, undefined>> {
    const response = await fetch(`${this.#server.url}/contracts/stream`);
    if (response.body === null) throw new Error("the stream has no body");
    return eventsIn(response.body);
  }

  headers(method: string, path: string, body: string): Record<string, string> {
    const timestamp = String(this.nowSeconds);
    return {
      "X-Fix-Timestamp": timestamp,
      "X-Fix-Signature": this.key.sign([method, path, timestamp, body].join("\n")),
      "X-Fix-Pubkey": this.key.publicHex,
    };
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Answer> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data: ")) yield JSON.parse(line.slice("data: ".length));
    }
  }
}

/** The later generation signs its entries and verifies every entry that carries a signature. */
export class EntryClient extends RequestClient {
  override async contract(id: string): Promise<Answer> {
    const contract = await super.contract(id);
    const signed = contract.transcript.filter((entry: PythonObject) => "signature" in entry);
    const error = chainError(signed);
    if (error !== null) throw new Error(`Chain verification failed: ${error}`);
    return contract;
  }

  override async act(
    id: string,
    word: string,
    body: PythonObject,
    signed: SignedAct | null,
  ): Promise<Answer> {
    if (signed === null) return super.act(id, word, body, null);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const head: ChainHead = await this.get(`/contracts/${id}/chain_head`);
      const { type, data } = signed;
      const chain_entry = signedEntry(this.key, head, type, data, this.nowSeconds);
      try {
        return await super.act(id, word, { ...body, chain_entry }, signed);
      } catch (error) {
        if (!(error instanceof ServerSaidNo) || error.status !== 409) throw error;
      }
    }
    throw new Error("Chain conflict");
  }
}
