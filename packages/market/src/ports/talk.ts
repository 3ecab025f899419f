/**
 * Agents that talk to each other, as a door sees it: who is here, in which channels, what was said
 * there, and what is known of them after they have left.
 *
 * A door speaks a dialect and makes the frames; talk carries each frame to those that it is for, in
 * every process of the market, and never reads it. A line of a channel is stored before anybody
 * sees it. What a stranger may send, and how often, is for the door to decide; talk bounds only what
 * it keeps.
 */
import type { Party } from "@bazaar/kernel";

export const PRESENCES = ["online", "away", "busy", "offline", "listening"] as const;
export type Presence = (typeof PRESENCES)[number];

/** An agent that is connected now. */
export interface Agent {
  /** Unique among all agents of the market: an agent with a key keeps it, others get a new one. */
  readonly id: string;
  readonly name: string;
  /** The key that it has proven to hold; null for an agent without one. */
  readonly key: AgentKey | null;
  readonly presence: Presence;
  readonly statusText: string | null;
}

export interface AgentKey {
  /** As the agent wrote it. */
  readonly text: string;
  readonly party: Party;
}

/** What is sent to several agents at once: one object for all, so that a door can prepare it once. */
export interface Frame {
  readonly text: string;
}

/** The connection of one agent. */
export interface Seat {
  deliver(frame: Frame): void;
  /** The agent has been removed from these channels; nothing more is delivered. */
  end(ending: Ending, channels: readonly string[]): void;
}

export type Ending =
  /** A later connection has proven the same key. */
  | { readonly type: "displaced"; readonly address: string | null }
  | { readonly type: "kicked"; readonly reason: string }
  | { readonly type: "banned"; readonly reason: string };

export interface Channel {
  readonly name: string;
  readonly isInviteOnly: boolean;
  /** How many agents are in it. */
  readonly size: number;
}

/** An agent whose process has died; the members here must be told. */
export interface Vanished {
  readonly agent: Agent;
  /** Those in which it was, and now is not. */
  readonly channels: readonly string[];
}

export interface Skill {
  readonly capability: string;
  readonly description: string | null;
  readonly rate: number | null;
  readonly currency: string | null;
}

/** What an agent says that it can do; kept while it is away. */
export interface SkillCard {
  readonly skills: readonly Skill[];
  readonly registeredAtMs: number;
}

/** A key that may enter where not every key may. */
export interface Admitted {
  readonly keyText: string;
  readonly admittedAtMs: number;
  readonly note: string | null;
}

export interface Ban {
  readonly reason: string;
  readonly bannedAtMs: number;
}

/** A key that has been here. */
export interface KnownKey {
  readonly keyText: string;
  readonly seenAtMs: number;
}

/** Values by agent, kept in the store; beyond a maximum the oldest are forgotten. */
export interface Table<Value> {
  get(id: string): Value | undefined;
  entries(): Iterable<readonly [id: string, value: Value]>;
  /** Stored when this resolves. @throws StoreUnavailable */
  set(id: string, value: Value): Promise<void>;
  /** @throws StoreUnavailable */
  delete(id: string): Promise<void>;
}

export interface Talk {
  readonly skills: Table<SkillCard>;
  readonly admitted: Table<Admitted>;
  /** An agent that is in it and connected is ended as banned within seconds, if `end` was not used. */
  readonly banned: Table<Ban>;
  readonly keys: Table<KnownKey>;

  /** Seats an agent. Another seat of the same id, in any process, ends as displaced. */
  enter(agent: Agent, seat: Seat, address: string | null): void;
  /** Gives the channels that the agent was in; null if the seat was no longer its own. */
  leave(id: string, seat: Seat): readonly string[] | null;

  /** All agents of the market, or one of them. */
  agents(): Iterable<Agent>;
  agent(id: string): Agent | null;
  /** Changes what an agent of this process shows. */
  show(id: string, shown: Partial<Pick<Agent, "name" | "presence" | "statusText">>): Agent;

  channels(): Iterable<Channel>;
  channel(name: string): Channel | null;
  /** In the order in which they came. */
  members(channel: string): readonly Agent[];
  isMember(channel: string, id: string): boolean;
  channelsOf(id: string): readonly string[];
  isInvited(channel: string, id: string): boolean;

  /**
   * A name is `#` and up to 100 printable ASCII characters without space and slash; another one is
   * a bug. If it is only for those who are invited, `first` is the first of them; null lets
   * everybody in. @throws StoreUnavailable
   */
  create(channel: string, first: string | null): Promise<"created" | "exists" | "too_many">;
  /** @throws StoreUnavailable */
  invite(channel: string, id: string): Promise<void>;

  /**
   * Gives the kept lines of the channel, oldest first; what is said from now on is delivered. Null
   * if there is no such channel, or the agent is not connected to this process.
   */
  join(channel: string, id: string): readonly string[] | null;
  /** Whether the agent was in it. */
  part(channel: string, id: string): boolean;

  /**
   * Keeps a line of a channel and delivers it to all its members. False if there is no such channel.
   * @throws StoreUnavailable
   */
  say(channel: string, frame: Frame): Promise<boolean>;
  /**
   * The same, unless something has been said since `afterNo`: of several processes one succeeds.
   * @throws StoreUnavailable
   */
  sayAfter(channel: string, afterNo: number, frame: Frame): Promise<boolean>;
  /** The number of the last line of a channel, and when it was said here or seen first. */
  lastLine(channel: string): { readonly no: number; readonly atMs: number } | null;

  /** Delivers to the members of a channel; not kept. */
  tell(channel: string, frame: Frame, except?: string): void;
  /** Delivers to one agent; false if it is not connected. */
  send(id: string, frame: Frame): boolean;
  /** Delivers once to every other agent that shares a channel with this one. */
  tellAround(id: string, frame: Frame): void;
  /** Delivers to the members of a channel in this process only. */
  tellHere(channel: string, frame: Frame): void;

  /** Removes an agent; false if it is not connected. */
  end(id: string, ending: Ending): boolean;

  /** Ends with the returned function. */
  onVanished(listener: (vanished: Vanished) => void): () => void;
}
