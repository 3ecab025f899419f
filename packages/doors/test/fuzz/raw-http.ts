/** Raw bytes on a socket, and what comes back. */
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  /** 0 if the connection was closed without a response. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Longer than any timeout of the door, also where hundreds of connections share a busy machine. */
const MAX_MS = 30_000;

export class RawConnection implements Disposable {
  readonly #socket: Socket;
  readonly #closed = Promise.withResolvers<void>();
  #received = "";

  constructor(port: number, allowHalfOpen = false) {
    this.#socket = connect({ port, host: "127.0.0.1", allowHalfOpen });
    this.#socket.on("data", (chunk) => {
      this.#received += chunk.toString("latin1");
    });
    // A reset also closes the connection.
    this.#socket.on("error", () => this.#closed.resolve());
    this.#socket.on("close", () => this.#closed.resolve());
  }

  get received(): string {
    return this.#received;
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  }

  /** Half-closes the connection and goes on reading. */
  endWriting(): void {
    this.#socket.end();
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Everything received until the connection is closed. */
  async all(what: string): Promise<string> {
    await within(what, this.#closed.promise);
    return this.#received;
  }

  /** The statuses received once there are `count` of them, or the connection is closed. */
  async answers(what: string, count: number): Promise<readonly number[]> {
    const endMs = Date.now() + MAX_MS;
    while (statusesOf(this.#received).length < count && !this.isClosed) {
      if (Date.now() > endMs) throw new Error(`${what}: ${count} answers did not come in time`);
      await new Promise((go) => setTimeout(go, 2));
    }
    return statusesOf(this.#received);
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}

/** Sends bytes and returns what came back when the door has closed the connection. */
export async function talk(
  port: number,
  what: string,
  bytes: string | Uint8Array,
  isHeadEnough = false,
): Promise<RawAnswer> {
  using connection = new RawConnection(port);
  connection.write(bytes);
  if (isHeadEnough) await connection.answers(what, 1);
  else await connection.all(what);
  return answerOf(connection.received);
}

/** A request with `Connection: close`. */
export function request(line: string, headers: readonly string[] = [], body = ""): string {
  const usual = ["Host: localhost", "Connection: close"];
  const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body, "latin1")}`];
  return `${line}\r\n${[...usual, ...length, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

function answerOf(received: string): RawAnswer {
  const split = received.indexOf("\r\n\r\n");
  const head = split === -1 ? received : received.slice(0, split);
  const body = split === -1 ? "" : received.slice(split + 4);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body };
}

function statusesOf(received: string): readonly number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

async function within<T>(what: string, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, MAX_MS, new Error(`${what}: nothing in ${MAX_MS} ms`));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
