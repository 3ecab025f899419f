/**
 * One agent of the load, on a bare socket: it finds the frames in what comes and parses those that
 * it is asked for, so that one process can receive hundreds of thousands per second.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

const HANDSHAKE = [
  "GET /chat HTTP/1.1",
  "Host: bench",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
].join("\r\n");

/** Members that connect at the same time. */
const AT_ONCE = 100;

const TEXT = 0x81;
const PING = 0x89;
const PONG = 0x8a;
/** With this mask the payload is sent as it is. */
const MASK = Buffer.alloc(4);

export type Frame = Readonly<Record<string, unknown>>;

export class Member {
  /** Gets the payload of every text frame; it is valid only during the call. */
  onText: (text: Buffer) => void = () => undefined;
  /** Text frames that have come. */
  frames = 0;
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Connects, and enters without a key. */
  static async enter(url: string, name: string): Promise<Member> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.setNoDelay().write(HANDSHAKE);
    const [answer] = (await once(socket, "data")) as [Buffer];
    if (!answer.toString("latin1").startsWith("HTTP/1.1 101")) throw new Error(answer.toString());
    const member = new Member(socket);
    socket.on("data", (bytes: Buffer) => member.#take(bytes));
    const welcome = member.next("WELCOME");
    member.send({ type: "IDENTIFY", name });
    await welcome;
    return member;
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.readyState === "open";
  }

  send(message: Frame): void {
    this.#write(TEXT, Buffer.from(JSON.stringify(message)));
  }

  /** Reads nothing from now on. */
  stopReading(): void {
    this.#socket.pause();
  }

  end(): void {
    this.#socket.destroy();
  }

  /** The next frame of a type. */
  next(type: string): Promise<Frame> {
    const { promise, resolve } = Promise.withResolvers<Frame>();
    const before = this.onText;
    this.onText = (text) => {
      if (!text.includes(`"type":"${type}"`)) return before(text);
      this.onText = before;
      resolve(JSON.parse(text.toString()));
    };
    return promise;
  }

  #write(opcode: number, payload: Buffer): void {
    const { length } = payload;
    const header =
      length < 126 ? [opcode, 0x80 | length] : [opcode, 0x80 | 126, length >> 8, length & 255];
    this.#socket.write(Buffer.concat([Buffer.from(header), MASK, payload]));
  }

  #take(bytes: Buffer): void {
    let data = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const header = headerOf(data);
      if (header === null || data.length < header.start + header.length) break;
      const payload = data.subarray(header.start, header.start + header.length);
      if (data[0] === TEXT) {
        this.frames += 1;
        this.onText(payload);
      } else if (data[0] === PING) this.#write(PONG, payload);
      data = data.subarray(header.start + header.length);
    }
    this.#rest = data;
  }
}

function headerOf(data: Buffer): { readonly start: number; readonly length: number } | null {
  if (data.length < 2) return null;
  const short = data[1] ?? 0;
  if (short < 126) return { start: 2, length: short };
  if (data.length < 10)
    return short === 126 && data.length >= 4 ? { start: 4, length: data.readUInt16BE(2) } : null;
  return short === 126
    ? { start: 4, length: data.readUInt16BE(2) }
    : { start: 10, length: Number(data.readBigUInt64BE(2)) };
}

/** Many agents, some at a time. */
export async function enterAll(url: string, count: number): Promise<readonly Member[]> {
  const members: Member[] = [];
  while (members.length < count) {
    const more = Math.min(AT_ONCE, count - members.length);
    const entered = Array.from({ length: more }, (_, at) =>
      Member.enter(url, `agent-${members.length + at}`),
    );
    members.push(...(await Promise.all(entered)));
  }
  return members;
}
