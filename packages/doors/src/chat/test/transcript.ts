/** The recorded transcripts of another server, and how one is played to this door. */
import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Chatting, idOf, type Key, signed } from "./chatting.ts";
import type { Comparison } from "./comparison.ts";
import type { Heard, Talker } from "./talker.ts";

const FOLDER = new URL("../../../../../spec/vectors/agentchat/", import.meta.url);

export type Line = Readonly<{
  t: number;
  conn?: string;
  ev?: "open" | "close";
  dir?: "c2s" | "s2c";
  msg?: Heard;
  raw?: string;
  code?: number;
  reason?: string;
  http?: string;
  res?: { status: number; headers: Record<string, string>; body: string };
  note?: string;
}>;

export function readTranscript(name: string): readonly Line[] {
  const text = readFileSync(new URL(`${name}.jsonl`, FOLDER), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

interface Identity {
  readonly publicKey: string;
  readonly privateKey: string;
}

const IDENTITIES: Readonly<Record<string, Identity>> = JSON.parse(
  readFileSync(new URL("identities.json", FOLDER), "utf8"),
);

/** The recorded client, the challenge that it was given, and the one that this door gives it. */
interface Player {
  readonly talker: Talker;
  pubkey?: unknown;
  recorded?: Heard;
  ours?: Heard;
}

export class Play {
  readonly #chat: Chatting;
  readonly #comparison: Comparison;
  readonly #players = new Map<string, Player>();
  #atMs = 0;

  constructor(chat: Chatting, comparison: Comparison) {
    this.#chat = chat;
    this.#comparison = comparison;
  }

  async run(lines: readonly Line[]): Promise<void> {
    for (const line of lines) {
      await this.#chat.settle();
      this.#chat.time.advance(line.t - this.#atMs);
      this.#atMs = line.t;
      await this.#chat.settle();
      await this.#play(line);
    }
    await this.#chat.settle();
    for (const [name, { talker }] of this.#players) {
      for (const extra of talker.take()) this.#comparison.extra(name, extra);
    }
  }

  async #play(line: Line): Promise<void> {
    if (line.note !== undefined) return;
    if (line.http !== undefined) return this.#ask(line);
    const name = line.conn ?? "";
    if (line.ev === "open") {
      const admitted = this.#comparison.admittedAt(name);
      if (admitted !== null) await this.#admit(admitted);
      this.#players.set(name, { talker: await this.#chat.dial() });
      return;
    }
    const player = this.#players.get(name);
    if (player === undefined) throw new Error(`${name} was not opened`);
    if (line.ev === "close") await this.#close(player, line);
    else if (line.dir === "c2s") this.#send(player, line);
    else this.#hear(player, line.msg as Heard);
  }

  async #close({ talker }: Player, { code = 0, reason = "" }: Line): Promise<void> {
    // Without a code it was the client that closed.
    if (code === 1_005) talker.client.close();
    this.#comparison.closed({ code, reason }, await talker.closed);
  }

  #send(player: Player, { msg, raw }: Line): void {
    if (raw !== undefined) {
      player.talker.raw(textOf(raw));
      return;
    }
    const message = this.#comparison.inOurIds(msg as Heard);
    if (message.type === "IDENTIFY") player.pubkey = message.pubkey;
    const isProof = message.type === "VERIFY_IDENTITY" && this.#wasValid(player, msg as Heard);
    player.talker.send(isProof ? this.#signedAgain(player, message) : message);
  }

  #hear(player: Player, recorded: Heard): void {
    const [ours] = player.talker.inbox;
    if (!this.#comparison.heard(recorded, ours)) return;
    player.talker.inbox.shift();
    if (recorded.type !== "CHALLENGE" || ours === undefined) return;
    player.recorded = recorded;
    player.ours = ours;
  }

  #wasValid({ pubkey, recorded }: Player, { signature, timestamp }: Heard): boolean {
    const text = challengeText(recorded, timestamp);
    const key = createPublicKey(String(pubkey));
    return verify(null, Buffer.from(text), key, Buffer.from(String(signature), "base64"));
  }

  #signedAgain({ pubkey, ours }: Player, message: Heard): Heard {
    const text = challengeText(ours, message.timestamp);
    const identity = Object.values(IDENTITIES).find(({ publicKey }) => publicKey === pubkey);
    if (identity === undefined) throw new Error("a key that is not among the identities");
    return { ...message, signature: signed(keyOf(identity), text) };
  }

  async #admit(name: string): Promise<void> {
    const identity = IDENTITIES[name];
    if (identity === undefined) throw new Error(`no identity ${name}`);
    const { publicKey: keyText } = identity;
    const admission = { keyText, admittedAtMs: this.#chat.time.nowMs(), note: null };
    await this.#chat.talk.admitted.set(idOf(keyOf(identity)), admission);
  }

  async #ask({ http = "", res }: Line): Promise<void> {
    const [method = "", path = ""] = http.split(" ");
    const answer = await fetch(`http://127.0.0.1:${this.#chat.own.port}${path}`, { method });
    this.#comparison.answered(http, res, {
      status: answer.status,
      type: answer.headers.get("content-type"),
      body: await answer.text(),
    });
  }
}

function keyOf({ publicKey, privateKey }: Identity): Key {
  return { publicPem: publicKey, privatePem: privateKey };
}

function challengeText(challenge: Heard | undefined, timestamp: unknown): string {
  return `AGENTCHAT_AUTH|${challenge?.nonce}|${challenge?.challenge_id}|${timestamp}`;
}

/** Long texts were recorded as `<4139 chars: 4096-char content>`. */
function textOf(raw: string): string {
  const [, length, content] = /^<(\d+) chars: (?:(\d+)-char content|.*)>$/.exec(raw) ?? [];
  if (length === undefined) return raw;
  const message = (text: string): string =>
    JSON.stringify({ type: "MSG", to: "#general", content: text });
  const room = Number(length) - message("").length;
  return message("x".repeat(content === undefined ? room : Number(content))).padEnd(Number(length));
}
