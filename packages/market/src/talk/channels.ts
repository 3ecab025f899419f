/**
 * The channels of the market: those that are always there, and those that agents have made.
 *
 * Beyond `MAX_CREATED` the one that is empty and was idle the longest makes way for a new one. Lines
 * of a channel are numbered from the time of its making, so that a channel never shows the lines of
 * an earlier one with its name.
 */
import { invariant } from "@bazaar/kernel";
import type { Notes } from "../ports/notes.ts";
import { History, type Line } from "./history.ts";
import { type Mirror, NoteTable, type TableKind, type TableNeeds } from "./note-table.ts";
import { MAX_TEXT, timeMs } from "./tables.ts";

const MAX_CREATED = 500;
const MAX_INVITED = 500;
const NAME = /^#[!-.0-~]{1,100}$/;
const MAX_NAME = 256;

interface Made {
  readonly isInviteOnly: boolean;
  readonly invited: readonly string[];
  readonly createdAtMs: number;
}

const CREATED: TableKind<Made> = {
  space: "chat-channel",
  // Two processes may make the last ones at the same time.
  maximum: 2 * MAX_CREATED,
  maxText: MAX_TEXT,
  atMs: ({ createdAtMs }) => createdAtMs,
  read: (read) => ({
    isInviteOnly: read.boolean("isInviteOnly"),
    invited: read.array("invited", { max: MAX_INVITED }, (items, at) =>
      items.string(at, { min: 1, max: MAX_NAME }),
    ),
    createdAtMs: timeMs(read, "createdAtMs"),
  }),
};

interface ChannelsNeeds extends TableNeeds {
  readonly notes: Notes;
  readonly always: readonly string[];
  readonly replay: number;
  readonly nowMs: () => number;
  readonly isEmpty: (channel: string) => boolean;
  readonly onLine: (channel: string, line: Line, isNews: boolean) => void;
  /** Another process has removed it. */
  readonly onRemoved: (channel: string) => void;
}

export class Channels implements Mirror {
  readonly #needs: ChannelsNeeds;
  readonly #made: NoteTable<Made>;
  readonly #histories = new Map<string, History>();

  constructor(needs: ChannelsNeeds) {
    this.#needs = needs;
    this.#made = new NoteTable(CREATED, needs);
    for (const channel of needs.always) this.#open(channel, 0).fallBehind();
  }

  get space(): string {
    return this.#made.space;
  }

  names(): Iterable<string> {
    return this.#histories.keys();
  }

  history(channel: string): History | null {
    return this.#histories.get(channel) ?? null;
  }

  isInviteOnly(channel: string): boolean {
    return this.#made.get(channel)?.isInviteOnly === true;
  }

  isInvited(channel: string, id: string): boolean {
    return this.#made.get(channel)?.invited.includes(id) === true;
  }

  /** @throws StoreUnavailable */
  async create(channel: string, first: string | null): Promise<"created" | "exists" | "too_many"> {
    invariant(NAME.test(channel), `${JSON.stringify(channel)} is not a name of a channel`);
    if (this.#histories.has(channel)) return "exists";
    if (!(await this.#makeRoom())) return "too_many";
    const createdAtMs = this.#needs.nowMs();
    const isInviteOnly = first !== null;
    const invited = first === null ? [] : [first];
    const created = { isInviteOnly, invited, createdAtMs };
    const isNew = await this.#made.change(channel, (made) => made ?? created);
    this.#updateHistories();
    return isNew ? "created" : "exists";
  }

  /** @throws StoreUnavailable */
  async invite(channel: string, id: string): Promise<void> {
    await this.#made.change(channel, (made) => {
      if (made === null || !made.isInviteOnly || made.invited.includes(id)) return made;
      return { ...made, invited: [...made.invited, id].slice(-MAX_INVITED) };
    });
  }

  async refresh(channel: string): Promise<void> {
    await this.#made.refresh(channel);
    this.#updateHistories();
    await this.history(channel)?.catchUp();
  }

  expire(): void {
    this.#made.expire();
    for (const history of this.#histories.values()) history.fallBehind();
  }

  async catchUp(): Promise<void> {
    await this.#made.catchUp();
    this.#updateHistories();
    for (const history of this.#histories.values()) await history.catchUp();
  }

  /** Opens the histories of new channels, and drops those of channels that are no more. */
  #updateHistories(): void {
    for (const [channel, { createdAtMs }] of this.#made.entries()) {
      if (!this.#histories.has(channel)) this.#open(channel, createdAtMs).fallBehind();
    }
    for (const channel of this.#histories.keys()) {
      if (this.#made.get(channel) !== undefined || this.#needs.always.includes(channel)) continue;
      this.#histories.delete(channel);
      this.#needs.onRemoved(channel);
    }
  }

  #open(channel: string, baseNo: number): History {
    const history = new History(this.#needs, channel, baseNo);
    this.#histories.set(channel, history);
    return history;
  }

  async #makeRoom(): Promise<boolean> {
    const created = [...this.#made.entries()].map(([channel]) => channel);
    if (created.length < MAX_CREATED) return true;
    const idle = created
      .filter((channel) => this.#needs.isEmpty(channel))
      .sort((a, b) => this.#lastMs(a) - this.#lastMs(b))[0];
    if (idle === undefined) return false;
    const history = this.history(idle);
    await this.#made.delete(idle);
    this.#updateHistories();
    await history?.clear();
    return true;
  }

  #lastMs(channel: string): number {
    return this.history(channel)?.last.atMs ?? 0;
  }
}
