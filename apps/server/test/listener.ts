/** Reads an event stream as it comes. */
export interface StreamEvent {
  readonly event: string;
  readonly contract_id: string;
  readonly [field: string]: unknown;
}

export class Listener implements AsyncDisposable {
  readonly events: StreamEvent[] = [];
  readonly #stopping = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  static async open(url: string): Promise<Listener> {
    const listener = new Listener();
    const { signal } = listener.#stopping;
    const response = await fetch(url, { signal });
    if (response.status !== 200 || response.body === null) throw new Error(`${response.status}`);
    listener.#ended = listener.#read(response.body.pipeThrough(new TextDecoderStream()));
    return listener;
  }

  /** When the server has closed the stream, or this side has. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #read(text: ReadableStream<string>): Promise<void> {
    let rest = "";
    try {
      for await (const chunk of text) {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          if (line.startsWith("data: ")) this.events.push(JSON.parse(line.slice(6)));
        }
      }
    } catch (error) {
      if (!this.#stopping.signal.aborted) throw error;
    }
  }
}
