/** The people of one contract, and how they act: with entries of their own, or by requests alone. */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Party, Signer } from "@bazaar/kernel";
import { chainHead, deliver, type World } from "./player.ts";
import {
  requestedAct,
  requestedPost,
  type Saying,
  type SignedAct,
  SignedChain,
} from "./signed-act.ts";

/** After so long without an answer a clock may have spoken first: then a no is no surprise. */
const CLOCKS_MAY_SPEAK_MS = 20_000;
/** Somebody else wrote to the chain in between; the client reads again where it is. */
const MAX_STALE = 5;
const SECOND_MS = 1_001;

export interface People {
  readonly principal: Signer;
  readonly agent: Signer;
  readonly rival: Signer;
}

/** An expected no. */
export class LifeOver extends Error {
  override name = "LifeOver";
}

export class Cast {
  readonly people: People;
  readonly #world: World;
  readonly #platform: Party;
  /** Null where these clients sign requests and no entries. */
  readonly #chain: SignedChain | null;
  readonly #nonce = randomBytes(32).toString("hex");
  #contract = "";
  #lastAnswerMs = performance.now();

  constructor(world: World, people: People, platform: Party) {
    this.people = people;
    this.#world = world;
    this.#platform = platform;
    this.#chain = world.random.chance(0.7)
      ? new SignedChain(people.principal, platform, this.#nonce)
      : null;
  }

  async post(): Promise<void> {
    const { principal } = this.people;
    const act = this.#chain?.post() ?? requestedPost(principal, this.#platform, this.#nonce);
    // A post with another nonce would be another contract; only a request can be signed again.
    const signAnew = this.#chain === null ? () => later(act) : null;
    const { status, text } = await deliver(this.#world, act, signAnew);
    if (status !== 200) this.#refused("post", status, text);
    this.#contract = JSON.parse(text).contract_id;
    this.#lastAnswerMs = performance.now();
  }

  /** An act that must be taken. */
  async act(by: keyof People, saying: Saying): Promise<void> {
    const author = this.people[by];
    for (let stale = 0; ; stale += 1) {
      const act = await this.#sign(author, saying);
      const signAnew = () => (this.#chain === null ? later(act) : this.#sign(author, saying));
      const { status, text } = await deliver(this.#world, act, signAnew);
      if (status === 200) break;
      if (codeOf(text) !== "stale_head" || stale >= MAX_STALE) {
        this.#refused(saying.act, status, text);
      }
      this.#world.journal.refuse("stale_head");
    }
    this.#lastAnswerMs = performance.now();
  }

  /** An act that must be refused, with one of these codes. */
  async fail(by: keyof People, saying: Saying, codes: readonly string[]): Promise<void> {
    const { journal } = this.#world;
    const act = await this.#sign(this.people[by], saying);
    const { status, text } = await deliver(this.#world, act, null);
    const code = codeOf(text);
    journal.refuse(code);
    if (status === 200 || !codes.includes(code)) {
      journal.violations.push(`${saying.act} by the ${by} was answered ${status} ${text}`);
    }
  }

  async #sign(author: Signer, saying: Saying): Promise<SignedAct> {
    const chain = this.#chain;
    if (chain === null) return requestedAct(author, this.#contract, saying);
    chain.resume(await chainHead(this.#world, this.#contract));
    return chain.act(author, saying);
  }

  #refused(word: string, status: number, text: string): never {
    const { journal } = this.#world;
    journal.refuse(codeOf(text));
    const waitedMs = performance.now() - this.#lastAnswerMs;
    if (status >= 500 || waitedMs < CLOCKS_MAY_SPEAK_MS) {
      journal.violations.push(`${word} on ${this.#contract} was refused: ${status} ${text}`);
    }
    throw new LifeOver(word);
  }
}

/** In another second the same request has another signature. */
async function later(act: SignedAct): Promise<SignedAct> {
  await wait(SECOND_MS);
  return act;
}

function codeOf(text: string): string {
  const { code } = JSON.parse(text) as { readonly code?: string };
  return code ?? "without a code";
}
