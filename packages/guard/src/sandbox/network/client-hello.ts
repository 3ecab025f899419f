/**
 * Reads the server name of a TLS ClientHello (RFC 8446, RFC 6066), strictly: what two readers could
 * understand differently is refused. An encrypted hello is refused too, because the name inside it
 * may be another than the one outside.
 */

const CLIENT_HELLO = 1;
const HEADER_BYTES = 4;
const RANDOM_BYTES = 32;
const MAX_SESSION_ID = 32;
const TLS_1_X = 3;
const SERVER_NAME = 0x00_00;
const HOST_NAME = 0;
/** Encrypted Client Hello (RFC 9849) and its draft, ESNI. */
const ENCRYPTED_NAMES: ReadonlySet<number> = new Set([0xfe_0d, 0xff_ce]);
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

export type Hello =
  | { readonly ok: true; readonly serverName: string }
  | { readonly ok: false; readonly problem: string };

/** `message` is one whole handshake message with its header. */
export function readClientHello(message: Buffer): Hello {
  const read = new Reader(message);
  if (read.number(1) !== CLIENT_HELLO || read.number(3) !== message.length - HEADER_BYTES) {
    return refuse("the connection does not begin with a TLS ClientHello");
  }
  const isTls = read.number(1) === TLS_1_X;
  read.number(1);
  read.bytes(RANDOM_BYTES);
  const sessionId = read.vector(1);
  const suites = read.vector(2);
  const compressions = read.vector(1);
  const extensions = read.vector(2);
  const isWhole =
    isTls &&
    read.isAtEnd &&
    sessionId.length <= MAX_SESSION_ID &&
    suites.length >= 2 &&
    suites.length % 2 === 0 &&
    compressions.length > 0;
  return isWhole ? nameIn(extensions) : refuse("the ClientHello is malformed");
}

function nameIn(extensions: Buffer): Hello {
  const read = new Reader(extensions);
  const seen = new Set<number>();
  let name: Buffer | null = null;
  while (!read.isAtEnd && !read.isBroken) {
    const type = read.number(2);
    const body = read.vector(2);
    if (seen.has(type)) return refuse("the ClientHello has an extension twice");
    seen.add(type);
    if (ENCRYPTED_NAMES.has(type)) return refuse("the server name is encrypted");
    if (type === SERVER_NAME) name = body;
  }
  if (read.isBroken) return refuse("the ClientHello is malformed");
  return name === null ? refuse("the ClientHello has no server name") : hostIn(name);
}

/** One name, of the one kind there is. */
function hostIn(body: Buffer): Hello {
  const list = new Reader(new Reader(body).vector(2));
  const isHost = list.number(1) === HOST_NAME;
  const name = list.vector(2);
  const isOnly = isHost && list.isAtEnd && body.length === name.length + 5;
  const serverName = name.toString("latin1").toLowerCase();
  return isOnly && HOST.test(serverName)
    ? { ok: true, serverName }
    : refuse("the server name is malformed");
}

function refuse(problem: string): Hello {
  return { ok: false, problem };
}

/** Reads past the end as zeros, and remembers it. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;
  isBroken = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return !this.isBroken && this.#at === this.#bytes.length;
  }

  bytes(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) {
      this.isBroken = true;
      return Buffer.alloc(0);
    }
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  number(length: number): number {
    const part = this.bytes(length);
    return part.length === 0 ? 0 : part.readUIntBE(0, length);
  }

  /** Bytes behind their own length. */
  vector(lengthBytes: number): Buffer {
    return this.bytes(this.number(lengthBytes));
  }
}
