/**
 * Lines to be sent, which other programs append: `{"to": "#general", "content": "hello"}`.
 *
 * The file itself is never changed, so that no line gets lost that is written meanwhile. A file beside
 * it says up to which byte it was sent, with a hash of what is before: an outbox that no longer begins
 * like that is another one, and read from its beginning. The same file says that a line is being sent,
 * before it is, so that the next process knows of a line that may have been sent.
 */

import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { writeWhole } from "@bazaar/guard/write-whole";
import { type Fields, fields, parseJson } from "@bazaar/kernel";
import { readPrivateText } from "./private-text.ts";

export interface OutboxLine {
  readonly to: string;
  readonly content: string;
  readonly inReplyTo: string | null;
}

/** A line that may have been sent: what tells it apart in the channel. */
export interface Attempt {
  readonly atMs: number;
  /** The server's time of the line before it in the channel; 0 if there was none, null if unknown. */
  readonly afterMs: number | null;
}

export interface NextLine {
  /** Or what is wrong with it. */
  readonly line: OutboxLine | string;
  readonly attempt: Attempt | null;
}

interface Mark {
  readonly offset: number;
  readonly hash: string;
  readonly attempt: Attempt | null;
}

const MAX_LINE_BYTES = 64 * 1024;
/** How much before the mark is compared. */
const COMPARED_BYTES = 4 * 1024;
const START: Mark = { offset: 0, hash: hashOf(Buffer.alloc(0)), attempt: null };
const MAX_NUMBER = { max: Number.MAX_SAFE_INTEGER };

export class OutboxFile {
  readonly #path: string;
  readonly #markPath: string;
  #mark: Mark;
  /** Where the line ends that `next` gave. */
  #end = 0;

  constructor(path: string, markPath: string) {
    this.#path = path;
    this.#markPath = markPath;
    this.#mark = readMark(readPrivateText(markPath)) ?? START;
  }

  /** The first line that is not done; null while there is none that is whole. */
  next(): NextLine | null {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    const file = openIfThere(this.#path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (file === null) return null;
    try {
      const { size } = fstatSync(file);
      if (this.#mark.hash !== hashOf(before(file, this.#mark.offset))) this.#mark = START;
      const { offset, attempt } = this.#mark;
      if (size === offset) return null;
      const bytes = readAt(file, offset, MAX_LINE_BYTES);
      const length = bytes.indexOf("\n");
      if (length === -1 && bytes.length < MAX_LINE_BYTES) return null;
      this.#end = offset + (length === -1 ? bytes.length : length + 1);
      const line = length === -1 ? "it is too long" : readLine(bytes.subarray(0, length));
      return { line, attempt };
    } finally {
      closeSync(file);
    }
  }

  /** The line of the last `next` is about to be sent; null if it turned out that it was not. */
  setAttempt(attempt: Attempt | null): void {
    this.#write({ ...this.#mark, attempt });
  }

  /** That line is not sent again. */
  setDone(): void {
    const file = openIfThere(this.#path, constants.O_RDONLY | constants.O_NOFOLLOW);
    if (file === null) {
      this.#write(START);
      return;
    }
    try {
      const hash = hashOf(before(file, this.#end));
      this.#write({ offset: this.#end, hash, attempt: null });
    } finally {
      closeSync(file);
    }
  }

  #write(mark: Mark): void {
    writeWhole(this.#markPath, `${JSON.stringify(mark)}\n`);
    this.#mark = mark;
  }
}

function readMark(text: string | null): Mark | null {
  const json = text === null ? null : parseJson(text);
  if (json === null || !json.ok) return null;
  const read = fields(json.value);
  const mark: Mark = {
    offset: read.integer("offset", MAX_NUMBER),
    hash: read.hex("hash", 64),
    attempt: read.optional("attempt", (name) => readAttempt(read.object(name))),
  };
  return read.problem === null ? mark : null;
}

function readAttempt(read: Fields): Attempt {
  return {
    atMs: read.integer("atMs", MAX_NUMBER),
    afterMs: read.optional("afterMs", (name) => read.integer(name, MAX_NUMBER)),
  };
}

function readLine(bytes: Buffer): OutboxLine | string {
  const json = parseJson(bytes.toString());
  if (!json.ok) return "it is not JSON";
  const read = fields(json.value);
  const line = {
    to: read.string("to", { min: 2, max: 100 }),
    content: read.string("content", { max: MAX_LINE_BYTES }),
    inReplyTo: read.optional("in_reply_to", (name) => read.string(name, { max: 100 })),
  };
  if (read.problem !== null) return `${read.problem.field}: ${read.problem.problem}`;
  return /^[#@]/.test(line.to) ? line : "to: expected #channel or @agent";
}

function before(file: number, offset: number): Buffer {
  const start = Math.max(0, offset - COMPARED_BYTES);
  return readAt(file, start, offset - start);
}

function readAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, start));
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function openIfThere(path: string, flags: number): number | null {
  try {
    return openSync(path, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
