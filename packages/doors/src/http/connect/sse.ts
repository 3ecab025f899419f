/**
 * A parser for server-sent events with limits on lines and events.
 *
 * The usual libraries drop blocks without data. Ours must not: the server sends an id alone to tell
 * a reader where to resume before its first event.
 */
import { BadAnswer } from "../../connection/market-errors.ts";

export interface SseFrame {
  readonly id: string | null;
  readonly data: string | null;
  /** How long to wait before reconnecting. */
  readonly retryMs: number | null;
}

const MAX_LINE = 64 * 1024;
const MAX_DATA = 256 * 1024;
const MAX_RETRY_MS = 60_000;

export class SseReader {
  readonly #decoder = new TextDecoder();
  #rest = "";
  #id: string | null = null;
  #data: string[] = [];
  #length = 0;
  #retryMs: number | null = null;
  #isBegun = false;

  /** The frames that these bytes complete. */
  take(bytes: Uint8Array): readonly SseFrame[] {
    const lines = `${this.#rest}${this.#decoder.decode(bytes, { stream: true })}`.split("\n");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > MAX_LINE) throw new BadAnswer("a line of the stream is too long");
    return lines.flatMap((line) => this.#line(line.endsWith("\r") ? line.slice(0, -1) : line));
  }

  #line(line: string): readonly SseFrame[] {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    switch (name) {
      case "id":
        this.#id = value;
        this.#isBegun = true;
        break;
      case "data":
        // With its line end: empty lines add up, too.
        this.#length += value.length + 1;
        if (this.#length > MAX_DATA) throw new BadAnswer("an event of the stream is too long");
        this.#data.push(value);
        this.#isBegun = true;
        break;
      case "retry":
        if (/^[0-9]{1,9}$/.test(value)) this.#retryMs = Math.min(Number(value), MAX_RETRY_MS);
        this.#isBegun = true;
        break;
      default:
        break;
    }
    return [];
  }

  #dispatch(): readonly SseFrame[] {
    if (!this.#isBegun) return [];
    const data = this.#data.length === 0 ? null : this.#data.join("\n");
    const frame = { id: this.#id, data, retryMs: this.#retryMs };
    this.#id = null;
    this.#data = [];
    this.#length = 0;
    this.#retryMs = null;
    this.#isBegun = false;
    return [frame];
  }
}
