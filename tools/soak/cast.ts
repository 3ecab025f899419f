/** The parties of one contract. They act by signed entries, or by requests alone. */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Party, Signer } from "@bazaar/kernel";
import { chainHead, deliver, type World } from "./deliver.ts";
import { codeOf } from "./exchange.ts";
import { resultOf, sampleJob } from "./sample-job.ts";
import {
  type ActContent,
  requestedAct,
  requestedPost,
  type SignedAct,
  SignedChain,
} from "./signed-act.ts";

/** This long after the act before, a deadline may have passed, and a refusal is expected. */
const DEADLINE_MAY_PASS_MS = 20_000;
/** How often an act is signed again because another party wrote to the chain first. */
const MAX_STALE = 5;
const SECOND_MS = 1_001;

export interface People {
  readonly principal: Signer;
  readonly agent: Signer;
  readonly rival: Signer;
}

/** The life of this contract ended early, with a refusal. */
export class LifeEnded extends Error {
  override name = "LifeEnded";
}

export class Cast {
  readonly people: People;
  readonly #world: World;
  readonly #platform: Party;
  /** Null if these clients sign requests but no entries. */
  #chain: SignedChain | null = null;
  readonly #nonce = randomBytes(32).toString("hex");
  #contract = "";
  /** When the last act was first sent: the server may have stored it long before it answered. */
  #lastSentMs: number;

  constructor(world: World, people: People, platform: Party) {
    this.people = people;
    this.#world = world;
    this.#lastSentMs = world.nowMs();
    this.#platform = platform;
  }

  async post(): Promise<void> {
    const { principal } = this.people;
    const signsEntries = this.#world.random.chance(0.7);
    if (signsEntries) this.#chain = new SignedChain(principal, this.#platform, this.#nonce);
    await this.#post(this.#chain?.post() ?? requestedPost(principal, this.#platform, this.#nonce));
  }

  /** A job is always posted with an entry. */
  async postJob(): Promise<void> {
    const { principal } = this.people;
    const job = sampleJob(this.#nonce);
    this.#chain = new SignedChain(principal, this.#platform, this.#nonce, "job/1", job);
    this.#world.journal.jobs += 1;
    await this.#post(this.#chain.post());
  }

  /** The result of the job by this party. */
  resultOf(by: keyof People, isRight: boolean): ActContent {
    return resultOf(this.#nonce, this.people[by].party, isRight);
  }

  async #post(act: SignedAct): Promise<void> {
    const sentMs = this.#world.nowMs();
    // A post with another nonce would be another contract; only a request can be signed again.
    const signAgain = this.#chain === null ? () => later(act) : null;
    const { status, text } = await deliver(this.#world, act, signAgain);
    if (status !== 200) this.#refused("post", status, text);
    const { contract_id: contract, job_id: job } = JSON.parse(text);
    this.#contract = contract ?? job;
    this.#lastSentMs = sentMs;
  }

  /** An act that must be accepted. */
  async act(by: keyof People, content: ActContent): Promise<void> {
    const author = this.people[by];
    const sentMs = this.#world.nowMs();
    for (let stale = 0; ; stale += 1) {
      const act = await this.#sign(author, content);
      const signAgain = () => (this.#chain === null ? later(act) : this.#sign(author, content));
      const { status, text } = await deliver(this.#world, act, signAgain);
      if (status === 200) break;
      if (codeOf(text) !== "stale_head" || stale >= MAX_STALE) {
        this.#refused(content.act, status, text);
      }
      this.#world.journal.refuse("stale_head");
    }
    this.#lastSentMs = sentMs;
  }

  /** An act that must be refused, with one of these codes. */
  async fail(by: keyof People, content: ActContent, codes: readonly string[]): Promise<void> {
    const { journal } = this.#world;
    const act = await this.#sign(this.people[by], content);
    const { status, text } = await deliver(this.#world, act, null);
    const code = codeOf(text);
    journal.refuse(code);
    if (status === 200 || !codes.includes(code)) {
      journal.violations.push(`${content.act} by the ${by} was answered ${status} ${text}`);
    }
  }

  async #sign(author: Signer, content: ActContent): Promise<SignedAct> {
    const chain = this.#chain;
    if (chain === null) return requestedAct(author, this.#contract, content);
    chain.resume(await chainHead(this.#world, this.#contract));
    return chain.act(author, content);
  }

  #refused(word: string, status: number, text: string): never {
    const { journal } = this.#world;
    journal.refuse(codeOf(text));
    const waitedMs = this.#world.nowMs() - this.#lastSentMs;
    if (status >= 500 || waitedMs < DEADLINE_MAY_PASS_MS) {
      journal.violations.push(`${word} on ${this.#contract} was refused: ${status} ${text}`);
    }
    throw new LifeEnded(word);
  }
}

/** In another second the same request has another signature. */
async function later(act: SignedAct): Promise<SignedAct> {
  await wait(SECOND_MS);
  return act;
}
