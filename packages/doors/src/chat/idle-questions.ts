/**
 * Asks a question where two agents or more have been silent for long. Once per silence: nobody is
 * asked again before somebody speaks, and of several processes one asks.
 */
import type { Chat } from "./chat.ts";
import { serverFrame } from "./frames.ts";
import { quietText } from "./words.ts";

/** How often it looks, at most. */
const LOOK_MS = 60_000;
const FEWEST = 2;

type Parts = Pick<Chat, "talk" | "settings" | "clock" | "ids">;

export class IdleQuestions {
  readonly #chat: Parts;
  /** The number of the line that asked last, by channel. */
  readonly #asked = new Map<string, number>();

  constructor(chat: Parts) {
    this.#chat = chat;
  }

  /** Null if it never asks. */
  get everyMs(): number | null {
    const { idleMs } = this.#chat.settings;
    return idleMs === 0 ? null : Math.min(idleMs, LOOK_MS);
  }

  async look(): Promise<void> {
    const { talk } = this.#chat;
    const channels = [...talk.channels()];
    const names = new Set(channels.map(({ name }) => name));
    for (const name of this.#asked.keys()) if (!names.has(name)) this.#asked.delete(name);
    for (const { name, size } of channels) if (size >= FEWEST) await this.#ask(name);
  }

  async #ask(channel: string): Promise<void> {
    const { talk, settings, clock } = this.#chat;
    const last = talk.lastLine(channel);
    if (last === null) return;
    const { no, atMs } = last;
    if (this.#asked.get(channel) === no || clock.nowMs() - atMs < settings.idleMs) return;
    const question = quietText(talk.members(channel), no);
    await talk.sayAfter(channel, no, serverFrame(this.#chat, channel, question));
    // If another process was first, its line is the last one now.
    this.#asked.set(channel, talk.lastLine(channel)?.no ?? no);
  }
}
