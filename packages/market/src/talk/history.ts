/**
 * The last lines of one channel: numbered, in a ring of notes, so that a line is one write.
 *
 * The write compares with what was in the slot: of two processes that give the same number to a
 * line one succeeds, and the other reads the ring. A line is stored before anybody sees it, and
 * every process hands out the lines in the order of their numbers, each once.
 */
import { fields, parseJson } from "@bazaar/kernel";
import type { Notes, NoteWrite } from "../ports/notes.ts";
import { MAX_PAGE, StoreUnavailable } from "../ports/store.ts";
import type { Frame } from "../ports/talk.ts";
import { StoreLane } from "./store-lane.ts";

const LINES = "chat-line";
/** So many lines are kept even if fewer are replayed: processes catch up with them. */
const MIN_SLOTS = 32;
/** So often another process may take the number of a line first. */
const MAX_TRIES = 100;
const MAX_LINE = 65_536;

export interface Line {
  readonly no: number;
  readonly frame: Frame;
}

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
  /** Without gaps; the last ones of the channel. */
  #lines: readonly Line[] = [];
  #lastNo: number;
  #lastMs: number;
  #isBehind = false;
  #isReading = false;
  /** A write has failed, and nobody knows whether its line was stored. */
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

  /** Stores a line and hands it out; if `afterNo` is given, only as the one after that. */
  say(frame: Frame, afterNo: number | null = null): Promise<Line | null> {
    return this.#lane.run(async () => {
      let ring: ReadonlyMap<string, string> | null = null;
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const line = { no: this.#lastNo + 1, frame };
        if (afterNo !== null && afterNo !== this.#lastNo) return null;
        const key = this.#key(line.no);
        const from = ring === null ? this.#inSlotOf(line.no) : (ring.get(key) ?? null);
        if (await this.#write({ space: LINES, key, from, to: lineText(line) })) {
          this.#add([line], true);
          return line;
        }
        ring = await this.#read();
      }
      throw new StoreUnavailable(`${this.#channel} is too busy`);
    });
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

  async #write(write: NoteWrite): Promise<boolean> {
    try {
      return await this.#needs.notes.write(write);
    } catch (error) {
      this.#isUnsure = true;
      this.#isBehind = true;
      throw error;
    }
  }

  /** Hands out the lines of the ring that are new, and gives its notes. */
  async #read(): Promise<ReadonlyMap<string, string>> {
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

  async #ring(): Promise<ReadonlyMap<string, string>> {
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
      this.#lines = [...(follows ? this.#lines : []), kept].slice(-this.#slots);
      this.#lastNo = line.no;
      this.#lastMs = this.#needs.nowMs();
      this.#needs.onLine(this.#channel, line, isNews);
    }
  }

  /** What the slot of a new line holds, as far as this process knows. */
  #inSlotOf(no: number): string | null {
    const [oldest] = this.#lines;
    return oldest?.no === no - this.#slots ? lineText(oldest) : null;
  }

  #key(no: number): string {
    return `${this.#channel}/${String(no % this.#slots).padStart(3, "0")}`;
  }
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
