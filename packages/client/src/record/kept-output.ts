/**
 * Keeps the beginning and the end of an output, within limits: errors are at the end, causes often
 * at the beginning. A line in between says how much was left out. Behind the beginning, of a line that
 * is written over again and again only the last state is kept: a progress bar would push out the rest.
 */
const MAX_HEAD_BYTES = 64 * 1024;
const MAX_TAIL_BYTES = 512 * 1024;
/** A longer line is no progress bar. */
const MAX_LINE_BYTES = 8 * 1024;
const NOTHING = Buffer.alloc(0);

export class KeptOutput {
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  /** Up to two tails are kept and dropped in blocks, so that many small chunks stay cheap. */
  #older = Buffer.alloc(0);
  #newer: Buffer[] = [];
  #newerBytes = 0;
  #restBytes = 0;
  /** The last line while it has no end: it may be written over. */
  #line: Buffer = NOTHING;

  add(bytes: Buffer): void {
    const first = bytes.subarray(0, MAX_HEAD_BYTES - this.#headBytes);
    if (first.length > 0) this.#head.push(first);
    this.#headBytes += first.length;
    const rest = bytes.subarray(first.length);
    if (rest.length === 0) return;
    const lines = Buffer.concat([this.#line, rest]);
    const end = lines.lastIndexOf(NEWLINE) + 1;
    const line = lastState(lines.subarray(end));
    const isLong = line.length > MAX_LINE_BYTES;
    this.#line = isLong ? NOTHING : line;
    this.#add(withoutOverwritten(lines.subarray(0, end)));
    if (isLong) this.#add(line);
  }

  #add(rest: Buffer): void {
    if (rest.length === 0) return;
    this.#newer.push(rest);
    this.#newerBytes += rest.length;
    this.#restBytes += rest.length;
    if (this.#newerBytes < MAX_TAIL_BYTES) return;
    this.#older = Buffer.concat(this.#newer).subarray(-MAX_TAIL_BYTES);
    this.#newer = [];
    this.#newerBytes = 0;
  }

  get isCut(): boolean {
    return this.#restBytes + this.#line.length > MAX_TAIL_BYTES;
  }

  text(): string {
    const head = Buffer.concat(this.#head);
    const rest = Buffer.concat([this.#older, ...this.#newer, this.#line]);
    const tail = rest.subarray(-MAX_TAIL_BYTES);
    if (!this.isCut) return Buffer.concat([head, tail]).toString("utf8");
    const restBytes = this.#restBytes + this.#line.length;
    const note = `\n[${restBytes - tail.length} bytes left out]\n`;
    return `${head.toString("utf8")}${note}${tail.toString("utf8")}`;
  }
}

const RETURN = 0x0d;
const NEWLINE = 0x0a;

/** Whole lines, without what stands before a carriage return that more text follows. */
function withoutOverwritten(bytes: Buffer): Buffer {
  if (!bytes.includes(RETURN)) return bytes;
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    lines.push(lastState(bytes.subarray(start, end)));
    start = end;
  }
  return Buffer.concat(lines);
}

function lastState(line: Buffer): Buffer {
  let end = line.length;
  // The line's own end, which is a carriage return too on a terminal.
  while (end > 0 && (line[end - 1] === NEWLINE || line[end - 1] === RETURN)) end -= 1;
  const overwritten = end === 0 ? -1 : line.lastIndexOf(RETURN, end - 1);
  return line.subarray(overwritten + 1);
}
