/**
 * News between the processes of a market: numbers its own, and notices what is missing of others.
 *
 * After a loss, and of a process that it does not know yet, it asks for the whole roster; until
 * then what arrives is passed on, since all news but the roster replace what they speak of. A
 * process that has been silent for `SILENCE_MS` is dead.
 */
import type { Bus } from "../ports/bus.ts";
import type { Clock } from "../ports/clock.ts";
import { messageText, type News, parseMessage } from "./news.ts";

const BEAT_MS = 2_000;
const SILENCE_MS = 5 * BEAT_MS;
const ASK_AGAIN_MS = 1_000;
const MAX_PEERS = 256;

interface Peer {
  lastNo: number;
  heardMs: number;
  /** The last number that is known to be lost. */
  missingNo: number;
  /** When its roster was asked for; null if nothing is missing. */
  askedMs: number | null;
}

interface Listener {
  onNews(process: string, news: News): void;
  /** Messages of a process were lost. */
  onLoss(process: string): void;
  onDeath(process: string): void;
  /** Sends what the others ask for; the roster is its last message. */
  answer(sinceNo: number): void;
}

interface ExchangeNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly process: string;
  readonly onProblem: (problem: string) => void;
}

export class Exchange implements Disposable {
  readonly #needs: ExchangeNeeds;
  readonly #listener: Listener;
  readonly #peers = new Map<string, Peer>();
  readonly #unsubscribe: () => void;
  #no = 0;
  #beatMs: number;
  #malformed = 0;

  constructor(needs: ExchangeNeeds, listener: Listener) {
    this.#needs = needs;
    this.#listener = listener;
    this.#beatMs = needs.clock.nowMs();
    this.#unsubscribe = needs.bus.subscribe((message) => this.#hear(message));
  }

  publish(news: News): void {
    this.#no += 1;
    this.#needs.bus.publish(messageText({ process: this.#needs.process, no: this.#no, news }));
  }

  /** Beats, asks again, and finds out who is dead. */
  tick(): void {
    const nowMs = this.#needs.clock.nowMs();
    const idleMs = nowMs - this.#beatMs;
    if (idleMs >= BEAT_MS) {
      this.#beatMs = nowMs;
      this.publish({ type: "beat" });
    }
    for (const [process, peer] of this.#peers) {
      // This process was stopped itself: what the others said meanwhile is still to be read.
      if (idleMs > 2 * BEAT_MS) peer.heardMs = nowMs;
      if (nowMs - peer.heardMs > SILENCE_MS) {
        this.#peers.delete(process);
        this.#listener.onDeath(process);
      } else if (peer.askedMs !== null) this.#ask(process, peer);
    }
    if (this.#malformed > 1) this.#needs.onProblem(`${this.#malformed} malformed messages`);
    this.#malformed = 0;
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
  }

  #hear(text: string): void {
    const message = parseMessage(text);
    if (typeof message === "string") {
      this.#report(message);
      return;
    }
    const { process, no, news } = message;
    if (process === this.#needs.process) return;
    const peer = this.#peers.get(process) ?? this.#addPeer(process);
    if (peer === null || no <= peer.lastNo) return;
    peer.heardMs = this.#needs.clock.nowMs();
    const isNext = no === peer.lastNo + 1;
    peer.lastNo = no;
    if (!isNext) {
      peer.missingNo = no - 1;
      this.#ask(process, peer);
      this.#listener.onLoss(process);
    }
    this.#take(process, peer, news);
  }

  #take(process: string, peer: Peer, news: News): void {
    if (news.type === "ask") {
      if (news.process === null || news.process === this.#needs.process) {
        this.#listener.answer(this.#no + 1);
      }
      return;
    }
    if (news.type === "roster") {
      // Part of this answer was lost too.
      if (news.sinceNo <= peer.missingNo) return;
      peer.askedMs = null;
    }
    this.#listener.onNews(process, news);
  }

  #addPeer(process: string): Peer | null {
    if (this.#peers.size >= MAX_PEERS) {
      this.#report(`more than ${MAX_PEERS} processes`);
      return null;
    }
    const peer = { lastNo: 0, heardMs: 0, missingNo: 0, askedMs: null };
    this.#peers.set(process, peer);
    return peer;
  }

  #ask(process: string, peer: Peer): void {
    const nowMs = this.#needs.clock.nowMs();
    if (peer.askedMs !== null && nowMs - peer.askedMs < ASK_AGAIN_MS) return;
    peer.askedMs = nowMs;
    this.publish({ type: "ask", process });
  }

  #report(problem: string): void {
    this.#malformed += 1;
    if (this.#malformed === 1) this.#needs.onProblem(`malformed message: ${problem}`);
  }
}
