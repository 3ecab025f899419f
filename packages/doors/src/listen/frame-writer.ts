/**
 * Writes WebSocket messages to many sockets. It owns two things that broadcasting depends on: a
 * message that goes to many is put into its frame once, and the frames of a socket wait for each
 * other and become one write, because the write is what costs.
 *
 * Frames wait in the socket itself, corked: pings, close frames and whatever else is written there
 * keep their order, they count as unread, and ending or destroying the socket does what it always
 * does. On a quiet server a frame leaves in the next turn of the event loop. On a busy one writing
 * gets a share of the time, and frames wait until it is due again, but never longer than `waitMs`.
 */
import type { Duplex } from "node:stream";

/** After writing for a millisecond, so many pass until the next write. */
const REST = 4;

const FINAL_TEXT = 0x81;
const FINAL_BINARY = 0x82;

export interface FrameWriterNeeds {
  /** How long a frame may wait; 0 writes each by itself. */
  readonly waitMs: number;
  /** The machine's unless given. */
  readonly nowMs?: () => number;
  readonly later?: (ms: number, run: () => void) => void;
}

export class FrameWriter {
  readonly #waitMs: number;
  readonly #nowMs: () => number;
  readonly #later: (ms: number, run: () => void) => void;
  /** Corked, with frames. */
  readonly #waiting = new Set<Duplex>();
  #dueMs = 0;
  /** The text that was written last, often to many sockets in a row. */
  #text: string | null = null;
  #frame: Buffer = Buffer.alloc(0);

  constructor({ waitMs, nowMs = () => performance.now(), later = laterOnTimer }: FrameWriterNeeds) {
    this.#waitMs = waitMs;
    this.#nowMs = nowMs;
    this.#later = later;
  }

  /** Text, or bytes as a binary message. The socket must be a server's: its frames have no mask. */
  write(socket: Duplex, message: string | Uint8Array): void {
    if (this.#waitMs > 0 && !this.#waiting.has(socket)) {
      socket.cork();
      this.#waiting.add(socket);
      if (this.#waiting.size === 1) this.#later(this.#dueMs - this.#nowMs(), () => this.#flush());
    }
    socket.write(typeof message === "string" ? this.#frameOf(message) : framed(message));
  }

  #frameOf(text: string): Buffer {
    if (text !== this.#text) {
      this.#text = text;
      this.#frame = framed(text);
    }
    return this.#frame;
  }

  #flush(): void {
    const startedMs = this.#nowMs();
    for (const socket of this.#waiting) socket.uncork();
    this.#waiting.clear();
    const endedMs = this.#nowMs();
    this.#dueMs = endedMs + Math.min(REST * (endedMs - startedMs), this.#waitMs);
  }
}

function laterOnTimer(ms: number, run: () => void): void {
  if (ms > 0) setTimeout(run, ms);
  else setImmediate(run);
}

/** One unfragmented frame, RFC 6455, section 5.2. */
function framed(message: string | Uint8Array): Buffer {
  const length = Buffer.byteLength(message);
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = typeof message === "string" ? FINAL_TEXT : FINAL_BINARY;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  if (typeof message === "string") frame.write(message, start);
  else frame.set(message, start);
  return frame;
}
