/**
 * Proposals with stakes before a panel, in a composed server with its real database. It gives nobody
 * rating points yet, and its clock must be moved here.
 */
import {
  type ContractId,
  type ContractState,
  fillTerms,
  type JsonObject,
  nonceCommitment,
  type Offer,
  RATING,
  type Signer,
  termsJson,
  verifyTranscript,
  voteCommitment,
} from "@bazaar/kernel";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { openKeyFile } from "@bazaar/keys/key-file";
import { exportTranscript, fireDeadlines, type Needs, recordAct, runTasks } from "@bazaar/market";
import { grant, SAMPLE_NONCE, SAMPLE_SALT, signOn, TEST_XNO, units } from "@bazaar/testkit";
import { pino } from "pino";
import { expect, test } from "vitest";
import { marketClock } from "../src/clock.ts";
import { type Composition, compose } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import { factsBench } from "../src/own-bench.ts";
import { Folder } from "./server.ts";

const MONEY = units("10");
const POINTS = 100n;

/** An accepted proposal of 2 XNO, with 30 points of its principal and 40 of its agent at stake. */
class Agreed implements Disposable {
  readonly principal = generateSigner();
  readonly agent = generateSigner();
  readonly arbiters: readonly Signer[];
  /** Whether anybody may sit on a panel. */
  isPoolEmpty = false;
  readonly #folder: Folder;
  readonly #composition: Composition;
  readonly #needs: Needs;
  readonly #offer: Offer;
  #aheadMs = 0;
  #id: ContractId | null = null;

  private constructor(folder: Folder, composition: Composition, arbiters: readonly Signer[]) {
    this.arbiters = arbiters;
    this.#folder = folder;
    this.#composition = composition;
    this.#offer = composition.needs.offer;
    this.#needs = {
      ...composition.needs,
      clock: { nowMs: () => composition.clock.nowMs() + this.#aheadMs },
      callPanel: async (contract) => {
        const called = await composition.needs.callPanel(contract);
        return this.isPoolEmpty ? { ...called, pool: [] } : called;
      },
    };
  }

  static async open(): Promise<Agreed> {
    const folder = new Folder();
    const arbiters = Array.from({ length: 4 }, generateSigner);
    const settings = { courts: { arbiters: arbiters.map(({ party }) => party) } };
    const config = readConfig(folder.environment({ settings }));
    const { signer } = openKeyFile(config.keyPath);
    const quiet = { log: pino({ enabled: false }), clock: marketClock() };
    const composition = await compose(config, () => signer, factsBench(), quiet);
    const agreed = new Agreed(folder, composition, arbiters);
    await agreed.#begin();
    return agreed;
  }

  [Symbol.dispose](): void {
    this.#composition[Symbol.dispose]();
    this.#folder[Symbol.dispose]();
  }

  async #begin(): Promise<void> {
    const { ledger } = this.#needs.store;
    for (const { party } of [this.principal, this.agent]) await grant(ledger, party, MONEY);
    for (const { party } of [this.principal, this.agent, ...this.arbiters]) {
      await grant(ledger, party, POINTS, RATING);
    }
    const document: JsonObject = {
      agent: this.agent.party,
      task: "translate the letter",
      amount: 2n,
      currency: "XNO",
      elo_stake: 30n,
      expires: 86_400n,
    };
    const author = { principal: this.principal.party, nonce: "00".repeat(32) };
    const terms = fillTerms("chat/1", document, author, this.#offer);
    if (!terms.ok) throw new Error(JSON.stringify(terms.refusal));
    this.#id = (await this.act(this.principal, "post", { terms: termsJson(terms.value) })).id;
    await this.act(this.agent, "accept", { stake: "40" });
  }

  get id(): ContractId {
    if (this.#id === null) throw new Error("nothing is posted");
    return this.#id;
  }

  /** An act that must be accepted. */
  async act(by: Signer, type: string, data: JsonObject = {}): Promise<ContractState> {
    const { store, clock } = this.#needs;
    const entry = await signOn(store, this.#id, by, { type, data }, clock.nowMs());
    const told = await recordAct(this.#needs, { entry, contract: this.#id });
    if (!told.ok) throw new Error(`${type}: ${JSON.stringify(told.refusal)}`);
    return told.value.state;
  }

  /** After so many seconds, everything that the server does until it waits for somebody. */
  async goOn(seconds = 1): Promise<void> {
    this.#aheadMs += seconds * 1_000;
    while ((await fireDeadlines(this.#needs)) + (await runTasks(this.#needs)) > 0);
  }

  /** The case is called, drawn and seated, and both sides are heard. */
  async seat(): Promise<readonly Signer[]> {
    await this.file();
    await this.act(this.agent, "dispute_reveal", { nonce: SAMPLE_NONCE });
    await this.goOn();
    const drawn = (await this.#state()).case?.panel?.arbiters.map(({ party }) => party) ?? [];
    const panel = this.arbiters
      .filter(({ party }) => drawn.includes(party))
      .toSorted((one, other) => drawn.indexOf(one.party) - drawn.indexOf(other.party));
    for (const arbiter of panel) await this.act(arbiter, "arbiter_accept");
    for (const side of [this.principal, this.agent]) await this.act(side, "evidence", EVIDENCE);
    return panel;
  }

  async file(): Promise<void> {
    const commitment = nonceCommitment(SAMPLE_NONCE);
    await this.act(this.agent, "dispute_filed", { argument: "it is done", commitment });
    await this.goOn();
  }

  async #state(): Promise<ContractState> {
    const stored = await this.#needs.store.load(this.id);
    if (stored === null) throw new Error(`${this.id} was never stored`);
    return stored.state;
  }

  /** How it ended, and the money and points of principal and agent; every unit is still there. */
  async end(): Promise<readonly [string | undefined, ...bigint[]]> {
    const { store } = this.#needs;
    const granted = { XNO: 2n * MONEY, RATING: POINTS * BigInt(2 + this.arbiters.length) };
    for (const { code } of [TEST_XNO, RATING] as const) {
      const { holds, accounts } = await store.ledger.totals(code);
      expect([code, holds, accounts]).toEqual([code, 0n, granted[code as keyof typeof granted]]);
    }
    const solvency = await this.#composition.market.solvency();
    for (const line of solvency) expect(line.held).toBe(line.owedToAccounts);
    const transcript = await exportTranscript(store, this.id);
    expect(transcript !== null && verifyTranscript(transcript, ed25519Verify).ok).toBe(true);
    const balances = [TEST_XNO, RATING].flatMap(({ code }) =>
      [this.principal, this.agent].map(({ party }) => store.ledger.balance(party, code)),
    );
    return [(await this.#state()).outcome?.row, ...(await Promise.all(balances))];
  }

  points({ party }: Signer): Promise<bigint> {
    return this.#needs.store.ledger.balance(party, RATING.code);
  }
}

const EVIDENCE = { items: [], statement: "as I said" };
const PAID = ["ruled_fulfilled", MONEY - units("2"), MONEY + units("1.8"), 70n, 130n];

test("three arbiters hold 25 points each, and their sealed votes settle money and stakes", async () => {
  using agreed = await Agreed.open();
  const panel = await agreed.seat();
  expect(panel).toHaveLength(3);
  for (const arbiter of panel) {
    expect(await agreed.points(arbiter)).toBe(75n);
    const commitment = voteCommitment(agreed.id, arbiter.party, "disputant", SAMPLE_SALT);
    await agreed.act(arbiter, "vote", { commitment });
  }
  for (const arbiter of panel) {
    const vote = { verdict: "disputant", reasoning: "the evidence shows it", salt: SAMPLE_SALT };
    await agreed.act(arbiter, "vote", vote);
  }
  for (const arbiter of agreed.arbiters) expect(await agreed.points(arbiter)).toBe(POINTS);
  expect(await agreed.end()).toEqual(PAID);
});

test("without arbiters the respondent's evidence means that nobody is at fault", async () => {
  using agreed = await Agreed.open();
  agreed.isPoolEmpty = true;
  await agreed.file();
  await agreed.act(agreed.principal, "evidence", EVIDENCE);
  expect(await agreed.end()).toEqual(["ruled_impossible", MONEY, MONEY, POINTS, POINTS]);
});

test("without arbiters a respondent that stays silent loses", async () => {
  using agreed = await Agreed.open();
  agreed.isPoolEmpty = true;
  await agreed.file();
  await agreed.goOn(1_801);
  expect(await agreed.end()).toEqual(PAID);
});

test("a proposal that expires after acceptance gives money and stakes back", async () => {
  using agreed = await Agreed.open();
  await agreed.goOn(86_401);
  expect(await agreed.end()).toEqual(["canceled", MONEY, MONEY, POINTS, POINTS]);
});
