/** A client of the stream on a real socket: it reads frames, and can stop reading. */
import { type ClientRequest, type IncomingMessage, request } from "node:http";

export interface Told {
  readonly id: number;
  readonly event: string;
  readonly contract_id: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

export class EventClient {
  readonly told: Told[] = [];
  readonly comments: string[] = [];
  text = "";
  lastId: number | null = null;
  retryMs: number | null = null;
  isClosed = false;
  readonly #request: ClientRequest;
  #response: IncomingMessage | null = null;
  #rest = "";
  #onChange: () => void = () => {};

  /** Resolves when the response headers are there. */
  static async connect(
    url: string,
    headers: Record<string, string> = {},
  ): Promise<EventClient & { readonly response: IncomingMessage }> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request(url, { headers, agent: false });
    const client = new EventClient(sent);
    sent.on("response", resolve).on("error", reject);
    sent.end();
    const response = await promise;
    client.#follow(response);
    return Object.assign(client, { response });
  }

  private constructor(sent: ClientRequest) {
    this.#request = sent;
  }

  /** Waits until the condition holds or the stream has ended. */
  async until(isThere: (client: this) => boolean): Promise<this> {
    while (!isThere(this) && !this.isClosed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onChange = resolve;
      await promise;
    }
    return this;
  }

  pause(): void {
    this.#response?.pause();
  }

  resume(): void {
    this.#response?.resume();
  }

  close(): void {
    this.#request.destroy();
  }

  #follow(response: IncomingMessage): void {
    this.#response = response;
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      this.text += text;
      this.#rest += text;
      const blocks = this.#rest.split("\n\n");
      this.#rest = blocks.pop() ?? "";
      for (const block of blocks) this.#read(block);
      this.#onChange();
    });
    const over = (): void => {
      this.isClosed = true;
      this.#onChange();
    };
    response.on("close", over).on("error", over);
  }

  #read(block: string): void {
    for (const line of block.split("\n")) {
      if (line.startsWith("id: ")) this.lastId = Number(line.slice(4));
      else if (line.startsWith("data: ")) {
        this.told.push({ ...JSON.parse(line.slice(6)), id: this.lastId });
      } else if (line.startsWith("retry: ")) this.retryMs = Number(line.slice(7));
      else if (line.startsWith(":")) this.comments.push(line.slice(2));
    }
  }
}
