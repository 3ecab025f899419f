/**
 * Values by id, in memory and in one space of notes; beyond a maximum, of number or of text, the oldest
 * are forgotten.
 *
 * A change is written if the note still is what this process knows, else it is read again and the
 * change decided again. Other processes are told which note to read.
 */
import { type Fields, fields, parseJson } from "@bazaar/kernel";
import type { Notes } from "../ports/notes.ts";
import { MAX_PAGE, StoreUnavailable } from "../ports/store.ts";
import type { Table } from "../ports/talk.ts";
import { StoreLane } from "./store-lane.ts";

const MAX_TRIES = 100;

export interface TableKind<Value> {
  readonly space: string;
  readonly maximum: number;
  /** Characters of all values together, as they are stored. */
  readonly maxText: number;
  readonly read: (read: Fields) => Value;
  /** The oldest are forgotten first. */
  readonly atMs: (value: Value) => number;
}

export interface TableNeeds {
  readonly notes: Notes;
  /** A note was changed here. */
  readonly announce: (space: string, key: string) => void;
  readonly onProblem: (problem: string) => void;
}

/** What is held in memory of one space of notes. */
export interface Mirror {
  readonly space: string;
  /** Reads one note again. @throws StoreUnavailable */
  refresh(key: string): Promise<void>;
  /** Anything may have changed elsewhere. */
  expire(): void;
  /** Reads what may have changed. @throws StoreUnavailable */
  catchUp(): Promise<void>;
}

export class NoteTable<Value> implements Table<Value>, Mirror {
  readonly #kind: TableKind<Value>;
  readonly #needs: TableNeeds;
  readonly #lane = new StoreLane();
  /** From the oldest to the newest. */
  #values = new Map<string, Value>();
  /** Characters of each as it is stored. */
  #lengths = new Map<string, number>();
  #text = 0;
  #isStale = true;

  constructor(kind: TableKind<Value>, needs: TableNeeds) {
    this.#kind = kind;
    this.#needs = needs;
  }

  get space(): string {
    return this.#kind.space;
  }

  get(id: string): Value | undefined {
    return this.#values.get(id);
  }

  entries(): Iterable<readonly [id: string, value: Value]> {
    return this.#values.entries();
  }

  async set(id: string, value: Value): Promise<void> {
    await this.change(id, () => value);
  }

  async delete(id: string): Promise<void> {
    await this.change(id, () => null);
  }

  /** False, and nothing changes, if `decide` gives the same value. @throws StoreUnavailable */
  change(id: string, decide: (value: Value | null) => Value | null): Promise<boolean> {
    return this.#lane.run(async () => {
      const isChanged = await this.#change(id, decide);
      const { maximum, maxText } = this.#kind;
      for (const oldest of this.#values.keys()) {
        if (this.#values.size <= maximum && this.#text <= maxText) break;
        await this.#change(oldest, () => null);
      }
      return isChanged;
    });
  }

  expire(): void {
    this.#isStale = true;
  }

  async catchUp(): Promise<void> {
    if (this.#isStale) await this.#lane.run(() => this.#load());
  }

  async refresh(id: string): Promise<void> {
    try {
      await this.#lane.run(() => this.#readAgain(id));
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
  }

  async #load(): Promise<void> {
    this.#isStale = false;
    try {
      const found: { readonly key: string; readonly value: Value; readonly length: number }[] = [];
      for await (const { key, value: text } of allNotes(this.#needs.notes, this.space)) {
        const value = this.#parse(key, text);
        if (value !== null) found.push({ key, value, length: text.length });
      }
      const { atMs } = this.#kind;
      found.sort((a, b) => atMs(a.value) - atMs(b.value));
      this.#values = new Map(found.map(({ key, value }) => [key, value]));
      this.#lengths = new Map(found.map(({ key, length }) => [key, length]));
      this.#text = found.reduce((sum, { length }) => sum + length, 0);
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
  }

  async #change(id: string, decide: (value: Value | null) => Value | null): Promise<boolean> {
    let isRead = false;
    let from = this.#textOf(id);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const value = this.#values.get(id) ?? null;
      const to = decide(value);
      // Decided on what may be outdated, unless it was just read.
      if (to === value && isRead) return false;
      if (to !== value && (await this.#write(id, from, to))) return true;
      from = await this.#readAgain(id);
      isRead = true;
    }
    throw new StoreUnavailable(`${this.space}/${id} is too busy`);
  }

  async #write(id: string, from: string | null, to: Value | null): Promise<boolean> {
    const { notes, announce } = this.#needs;
    const text = to === null ? null : JSON.stringify(to);
    if (!(await notes.write({ space: this.space, key: id, from, to: text }))) return false;
    this.#keep(id, to, text);
    announce(this.space, id);
    return true;
  }

  /** Gives the text of the note as it is stored. */
  async #readAgain(id: string): Promise<string | null> {
    const text = await this.#needs.notes.get(this.space, id);
    this.#keep(id, text === null ? null : this.#parse(id, text), text);
    return text;
  }

  #keep(id: string, value: Value | null, text: string | null): void {
    this.#text -= this.#lengths.get(id) ?? 0;
    this.#values.delete(id);
    this.#lengths.delete(id);
    if (value === null || text === null) return;
    this.#values.set(id, value);
    this.#lengths.set(id, text.length);
    this.#text += text.length;
  }

  #textOf(id: string): string | null {
    const value = this.#values.get(id);
    return value === undefined ? null : JSON.stringify(value);
  }

  #parse(id: string, text: string): Value | null {
    const json = parseJson(text);
    const read = fields(json.ok ? json.value : null);
    const value = this.#kind.read(read);
    if (read.problem === null) return value;
    this.#needs.onProblem(`the note ${this.space}/${id} is damaged: ${read.problem.problem}`);
    return null;
  }
}

async function* allNotes(notes: Notes, space: string) {
  for (let after: string | null = null; ; ) {
    const page = await notes.list({ space, prefix: "", after, limit: MAX_PAGE });
    yield* page;
    after = page.at(-1)?.key ?? null;
    if (page.length < MAX_PAGE) return;
  }
}
