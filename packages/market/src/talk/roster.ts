/**
 * Who is connected, and in which channels, in all processes of the market.
 *
 * Every process claims the agents that are connected to it, and nobody else changes its claims. Of
 * several claims to one id the latest is shown, and of equally late ones that of the process whose
 * name sorts last: every process that knows the same claims shows the same agents.
 */
import type { Agent, Frame, Seat } from "../ports/talk.ts";
import type { Claim } from "./claim.ts";
import { type Member, Room } from "./room.ts";

/** The most that one process can claim. */
export const MAX_AGENTS = 100_000;

interface Shown {
  readonly process: string;
  readonly claim: Claim;
  readonly member: Member;
}

export class Roster {
  readonly #own: string;
  readonly #claims = new Map<string, Map<string, Claim>>();
  readonly #shown = new Map<string, Shown>();
  readonly #rooms = new Map<string, Room>();
  readonly #seats = new Map<string, Seat>();

  constructor(ownProcess: string) {
    this.#own = ownProcess;
  }

  /** A new claim, or what has changed about one. */
  put(process: string, claim: Claim): void {
    const claims = this.#claims.get(process) ?? new Map<string, Claim>();
    if (claims.size >= MAX_AGENTS && !claims.has(claim.agent.id)) return;
    this.#claims.set(process, claims);
    claims.set(claim.agent.id, claim);
    this.#show(claim.agent.id);
  }

  /** Claims an agent for this process. */
  putOwn(claim: Claim, seat: Seat): void {
    this.#seats.set(claim.agent.id, seat);
    this.put(this.#own, claim);
  }

  /** Gives the claim; null if there was none. */
  remove(process: string, id: string): Claim | null {
    const claims = this.#claims.get(process);
    const claim = claims?.get(id);
    if (claims === undefined || claim === undefined) return null;
    claims.delete(id);
    if (claims.size === 0) this.#claims.delete(process);
    if (process === this.#own) this.#seats.delete(id);
    this.#show(id);
    return claim;
  }

  /** The claims of a process. */
  claimsOf(process: string): readonly Claim[] {
    return [...(this.#claims.get(process)?.values() ?? [])];
  }

  claim(process: string, id: string): Claim | null {
    return this.#claims.get(process)?.get(id) ?? null;
  }

  /** The seat of an agent that this process claims. */
  seat(id: string): Seat | null {
    return this.#seats.get(id) ?? null;
  }

  /** The claim that is shown, and whose it is. */
  shown(id: string): { readonly process: string; readonly claim: Claim } | null {
    return this.#shown.get(id) ?? null;
  }

  *agents(): Iterable<Agent> {
    for (const { claim } of this.#shown.values()) yield claim.agent;
  }

  channelsOf(id: string): readonly string[] {
    return this.#shown.get(id)?.claim.channels ?? [];
  }

  room(channel: string): Room | null {
    return this.#rooms.get(channel) ?? null;
  }

  /** Delivers once to each agent here that is in one of these channels, except one. */
  deliver(channels: readonly string[], frame: Frame, except: string | null): void {
    const [only] = channels;
    if (channels.length === 1 && only !== undefined) {
      this.room(only)?.deliver(frame, except);
      return;
    }
    const members = new Set(channels.flatMap((name) => [...(this.room(name)?.members() ?? [])]));
    for (const { agent, seat } of members) if (agent.id !== except) seat?.deliver(frame);
  }

  /** Whether an agent in one of these channels is connected to another process. */
  isRemote(channels: readonly string[]): boolean {
    return channels.some((channel) => this.room(channel)?.hasRemote === true);
  }

  /** Brings what is shown of an id in line with the claims. */
  #show(id: string): void {
    const before = this.#shown.get(id);
    const latest = this.#latest(id);
    const seat = latest?.process === this.#own ? this.seat(id) : null;
    const isSame = before?.process === latest?.process && before?.member.seat === seat;
    if (before !== undefined && !isSame) {
      for (const channel of before.member.channels) this.#leaveRoom(channel, before.member);
      before.member.seat = null;
      this.#shown.delete(id);
    }
    if (latest === null) return;
    const { process, claim } = latest;
    const { agent, channels } = claim;
    const kept = isSame ? before?.member : undefined;
    const member = kept ?? { agent, channels: [], seat };
    const left = member.channels.filter((channel) => !channels.includes(channel));
    const joined = channels.filter((channel) => !member.channels.includes(channel));
    member.agent = agent;
    member.channels = channels;
    for (const channel of left) this.#leaveRoom(channel, member);
    for (const channel of joined) this.#enterRoom(channel, member);
    this.#shown.set(id, { process, claim, member });
  }

  #latest(id: string): { readonly process: string; readonly claim: Claim } | null {
    let latest: { readonly process: string; readonly claim: Claim } | null = null;
    for (const [process, claims] of this.#claims) {
      const claim = claims.get(id);
      if (claim === undefined) continue;
      const laterMs = claim.sinceMs - (latest?.claim.sinceMs ?? -1);
      if (laterMs > 0 || (laterMs === 0 && process > (latest?.process ?? ""))) {
        latest = { process, claim };
      }
    }
    return latest;
  }

  #enterRoom(channel: string, member: Member): void {
    const room = this.#rooms.get(channel) ?? new Room();
    this.#rooms.set(channel, room);
    room.add(member);
  }

  #leaveRoom(channel: string, member: Member): void {
    const room = this.#rooms.get(channel);
    room?.remove(member);
    if (room?.size === 0) this.#rooms.delete(channel);
  }
}
