/**
 * The last lines of one channel: numbered, in a ring of notes, so that a line is one write. Lines
 * that come while others are stored wait and share the next commit.
 *
 * The write compares with what was in the slot: of two processes that give the same number to a
 * line one succeeds, and the other reads the ring. A line is stored before anybody sees it, and
 * every process hands out the lines in the order of their numbers, each once.
 */
import { fields, parseJson } from "@bazaar/kernel";
import type { Notes } from "../ports/notes.ts";
import { MAX_PAGE, StoreUnavailable } from "../ports/store.ts";
import type { Frame } from "../ports/talk.ts";
import { MAX_WAITING, StoreLane } from "./store-lane.ts";

const LINES = "chat-line";
/** So many lines are kept even if fewer are replayed: processes catch up with them. */
const MIN_SLOTS = 64;
/** Lines that are stored together: few beside the slots, so that slower processes miss none. */
const MAX_AT_ONCE = 16;
/** Characters of each line in memory, on average: those of longer ones push out older lines. */
const MEAN_LINE = 4_400;
/** So often another process may take the number of a line first. */
const MAX_TRIES = 100;
const MAX_LINE = 65_536;

export interface Line {
  readonly no: number;
  readonly frame: Frame;
}

interface QueuedLine {
  readonly frame: Frame;
  readonly afterNo: number | null;
  readonly resolve: (line: Line | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Notes by key. */
type Ring = ReadonlyMap<string, string>;

interface HistoryNeeds {
  readonly notes: Notes;
  /** How many lines `replay` gives. */
  readonly replay: number;
  readonly nowMs: () => number;
  readonly onProblem: (problem: string) => void;
  /** Takes each line as it becomes part of the channel; whether the other processes must be told. */
  readonly onLine: (channel: string, line: Line, isNews: boolean) => void;
}

export class History {
  readonly #needs: HistoryNeeds;
  readonly #channel: string;
  readonly #slots: number;
  readonly #lane = new StoreLane();
  /** Not stored yet. */
  readonly #queued: QueuedLine[] = [];
  /** Without gaps; the last ones of the channel. */
  #lines: readonly Line[] = [];
  #lastNo: number;
  #lastMs: number;
  #isBehind = false;
  #isReading = false;
  /** A write has failed, and nobody knows whether its lines were stored. */
  #isUnsure = false;

  /** Lines with numbers up to `baseNo` belong to an earlier channel of this name. */
  constructor(needs: HistoryNeeds, channel: string, baseNo: number) {
    this.#needs = needs;
    this.#channel = channel;
    this.#slots = Math.max(needs.replay, MIN_SLOTS);
    this.#lastNo = baseNo;
    this.#lastMs = needs.nowMs();
  }

  get last(): { readonly no: number; readonly atMs: number } {
    return { no: this.#lastNo, atMs: this.#lastMs };
  }

  /** Oldest first. */
  replay(): readonly string[] {
    const { replay } = this.#needs;
    return replay === 0 ? [] : this.#lines.slice(-replay).map(({ frame }) => frame.text);
  }

  /**
   * Stores a line and hands it out; if `afterNo` is given, only as the one after that.
   * @throws StoreUnavailable
   */
  async say(frame: Frame, afterNo: number | null = null): Promise<Line | null> {
    if (this.#queued.length === MAX_WAITING) {
      throw new StoreUnavailable("too many lines wait for the store");
    }
    const { promise, resolve, reject } = Promise.withResolvers<Line | null>();
    this.#queued.push({ frame, afterNo, resolve, reject });
    if (this.#queued.length === 1) this.#storeNext();
    return promise;
  }

  /** Another process has said this. */
  hear(no: number, text: string): void {
    if (no <= this.#lastNo) return;
    if (no === this.#lastNo + 1) this.#add([{ no, frame: { text } }], false);
    else this.#isBehind = true;
  }

  /** Whether lines may be missing. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  fallBehind(): void {
    this.#isBehind = true;
  }

  /** Reads what is missing. @throws StoreUnavailable */
  async catchUp(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isBehind) await this.#lane.run(() => this.#read());
    } finally {
      this.#isReading = false;
    }
  }

  /** Removes what is stored of the channel. @throws StoreUnavailable */
  clear(): Promise<void> {
    return this.#lane.run(async () => {
      const { notes } = this.#needs;
      for (const [key, value] of await this.#ring()) {
        await notes.write({ space: LINES, key, from: value, to: null });
      }
    });
  }

  /** As soon as what is under way has ended, the lines that wait by then are stored together. */
  #storeNext(): void {
    void this.#lane.run(() => {
      const queued = this.#queued.splice(0, MAX_AT_ONCE);
      if (this.#queued.length > 0) this.#storeNext();
      return this.#storeAll(queued);
    });
  }

  async #storeAll(all: readonly QueuedLine[]): Promise<void> {
    let queued = all;
    let ring: Ring | null = null;
    try {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const numbered = this.#number(queued);
        const lines = numbered.map(({ line }) => line);
        if (lines.length === 0) return;
        if (await this.#write(lines, ring)) {
          this.#add(lines, true);
          for (const { line, resolve } of numbered) resolve(line);
          return;
        }
        queued = numbered;
        ring = await this.#read();
      }
      throw new StoreUnavailable(`${this.#channel} is too busy`);
    } catch (error) {
      for (const { reject } of queued) reject(error);
    }
  }

  /** Those that are said after the last line. */
  #number(queued: readonly QueuedLine[]): readonly (QueuedLine & { readonly line: Line })[] {
    let lastNo = this.#lastNo;
    return queued.flatMap((each) => {
      if (each.afterNo === null || each.afterNo === lastNo) {
        lastNo += 1;
        return [{ ...each, line: { no: lastNo, frame: each.frame } }];
      }
      each.resolve(null);
      return [];
    });
  }

  /** False if another process has taken one of the numbers. `ring` is what was just read. */
  async #write(lines: readonly Line[], ring: Ring | null): Promise<boolean> {
    const writes = lines.map((line) => {
      const key = this.#key(line.no);
      const from = ring === null ? this.#inSlotOf(line.no) : (ring.get(key) ?? null);
      return { space: LINES, key, from, to: lineText(line) };
    });
    try {
      return await this.#needs.notes.write(...writes);
    } catch (error) {
      this.#isUnsure = true;
      this.#isBehind = true;
      throw error;
    }
  }

  /** Hands out the lines of the ring that are new, and gives its notes. */
  async #read(): Promise<Ring> {
    // Before the read: what is heard meanwhile may have been stored after it.
    this.#isBehind = false;
    try {
      const ring = await this.#ring();
      const lines = [...ring].flatMap(([key, value]) => {
        const line = parseLine(value);
        if (line === null) this.#needs.onProblem(`the line ${key} is damaged`);
        return line === null ? [] : [line];
      });
      const isNew = ({ no }: Line): boolean => no > this.#lastNo;
      this.#add(
        lines.filter(isNew).sort((a, b) => a.no - b.no),
        this.#isUnsure,
      );
      this.#isUnsure = false;
      return ring;
    } catch (error) {
      this.#isBehind = true;
      throw error;
    }
  }

  async #ring(): Promise<Ring> {
    const prefix = `${this.#channel}/`;
    const page = { space: LINES, prefix, after: null, limit: MAX_PAGE };
    const found = await this.#needs.notes.list(page);
    return new Map(found.map(({ key, value }) => [key, value]));
  }

  #add(lines: readonly Line[], isNews: boolean): void {
    for (const line of lines) {
      const follows = line.no === this.#lastNo + 1;
      // Not the frame itself: its door may have added to it what is needed for delivering only.
      const kept = { no: line.no, frame: { text: line.frame.text } };
      this.#lines = newest([...(follows ? this.#lines : []), kept], this.#slots);
      this.#lastNo = line.no;
      this.#lastMs = this.#needs.nowMs();
      this.#needs.onLine(this.#channel, line, isNews);
    }
  }

  /** What the slot of a new line holds, as far as this process knows. */
  #inSlotOf(no: number): string | null {
    const before = this.#lines.find((line) => line.no === no - this.#slots);
    return before === undefined ? null : lineText(before);
  }

  #key(no: number): string {
    return `${this.#channel}/${String(no % this.#slots).padStart(3, "0")}`;
  }
}

/** The last lines that may be kept in memory, one at least. */
function newest(lines: readonly Line[], slots: number): readonly Line[] {
  let first = lines.length - 1;
  let text = lines.at(-1)?.frame.text.length ?? 0;
  for (const least = Math.max(0, lines.length - slots); first > least; first -= 1) {
    text += lines[first - 1]?.frame.text.length ?? 0;
    if (text > slots * MEAN_LINE) break;
  }
  return lines.slice(first);
}

function lineText({ no, frame }: Line): string {
  return JSON.stringify({ no, frame: frame.text });
}

function parseLine(value: string): Line | null {
  const json = parseJson(value);
  if (!json.ok) return null;
  const read = fields(json.value);
  const no = read.integer("no", { min: 1, max: Number.MAX_SAFE_INTEGER - 1 });
  const text = read.string("frame", { max: MAX_LINE });
  return read.problem === null ? { no, frame: { text } } : null;
}
