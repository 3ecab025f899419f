/**
 * What has arrived, a line of JSON for each message, for programs that read files.
 *
 * A line is appended with one write, and when there are too many, the file is replaced as a whole: a
 * process that is killed at any moment leaves whole lines. One that was cut off nevertheless, by a
 * full disk, is removed at the next start.
 */
import { closeSync, constants, openSync, writeSync } from "node:fs";
import type { ChatMessage, SeenLine } from "@bazaar/doors/chat/connect";
import { writeWhole } from "@bazaar/guard/write-whole";
import { fields, parseJson } from "@bazaar/kernel";
import { readPrivateText } from "./private-text.ts";

export const MAX_INBOX_LINES = 1_000;
/** So that not every further line replaces the file. */
const KEPT_LINES = 900;
const MAX_TEXT = 100_000;
const PRIVATE = 0o600;

export class InboxFile {
  readonly #path: string;
  #lines: string[];

  constructor(path: string) {
    this.#path = path;
    const text = readPrivateText(path) ?? "";
    const whole = text.split("\n").slice(0, -1);
    this.#lines = whole.filter((line) => parseJson(line).ok);
    const isAsItShould = text !== "" && whole.length === this.#lines.length && text.endsWith("\n");
    if (!isAsItShould) this.#replace(this.#lines.slice(-KEPT_LINES));
  }

  /** The messages of channels in it. */
  seen(): readonly SeenLine[] {
    return this.#lines.flatMap((line) => readLine(line) ?? []);
  }

  addMessage({ from, fromName, to, content, atMs, id, inReplyTo, isReplay }: ChatMessage): void {
    this.#add({
      type: "message",
      from,
      from_name: fromName,
      to,
      content,
      ts: atMs,
      msg_id: id,
      in_reply_to: inReplyTo,
      replay: isReplay,
    });
  }

  /** Lines of the channel may be missing here. */
  addGap(channel: string): void {
    this.#add({ type: "gap", channel });
  }

  #add(entry: object): void {
    const line = JSON.stringify(entry);
    if (this.#lines.length >= MAX_INBOX_LINES) {
      this.#replace([...this.#lines.slice(-KEPT_LINES), line]);
      return;
    }
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
    const file = openSync(this.#path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, PRIVATE);
    try {
      writeSync(file, `${line}\n`);
    } finally {
      closeSync(file);
    }
    this.#lines.push(line);
  }

  #replace(lines: string[]): void {
    writeWhole(this.#path, lines.map((line) => `${line}\n`).join(""));
    this.#lines = lines;
  }
}

function readLine(line: string): SeenLine | null {
  const json = parseJson(line);
  if (!json.ok) return null;
  const read = fields(json.value);
  const found = {
    from: read.string("from", { max: MAX_TEXT }),
    to: read.string("to", { max: MAX_TEXT }),
    content: read.string("content", { max: Number.MAX_SAFE_INTEGER }),
    atMs: read.integer("ts", { max: Number.MAX_SAFE_INTEGER }),
    id: read.optional("msg_id", (name) => read.string(name, { max: MAX_TEXT })),
  };
  return read.problem === null && found.to.startsWith("#") ? found : null;
}
