/**
 * Lets through what a client sends in a tunnel, as long as it is TLS to the host that the tunnel was
 * opened for.
 *
 * Nothing passes before the whole ClientHello was read and names that host. After a retry a client
 * sends a second hello, so every later handshake record that is one is held to the same name. What
 * is inside the encryption cannot be read, and so not which host is named there.
 */
import { Transform, type TransformCallback } from "node:stream";
import { readClientHello } from "./client-hello.ts";

const RECORD_HEADER = 5;
/** Change of cipher, alert, handshake, application data, heartbeat. */
const RECORD_TYPES: ReadonlySet<number> = new Set([20, 21, 22, 23, 24]);
const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const TLS_MAJOR = 3;
/** What RFC 8446 allows for an encrypted record. */
const MAX_RECORD = 2 ** 14 + 256;
const HELLO_HEADER = 4;
/** Hellos with post-quantum keys have about two kilobytes. */
const MAX_HELLO = 16_384;

/** Destroyed with an error that says why the tunnel is closed. */
export function tlsOnly(host: string): Transform {
  const check = new TlsCheck(host);
  return new Transform({
    transform(bytes: Buffer, _, done: TransformCallback) {
      const problem = check.take(bytes, (passed) => void this.push(passed));
      done(problem === null ? null : new Error(problem));
    },
  });
}

class TlsCheck {
  readonly #host: string;
  /** An incomplete record. */
  #rest = Buffer.alloc(0);
  /** Records of the first hello, held back until it is complete. */
  #held: Buffer[] = [];
  #message = Buffer.alloc(0);
  #isKnown = false;

  constructor(host: string) {
    this.#host = host;
  }

  take(bytes: Buffer, pass: (bytes: Buffer) => void): string | null {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      if (this.#rest.length < RECORD_HEADER) return null;
      const length = this.#rest.readUInt16BE(3);
      const isRecord = RECORD_TYPES.has(this.#rest[0] ?? 0) && this.#rest[1] === TLS_MAJOR;
      if (!isRecord || length > MAX_RECORD) return "only TLS may pass";
      const end = RECORD_HEADER + length;
      if (this.#rest.length < end) return null;
      const record = this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(end);
      const problem = this.#isKnown ? this.#later(record) : this.#first(record);
      if (problem !== null) return problem;
      if (!this.#isKnown) continue;
      for (const held of this.#held) pass(held);
      this.#held = [];
      pass(record);
    }
  }

  /** A hello may be split over several records, with nothing between them or after it. */
  #first(record: Buffer): string | null {
    const body = record.subarray(RECORD_HEADER);
    if (record[0] !== HANDSHAKE || body.length === 0) return "only TLS may pass";
    this.#message = Buffer.concat([this.#message, body]);
    if (this.#message.length > MAX_HELLO) return "the ClientHello is too long";
    if (this.#message.length < HELLO_HEADER) return this.#hold(record);
    const whole = HELLO_HEADER + this.#message.readUIntBE(1, 3);
    if (whole > MAX_HELLO) return "the ClientHello is too long";
    if (this.#message.length < whole) return this.#hold(record);
    this.#isKnown = true;
    return this.#nameProblem(this.#message);
  }

  #hold(record: Buffer): null {
    this.#held.push(record);
    return null;
  }

  /** Encrypted records of this type begin like a hello about once in 2^24. */
  #later(record: Buffer): string | null {
    const body = record.subarray(RECORD_HEADER);
    if (record[0] !== HANDSHAKE || body[0] !== CLIENT_HELLO) return null;
    const isHello = body.length > HELLO_HEADER && body[1] === 0 && body[HELLO_HEADER] === TLS_MAJOR;
    // A second hello in pieces is not needed by anybody.
    return isHello || body.length <= HELLO_HEADER ? this.#nameProblem(body) : null;
  }

  #nameProblem(message: Buffer): string | null {
    const hello = readClientHello(message);
    if (!hello.ok) return hello.problem;
    if (hello.serverName === this.#host) return null;
    return `the ClientHello names ${hello.serverName}, not ${this.#host}`;
  }
}
