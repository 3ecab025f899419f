/**
 * An agent in a chat: connects, proves its key, and stays. When the connection is lost it connects
 * again, joins its channels again and goes on where it was: no line is handed out twice, and where
 * lines may be missing it says so. It sends no faster than servers allow.
 *
 * Works with this market's servers and with those of agentchat.
 */
import type { Signer } from "@bazaar/kernel";
import { type Clock, SYSTEM_CLOCK } from "../../connection/clock.ts";
import { nonceProblem } from "../proof-nonce.ts";
import {
  agentsAsk,
  type ChatPreferences,
  channelsAsk,
  createAsk,
  type FoundSkills,
  inviteAsk,
  type Joining,
  joinAsk,
  type Line,
  leaveAsk,
  lineSignature,
  nickAsk,
  type OwnSkill,
  preferAsk,
  presenceAsk,
  registerAsk,
  type Said,
  type SkillQuery,
  sayAsk,
  searchAsk,
} from "./asks.ts";
import {
  type ChatAnswer,
  type ChatEvent,
  type ChatMember,
  type ChatMessage,
  type ChatPerson,
  type ChatProblem,
  localProblem,
  type Me,
} from "./chat-event.ts";
import { chatUrl } from "./chat-url.ts";
import { enter, signedBase64 } from "./enter.ts";
import { type Ask, Exchange } from "./exchange.ts";
import type { Link } from "./link.ts";
import { Pace } from "./pace.ts";
import type { ServerFrame } from "./read-frame.ts";
import { type SeenLine, SeenLines } from "./seen-lines.ts";
import { stayConnected } from "./stay-connected.ts";

export interface ChatClientNeeds {
  /** Of the chat, or of a market; `chatUrlProblem` has no objection to it. */
  readonly url: string;
  readonly name: string;
  /** Null for an agent without a key: it has another id after each reconnect. */
  readonly signer: Signer | null;
  /** Lines that were handed out before, by an earlier client of this agent. */
  readonly seen?: Iterable<SeenLine>;
  readonly clock?: Clock;
  /** From 0 to 1: spreads the reconnects of many clients. */
  readonly random?: () => number;
}

/** After the answer to the last one, which the server has counted before it. */
const SAY_MS = 1_010;
const CHUNK_MS = 110;
const TRIES = 5;
const RETRY_MS = 1_000;
const OVER_RATE = /^(?:Too many messages|Rate limit exceeded)/;

const WITHOUT_CONNECTION: ReadonlySet<string> = new Set(["offline", "unknown", "closed"]);
const OFFLINE = localProblem("offline", "there is no connection to the server");
const CLOSED = localProblem("closed", "this client was closed");

export class ChatClient implements AsyncDisposable {
  readonly #url: string;
  readonly #signer: Signer | null;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  readonly #listeners = new Set<(event: ChatEvent) => void>();
  readonly #seen = new Map<string, SeenLines>();
  readonly #channels = new Set<string>();
  readonly #says: Pace;
  readonly #chunks: Pace;
  readonly #first = Promise.withResolvers<ChatAnswer<Me>>();
  readonly #running: Promise<void>;
  #name: string;
  #presence: Ask<true> | null = null;
  #preferences: ChatPreferences | null = null;
  #link: Link | null = null;
  #exchange: Exchange | null = null;
  #me: Me | null = null;
  #wasConnected = false;
  #ended: ChatProblem | null = null;

  private constructor({ url, name, signer, seen, clock, random }: ChatClientNeeds) {
    this.#url = chatUrl(url);
    this.#name = name;
    this.#signer = signer;
    this.#clock = clock ?? SYSTEM_CLOCK;
    this.#says = new Pace(this.#clock, SAY_MS, this.#stopping.signal);
    this.#chunks = new Pace(this.#clock, CHUNK_MS, this.#stopping.signal);
    for (const line of seen ?? []) this.#seenIn(line.to).add(line);
    this.#running = this.#run(random ?? Math.random);
  }

  /** Begins to connect; what happens is told to those that `listen` before they give up the thread. */
  static open(needs: ChatClientNeeds): ChatClient {
    return new ChatClient(needs);
  }

  /** Who this is on the present connection; null while there is none. */
  get me(): Me | null {
    return this.#exchange === null ? null : this.#me;
  }

  /** Resolves at the first connection, or when there will be none. */
  connected(): Promise<ChatAnswer<Me>> {
    return this.#first.promise;
  }

  listen(onEvent: (event: ChatEvent) => void): Disposable {
    this.#listeners.add(onEvent);
    return { [Symbol.dispose]: () => void this.#listeners.delete(onEvent) };
  }

  /**
   * Stays in it over reconnects, and hands out what was said there. Without a connection it is joined
   * at the next one.
   */
  async join(channel: string): Promise<ChatAnswer<Joining>> {
    const joined = await this.#ask(() => joinAsk(channel, (lines) => this.#joined(channel, lines)));
    if (!joined.ok && WITHOUT_CONNECTION.has(joined.problem.code)) this.#channels.add(channel);
    return joined;
  }

  leave(channel: string): Promise<ChatAnswer<true>> {
    this.#channels.delete(channel);
    return this.#ask(() => leaveAsk(channel));
  }

  async create(
    channel: string,
    { isInviteOnly = false } = {},
  ): Promise<ChatAnswer<readonly ChatMember[]>> {
    const created = await this.#ask(() => createAsk(channel, isInviteOnly));
    if (created.ok) this.#channels.add(channel);
    return created;
  }

  invite(channel: string, agent: string): Promise<ChatAnswer<true>> {
    return this.#ask(() => inviteAsk(channel, agent));
  }

  /**
   * Gives the line as the server took it. Waits for its turn: servers take one a second. With
   * `unknown`, it may have been taken or not.
   */
  say(said: Said): Promise<ChatAnswer<ChatMessage>> {
    return this.#says.run(async () => {
      const { to, content, atMs = this.#clock.nowMs() } = said;
      const signature = this.#signer && lineSignature(this.#signer, { to, content, atMs });
      const taken = await this.#ask((me) => sayAsk(said, signature, me));
      return taken.ok ? { ok: true, value: { ...taken.value, isOwn: true } } : taken;
    });
  }

  /**
   * A part of a file, for an agent. Resolves once it was handed to the network; if the server refuses
   * it, there is an event `refused`.
   */
  sendChunk(to: string, content: string): Promise<ChatAnswer<true>> {
    return this.#chunks.run(async () => {
      const message = { type: "FILE_CHUNK", to, content };
      const isSent = this.#exchange !== null && (await this.#link?.sendLong(message)) === true;
      return isSent ? { ok: true, value: true } : { ok: false, problem: this.#ended ?? OFFLINE };
    });
  }

  channels(): Promise<ChatAnswer<readonly { readonly name: string; readonly agents: number }[]>> {
    return this.#ask(channelsAsk);
  }

  agents(channel: string): Promise<ChatAnswer<readonly ChatPerson[]>> {
    return this.#ask(() => agentsAsk(channel));
  }

  /** Kept over reconnects. */
  async setPresence(status: string, statusText: string | null = null): Promise<ChatAnswer<true>> {
    const ask = presenceAsk(status, statusText);
    const taken = await this.#ask(() => ask);
    if (isKept(taken)) this.#presence = ask;
    return taken;
  }

  /**
   * What of the channels is delivered from now on; best said before joining. Kept over reconnects.
   * Servers of agentchat do not know it.
   */
  async prefer(preferences: ChatPreferences): Promise<ChatAnswer<true>> {
    const taken = await this.#ask(() => preferAsk(preferences));
    if (isKept(taken)) this.#preferences = preferences;
    return taken;
  }

  async setNick(nick: string): Promise<ChatAnswer<true>> {
    const changed = await this.#ask((me) => nickAsk(nick, me));
    if (changed.ok) this.#name = nick;
    return changed;
  }

  /** Nobody answers, and it may get lost. */
  async typing(channel: string): Promise<void> {
    await this.#exchange?.tell({ type: "TYPING", channel });
  }

  /** Needs a key. Gives how many the server has now. */
  registerSkills(skills: readonly OwnSkill[]): Promise<ChatAnswer<number>> {
    const signer = this.#signer;
    if (signer === null) {
      const problem = localProblem("no_key", "skills are signed, and this agent has no key");
      return Promise.resolve({ ok: false, problem });
    }
    return this.#ask(() => registerAsk(skills, signer));
  }

  searchSkills(query: SkillQuery): Promise<ChatAnswer<FoundSkills>> {
    return this.#ask(() => searchAsk(query));
  }

  /** What waits for an answer gets `unknown` or `closed`. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #ask<T>(make: (me: Me) => Ask<T>): Promise<ChatAnswer<T>> {
    for (let tries = 1; ; tries += 1) {
      const exchange = this.#exchange;
      if (exchange === null || this.#me === null) {
        return { ok: false, problem: this.#ended ?? OFFLINE };
      }
      const answer = await exchange.ask(make(this.#me));
      if (answer.ok || tries === TRIES || !OVER_RATE.test(answer.problem.message)) return answer;
      await this.#clock.sleep(RETRY_MS * 2 ** (tries - 1), this.#stopping.signal);
    }
  }

  async #run(random: () => number): Promise<void> {
    const problem = await stayConnected({
      url: this.#url,
      clock: this.#clock,
      random,
      signal: this.#stopping.signal,
      enter: (link) => enter(link, this.#name, this.#signer, this.#clock.nowMs()),
      use: (link, me) => this.#use(link, me),
      onLost: (lost, retryMs) => {
        this.#emit({ type: "disconnected", problem: lost, retryMs });
      },
    });
    this.#ended = problem ?? CLOSED;
    if (problem !== null) this.#emit({ type: "ended", problem });
    this.#first.resolve({ ok: false, problem: this.#ended });
  }

  async #use(link: Link, me: Me): Promise<ChatProblem | null> {
    let removed: ChatProblem | null = null;
    const exchange = new Exchange({
      clock: this.#clock,
      send: (message) => link.send(message),
      onSilent: () => link.drop(),
      onProblem: (problem) => this.#emit({ type: "refused", problem }),
    });
    this.#link = link;
    this.#me = me;
    this.#exchange = exchange;
    link.listen((frame) => {
      if (frame.type === "removed") removed = frame.problem;
      else if (!exchange.receive(frame)) this.#hear(frame);
    });
    this.#resume(me);
    await link.closed;
    this.#exchange = null;
    this.#link = null;
    exchange.close();
    return removed;
  }

  /** What was asked for on an earlier connection comes before everything else. */
  #resume(me: Me): void {
    const [preferences, presence] = [this.#preferences, this.#presence];
    if (preferences !== null) void this.prefer(preferences);
    for (const channel of this.#channels) void this.#rejoin(channel);
    if (this.#wasConnected && presence !== null) void this.#ask(() => presence);
    this.#emit({ type: "connected", me, isAgain: this.#wasConnected });
    this.#wasConnected = true;
    this.#first.resolve({ ok: true, value: me });
  }

  async #rejoin(channel: string): Promise<void> {
    const joined = await this.join(channel);
    if (joined.ok) return;
    // The next connection tries again.
    if (WITHOUT_CONNECTION.has(joined.problem.code)) return;
    this.#channels.delete(channel);
    this.#emit({ type: "lost_channel", channel, problem: joined.problem });
  }

  #hear(frame: ServerFrame): void {
    switch (frame.type) {
      case "message":
        this.#handOut(frame.message);
        break;
      case "error":
        this.#emit({ type: "refused", problem: frame.problem });
        break;
      case "proof_asked":
        this.#prove(frame);
        break;
      case "chunk":
      case "joined":
      case "left":
      case "presence":
      case "nick":
      case "typing":
        this.#emit(frame);
        break;
      default:
    }
  }

  /** Another agent wants to know whether this one holds its key. */
  #prove({ requestId, nonce }: { readonly requestId: string; readonly nonce: string }): void {
    if (this.#signer === null || nonceProblem(nonce) !== null) return;
    const sig = signedBase64(this.#signer, nonce);
    void this.#exchange?.tell({ type: "VERIFY_RESPONSE", request_id: requestId, nonce, sig });
  }

  #joined(channel: string, lines: readonly Line[]): void {
    this.#channels.add(channel);
    const kept = lines.filter(({ isReplay }) => isReplay);
    if (this.#seenIn(channel).hasGapBefore(kept)) this.#emit({ type: "gap", channel });
    for (const line of lines) this.#handOut(line);
  }

  /** Once: of a channel, a line may come again. */
  #handOut(line: Line): void {
    if (line.to.startsWith("#") && !this.#seenIn(line.to).add(line)) return;
    this.#emit({ type: "message", message: { ...line, isOwn: line.from === this.#me?.id } });
  }

  #seenIn(channel: string): SeenLines {
    const seen = this.#seen.get(channel) ?? new SeenLines();
    this.#seen.set(channel, seen);
    return seen;
  }

  #emit(event: ChatEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

/** Whether what was asked for holds now, or is asked for at the next connection. */
function isKept(answer: ChatAnswer<unknown>): boolean {
  return answer.ok || WITHOUT_CONNECTION.has(answer.problem.code);
}
