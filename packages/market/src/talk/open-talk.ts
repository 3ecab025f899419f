/**
 * Agents that talk to each other, in all processes of one market.
 *
 * Who is connected goes over the bus. Lines, channels and tables are in the store, and the bus only
 * says that they have changed.
 */
import { invariant } from "@bazaar/kernel";
import type { Bus } from "../ports/bus.ts";
import type { Clock } from "../ports/clock.ts";
import type { Notes } from "../ports/notes.ts";
import { StoreUnavailable } from "../ports/store.ts";
import type { Agent, Channel, Ending, Frame, Seat, Talk, Vanished } from "../ports/talk.ts";
import { Channels } from "./channels.ts";
import type { Line } from "./history.ts";
import { type Mirror, NoteTable } from "./note-table.ts";
import { Presence } from "./presence.ts";
import type { Roster } from "./roster.ts";
import { ADMITTED, BANNED, KEYS, SKILLS } from "./tables.ts";

export const MAX_REPLAY = 200;

export interface TalkSettings {
  /** Those that are always there. */
  readonly channels: readonly string[];
  /** How many lines of a channel an agent gets that joins it; `MAX_REPLAY` at most. */
  readonly replay: number;
}

export interface TalkNeeds {
  readonly notes: Notes;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Another one for each start of a process. */
  readonly processId: string;
  readonly settings: TalkSettings;
  /** Is told of notes and messages that cannot be read. */
  readonly onProblem: (problem: string) => void;
}

export class OpenTalk implements Talk, Disposable {
  readonly skills;
  readonly admitted;
  readonly banned;
  readonly keys;
  readonly #presence: Presence;
  readonly #roster: Roster;
  readonly #channels: Channels;
  readonly #mirrors: readonly Mirror[];
  #hasEnded = false;

  private constructor({ notes, bus, clock, processId, settings, onProblem }: TalkNeeds) {
    const { replay, channels } = settings;
    invariant(replay >= 0 && replay <= MAX_REPLAY, `a replay of ${replay} lines`);
    this.#presence = new Presence(
      { bus, clock, process: processId, onProblem },
      {
        onLine: (channel, no, text) => this.#heard(channel, no, text),
        onNote: (space, key) => this.#inBackground(() => this.#noted(space, key)),
        onLoss: () => this.#expire(),
      },
    );
    this.#roster = this.#presence.roster;
    const announce = (space: string, key: string) =>
      this.#presence.publish({ type: "note", space, key });
    const tableNeeds = { notes, announce, onProblem };
    this.skills = new NoteTable(SKILLS, tableNeeds);
    this.admitted = new NoteTable(ADMITTED, tableNeeds);
    this.banned = new NoteTable(BANNED, tableNeeds);
    this.keys = new NoteTable(KEYS, tableNeeds);
    this.#channels = new Channels({
      ...tableNeeds,
      always: channels,
      replay,
      nowMs: () => clock.nowMs(),
      isEmpty: (channel) => this.#roster.room(channel) === null,
      onLine: (channel, line, isNews) => this.#handOut(channel, line, isNews),
      onRemoved: (channel) => this.#partAll(channel),
    });
    this.#mirrors = [this.#channels, this.skills, this.admitted, this.banned, this.keys];
  }

  /** Reads what is kept. @throws StoreUnavailable */
  static async open(needs: TalkNeeds): Promise<OpenTalk> {
    const talk = new OpenTalk(needs);
    try {
      await talk.#catchUp();
    } catch (error) {
      talk[Symbol.dispose]();
      throw error;
    }
    talk.#presence.publish({ type: "ask", process: null });
    return talk;
  }

  /**
   * To be called about once a second: tells the other processes that this one is there, notices dead
   * ones, and reads what was missed. @throws StoreUnavailable
   */
  async tick(): Promise<void> {
    this.#presence.tick();
    await this.#catchUp();
    this.#endBanned();
  }

  [Symbol.dispose](): void {
    this.#hasEnded = true;
    this.#presence[Symbol.dispose]();
  }

  enter(agent: Agent, seat: Seat, address: string | null): void {
    this.#presence.enter(agent, seat, address);
  }

  leave(id: string, seat: Seat): readonly string[] | null {
    return this.#presence.leave(id, seat);
  }

  agents(): Iterable<Agent> {
    return this.#roster.agents();
  }

  agent(id: string): Agent | null {
    return this.#roster.shown(id)?.claim.agent ?? null;
  }

  show(id: string, shown: Partial<Pick<Agent, "name" | "presence" | "statusText">>): Agent {
    const claim = this.#presence.own(id);
    invariant(claim !== null, `${id} is not connected to this process`);
    const agent = { ...claim.agent, ...shown };
    this.#presence.change({ ...claim, agent });
    return agent;
  }

  *channels(): Iterable<Channel> {
    for (const name of this.#channels.names()) yield this.#channel(name);
  }

  channel(name: string): Channel | null {
    return this.#channels.history(name) === null ? null : this.#channel(name);
  }

  members(channel: string): readonly Agent[] {
    return [...(this.#roster.room(channel)?.members() ?? [])].map(({ agent }) => agent);
  }

  isMember(channel: string, id: string): boolean {
    return this.#roster.room(channel)?.has(id) === true;
  }

  channelsOf(id: string): readonly string[] {
    return this.#roster.channelsOf(id);
  }

  isInvited(channel: string, id: string): boolean {
    return this.#channels.isInvited(channel, id);
  }

  create(channel: string, first: string | null): Promise<"created" | "exists" | "too_many"> {
    return this.#channels.create(channel, first);
  }

  invite(channel: string, id: string): Promise<void> {
    return this.#channels.invite(channel, id);
  }

  join(channel: string, id: string): readonly string[] | null {
    const claim = this.#presence.own(id);
    const history = this.#channels.history(channel);
    if (claim === null || history === null) return null;
    if (!claim.channels.includes(channel)) {
      this.#presence.change({ ...claim, channels: [...claim.channels, channel] });
    }
    return history.replay();
  }

  part(channel: string, id: string): boolean {
    const claim = this.#presence.own(id);
    if (claim?.channels.includes(channel) !== true) return false;
    const channels = claim.channels.filter((name) => name !== channel);
    this.#presence.change({ ...claim, channels });
    return true;
  }

  async say(channel: string, frame: Frame): Promise<boolean> {
    const history = this.#channels.history(channel);
    return history !== null && (await history.say(frame)) !== null;
  }

  async sayAfter(channel: string, afterNo: number, frame: Frame): Promise<boolean> {
    const history = this.#channels.history(channel);
    return history !== null && (await history.say(frame, afterNo)) !== null;
  }

  lastLine(channel: string): { readonly no: number; readonly atMs: number } | null {
    return this.#channels.history(channel)?.last ?? null;
  }

  tell(channel: string, frame: Frame, except?: string): void {
    this.#presence.carry([channel], frame, except ?? null);
  }

  send(id: string, frame: Frame): boolean {
    return this.#presence.send(id, frame);
  }

  tellAround(id: string, frame: Frame): void {
    this.#presence.carry(this.channelsOf(id), frame, id);
  }

  tellHere(channel: string, frame: Frame): void {
    this.#roster.deliver([channel], frame, null);
  }

  end(id: string, ending: Ending): boolean {
    return this.#presence.end(id, ending);
  }

  onVanished(listener: (vanished: Vanished) => void): () => void {
    return this.#presence.onVanished(listener);
  }

  #channel(name: string): Channel {
    const size = this.#roster.room(name)?.size ?? 0;
    return { name, isInviteOnly: this.#channels.isInviteOnly(name), size };
  }

  /** Delivers a line that is stored. */
  #handOut(channel: string, { no, frame }: Line, isNews: boolean): void {
    this.tellHere(channel, frame);
    if (isNews) this.#presence.publish({ type: "line", channel, no, text: frame.text });
  }

  #heard(channel: string, no: number, text: string): void {
    const history = this.#channels.history(channel);
    history?.hear(no, text);
    if (history?.isBehind === true) this.#inBackground(() => history.catchUp());
  }

  async #noted(space: string, key: string): Promise<void> {
    await this.#mirrors.find((mirror) => mirror.space === space)?.refresh(key);
  }

  #expire(): void {
    for (const mirror of this.#mirrors) mirror.expire();
  }

  async #catchUp(): Promise<void> {
    for (const mirror of this.#mirrors) await mirror.catchUp();
  }

  /** The message that should have ended them may be lost. */
  #endBanned(): void {
    for (const { agent } of this.#presence.ownClaims()) {
      const reason = this.banned.get(agent.id)?.reason;
      if (reason !== undefined) this.end(agent.id, { type: "banned", reason });
    }
  }

  /** What could not be read is read at the next tick; after the end, the store may be closed. */
  #inBackground(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (!this.#hasEnded && !(error instanceof StoreUnavailable)) throw error;
    });
  }

  /** A channel is no more: nobody is in it. */
  #partAll(channel: string): void {
    for (const { id } of this.members(channel)) this.part(channel, id);
  }
}
