/**
 * Who is connected, and what is carried to them, over all processes of the market.
 *
 * Each process speaks for the agents that are connected to it. What it changes is applied here and
 * published; what the others publish is applied in the same way.
 */
import { invariant } from "@bazaar/kernel";
import type { Bus } from "../ports/bus.ts";
import type { Clock } from "../ports/clock.ts";
import type { Agent, Ending, Frame, Seat, Vanished } from "../ports/talk.ts";
import type { Claim } from "./claim.ts";
import { Exchange } from "./exchange.ts";
import { CLAIMS_AT_ONCE, type FrameTarget, type News } from "./news.ts";
import { Roster } from "./roster.ts";

interface PresenceNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly process: string;
  readonly onProblem: (problem: string) => void;
}

interface Listener {
  onLine(channel: string, no: number, text: string): void;
  onNote(space: string, key: string): void;
  /** Messages were lost: what is stored may have changed. */
  onLoss(): void;
}

export class Presence implements Disposable {
  readonly roster: Roster;
  readonly #needs: PresenceNeeds;
  readonly #listener: Listener;
  readonly #exchange: Exchange;
  readonly #vanished = new Set<(vanished: Vanished) => void>();

  constructor(needs: PresenceNeeds, listener: Listener) {
    this.#needs = needs;
    this.#listener = listener;
    this.roster = new Roster(needs.process);
    this.#exchange = new Exchange(needs, {
      onNews: (process, news) => this.#apply(process, news),
      onLoss: () => listener.onLoss(),
      onDeath: (process) => this.#removeProcess(process),
      answer: (sinceNo) => this.#answer(sinceNo),
    });
  }

  publish(news: News): void {
    this.#exchange.publish(news);
  }

  tick(): void {
    this.#exchange.tick();
  }

  [Symbol.dispose](): void {
    this.#exchange[Symbol.dispose]();
  }

  enter(agent: Agent, seat: Seat, address: string | null): void {
    const { id } = agent;
    const shown = this.roster.shown(id);
    const before = this.roster.seat(id);
    const replaced = this.roster.remove(this.#needs.process, id);
    // Clocks of processes differ: this connection is the later one whatever they say.
    const sinceMs = Math.max(this.#needs.clock.nowMs(), (shown?.claim.sinceMs ?? 0) + 1);
    this.roster.putOwn({ agent, channels: [], sinceMs, address }, seat);
    this.#announce(id);
    if (replaced !== null) before?.end({ type: "displaced", address }, replaced.channels);
  }

  leave(id: string, seat: Seat): readonly string[] | null {
    if (this.roster.seat(id) !== seat) return null;
    return this.#remove(id)?.channels ?? null;
  }

  /** What this process says of an agent that is connected to it. */
  own(id: string): Claim | null {
    return this.roster.claim(this.#needs.process, id);
  }

  ownClaims(): readonly Claim[] {
    return this.roster.claimsOf(this.#needs.process);
  }

  /** Changes what this process says of an agent. */
  change(claim: Claim): void {
    const { id } = claim.agent;
    invariant(this.own(id) !== null, `${id} is not connected to this process`);
    this.roster.put(this.#needs.process, claim);
    this.#announce(id);
  }

  /** Delivers to everybody in these channels, except one. */
  carry(channels: readonly string[], frame: Frame, except: string | null): void {
    this.roster.deliver(channels, frame, except);
    if (!this.roster.isRemote(channels)) return;
    this.publish({ type: "frame", to: { channels, except }, text: frame.text });
  }

  send(id: string, frame: Frame): boolean {
    const shown = this.roster.shown(id);
    if (shown === null) return false;
    const seat = this.roster.seat(id);
    if (seat !== null) seat.deliver(frame);
    else this.publish({ type: "frame", to: { id }, text: frame.text });
    return true;
  }

  end(id: string, ending: Ending): boolean {
    if (this.roster.shown(id) === null) return false;
    if (this.roster.seat(id) !== null) this.#end(id, ending);
    else this.publish({ type: "end", id, ending });
    return true;
  }

  onVanished(listener: (vanished: Vanished) => void): () => void {
    this.#vanished.add(listener);
    return () => this.#vanished.delete(listener);
  }

  #announce(id: string): void {
    const claim = this.own(id);
    if (claim !== null) this.publish({ type: "here", claims: [claim] });
  }

  #remove(id: string): Claim | null {
    const claim = this.roster.remove(this.#needs.process, id);
    if (claim !== null) this.publish({ type: "gone", id });
    return claim;
  }

  #end(id: string, ending: Ending): void {
    const seat = this.roster.seat(id);
    const claim = this.#remove(id);
    if (claim !== null) seat?.end(ending, claim.channels);
  }

  #apply(process: string, news: News): void {
    switch (news.type) {
      case "here":
        for (const claim of news.claims) this.#takeClaim(process, claim);
        return;
      case "gone":
        this.roster.remove(process, news.id);
        return;
      case "roster":
        this.#keepOnly(process, new Set(news.ids));
        return;
      case "line":
        this.#listener.onLine(news.channel, news.no, news.text);
        return;
      case "frame":
        this.#deliver(news.to, { text: news.text });
        return;
      case "end":
        this.#end(news.id, news.ending);
        return;
      case "note":
        this.#listener.onNote(news.space, news.key);
        return;
      case "ask":
      case "beat":
        return;
    }
  }

  /** Takes over what another process claims, and ends a seat here that was taken over. */
  #takeClaim(process: string, claim: Claim): void {
    const { id } = claim.agent;
    this.roster.put(process, claim);
    if (this.roster.seat(id) === null) return;
    const shown = this.roster.shown(id);
    if (shown === null || shown.process === this.#needs.process) return;
    this.#end(id, { type: "displaced", address: shown.claim.address });
  }

  #deliver(to: FrameTarget, frame: Frame): void {
    if ("id" in to) this.roster.seat(to.id)?.deliver(frame);
    else this.roster.deliver(to.channels, frame, to.except);
  }

  #keepOnly(process: string, ids: ReadonlySet<string>): void {
    for (const { agent } of this.roster.claimsOf(process)) {
      if (!ids.has(agent.id)) this.roster.remove(process, agent.id);
    }
  }

  #answer(sinceNo: number): void {
    const claims = this.ownClaims();
    for (let at = 0; at < claims.length; at += CLAIMS_AT_ONCE) {
      this.publish({ type: "here", claims: claims.slice(at, at + CLAIMS_AT_ONCE) });
    }
    const ids = claims.map(({ agent }) => agent.id);
    this.publish({ type: "roster", sinceNo, ids });
  }

  #removeProcess(process: string): void {
    const claims = this.roster.claimsOf(process);
    for (const { agent } of claims) this.roster.remove(process, agent.id);
    this.#listener.onLoss();
    for (const { agent, channels } of claims) {
      // It may have connected to another process before the death was noticed.
      const left = channels.filter((channel) => !this.roster.room(channel)?.has(agent.id));
      const isLost = left.length > 0 || this.roster.shown(agent.id) === null;
      if (!isLost) continue;
      for (const listener of this.#vanished) listener({ agent, channels: left });
    }
  }
}
