/** A chat door below `/chat` and on a port of its own, its talk in memory, and its clients. */
import { createHash, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { nativeVerify } from "@bazaar/keys/native-verify";
import { OpenTalk } from "@bazaar/market";
import type { Notes } from "@bazaar/market/ports";
import { MemoryBus, MemoryStore } from "@bazaar/store/memory";
import { Admission } from "../../listen/admission.ts";
import { DEFAULT_LISTEN_SETTINGS, type Limits } from "../../listen/settings.ts";
import { doorOf, Listening } from "../../listen/test/listening.ts";
import { text } from "../../listen/test/plain-mount.ts";
import { ChatDoor } from "../chat-door.ts";
import { type ChatSettings, DEFAULT_CHANNELS, DEFAULT_CHAT_SETTINGS } from "../settings.ts";
import { type Heard, Talker } from "./talker.ts";
import { VirtualTime } from "./virtual-time.ts";

const PING_MS = 30_000;

export interface ChattingOptions extends Partial<ChatSettings> {
  readonly replay?: number;
  readonly limits?: Partial<Limits>;
}

export interface Key {
  readonly publicPem: string;
  readonly privatePem: string;
}

/** What the processes of one market share. */
export class World {
  readonly time = new VirtualTime();
  readonly bus = new MemoryBus();
  readonly notes: Notes;
  processes = 0;

  constructor(notes: Notes = new MemoryStore().notes) {
    this.notes = notes;
  }
}

export class Chatting implements AsyncDisposable {
  readonly time: VirtualTime;
  readonly talk: OpenTalk;
  readonly door: ChatDoor;
  readonly faults: unknown[] = [];
  readonly failures: Error[] = [];
  readonly logged: Readonly<Record<string, unknown>>[] = [];
  /** The port of the market, and the door's own. */
  readonly main: Listening;
  readonly own: Listening;
  readonly #talkers: Talker[] = [];

  private constructor(
    talk: OpenTalk,
    { time }: World,
    { limits, replay: _, ...settings }: ChattingOptions,
  ) {
    this.time = time;
    this.talk = talk;
    const usual = DEFAULT_LISTEN_SETTINGS;
    const admission = new Admission({ ...usual, limits: { ...usual.limits, ...limits } });
    this.door = new ChatDoor({
      talk,
      admission,
      settings: { ...DEFAULT_CHAT_SETTINGS, ...settings },
      verify: nativeVerify,
      clock: time,
      version: "0.0.0",
      log: (fields) => this.logged.push(fields),
      onFault: (fault) => this.faults.push(fault),
      onUnavailable: (failure) => this.failures.push(failure),
      after: time.after,
      every: time.every,
    });
    this.main = new Listening([doorOf(() => text(200, "plain")), this.door], admission);
    this.own = new Listening([this.door.ownPort], admission);
  }

  static async open(options: ChattingOptions = {}, world = new World()): Promise<Chatting> {
    world.processes += 1;
    const talk = await OpenTalk.open({
      notes: world.notes,
      bus: world.bus.connect(),
      clock: world.time,
      processId: String(world.processes),
      settings: { channels: DEFAULT_CHANNELS, replay: options.replay ?? 20 },
      onProblem: (problem) => {
        throw new Error(problem);
      },
    });
    const chat = new Chatting(talk, world, options);
    await chat.main.listen();
    await chat.own.listen();
    return chat;
  }

  /** A client that has not said who it is, at any path of the door's own port. */
  async dial(path = "/", port = this.own.port): Promise<Talker> {
    const talker = new Talker(`ws://127.0.0.1:${port}${path}`);
    this.#talkers.push(talker);
    await once(talker.client, "open");
    return talker;
  }

  /** A client that has entered, in these channels; what it has heard so far is dropped. */
  async enter(name: string, key: Key | null = null, channels: readonly string[] = []) {
    const talker = await this.dial();
    const welcome = await this.identify(talker, name, key);
    for (const channel of channels) talker.send({ type: "JOIN", channel });
    await this.settle();
    for (const each of this.#talkers) each.take();
    return Object.assign(talker, { id: String(welcome?.agent_id) });
  }

  /** Gives the last thing that the server has said about it. */
  async identify(talker: Talker, name: string, key: Key | null): Promise<Heard | undefined> {
    talker.send({ type: "IDENTIFY", name, pubkey: key?.publicPem });
    const answer = (await this.heard(talker)).at(-1);
    if (key === null || answer?.type !== "CHALLENGE") return answer;
    talker.send(verifyMessage(key, answer));
    return (await this.heard(talker)).at(-1);
  }

  /** Lets time pass; clients answer the pings that are due meanwhile. */
  async pass(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs -= PING_MS) {
      await this.settle();
      this.time.advance(Math.min(leftMs, PING_MS));
    }
    await this.settle();
  }

  /** Everything that has come to a client since the last call, once nothing is under way. */
  async heard(talker: Talker): Promise<readonly Heard[]> {
    await this.settle();
    return talker.take();
  }

  /** Twice: what follows from the last message is sent after it was read. */
  async settle(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(this.#talkers.map((talker) => talker.settle()));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { client } of this.#talkers) client.terminate();
    await Promise.all([this.main.listener.close(), this.own.listener.close()]);
    this.talk[Symbol.dispose]();
  }
}

export function newKey(): Key {
  const pair = generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return { publicPem: pair.publicKey, privatePem: pair.privateKey };
}

export function idOf({ publicPem }: Key): string {
  return createHash("sha256").update(publicPem).digest("hex").slice(0, 16);
}

export function signed({ privatePem }: Key, message: string): string {
  return sign(null, Buffer.from(message), createPrivateKey(privatePem)).toString("base64");
}

export function verifyMessage(key: Key, { challenge_id, nonce }: Heard, timestamp = 1): Heard {
  const signature = signed(key, `AGENTCHAT_AUTH|${nonce}|${challenge_id}|${timestamp}`);
  return { type: "VERIFY_IDENTITY", challenge_id, signature, timestamp };
}
