/**
 * The members of one channel, and the seats of those that are connected to this process.
 *
 * Delivering is the hottest path of a market that talks: the seats stand ready in an array that is
 * made again only after somebody came or went.
 */
import type { Agent, Frame, Seat } from "../ports/talk.ts";

/** One agent of the market, wherever it is connected. */
export interface Member {
  agent: Agent;
  channels: readonly string[];
  /** Null in another process, and as soon as the seat has ended. */
  seat: Seat | null;
}

export class Room {
  readonly #members = new Map<string, Member>();
  #ready: readonly Member[] | null = null;
  #remote = 0;

  add(member: Member): void {
    this.#members.set(member.agent.id, member);
    if (member.seat === null) this.#remote += 1;
    else this.#ready = null;
  }

  remove(member: Member): void {
    if (!this.#members.delete(member.agent.id)) return;
    if (member.seat === null) this.#remote -= 1;
    else this.#ready = null;
  }

  get size(): number {
    return this.#members.size;
  }

  get hasRemote(): boolean {
    return this.#remote > 0;
  }

  /** In the order in which they came. */
  members(): Iterable<Member> {
    return this.#members.values();
  }

  has(id: string): boolean {
    return this.#members.has(id);
  }

  /** To all members that are connected to this process, except one. */
  deliver(frame: Frame, except: string | null): void {
    // A delivery may end seats: then a new array is made, and this one is read to its end.
    this.#ready ??= [...this.#members.values()].filter(({ seat }) => seat !== null);
    for (const member of this.#ready) {
      if (member.agent.id !== except) member.seat?.deliver(frame);
    }
  }
}
