/** An agent at work: which contracts it takes, how many at once, and what it learns of principals. */
import {
  BadAnswer,
  type Clock,
  type Contract,
  type MarketRefusal,
  MarketUnavailable,
} from "@bazaar/doors/connection";
import { contractAlias, type Party } from "@bazaar/kernel";
import { conductIn } from "./conduct.ts";
import { isFree, isWanted } from "./filter.ts";
import type { Hooks } from "./hooks.ts";
import { type Place, Places } from "./places.ts";
import type { AgentLimits, AgentOptions } from "./run-agent.ts";
import type { Solver } from "./solver.ts";
import { TestMoney } from "./test-money.ts";
import { afterFix, fixUnseen } from "./work/fix-unseen.ts";
import { withTimeout } from "./work/with-timeout.ts";
import { type WorkNeeds, workContract } from "./work/work-contract.ts";

/** Contracts that wait for their head start or are being worked on. */
const MAX_CONSIDERED = 1_000;
/** Contracts that are not considered again. */
const MAX_REMEMBERED = 10_000;
/** Refusals that do not last, and how long to wait where the market does not say. */
const PASSING: ReadonlySet<string> = new Set([
  "insufficient_funds",
  "too_many_seats",
  "seat_too_soon",
]);
const AGAIN_MS = 10_000;
/** How long a solver may take to find a fix for a contract that it cannot look at. */
const UNSEEN_MS = 60_000;

type PlaceFor = (contract: Contract) => Promise<Place | null>;

export class RunningAgent {
  readonly #options: AgentOptions;
  readonly #limits: AgentLimits;
  readonly #clock: Clock;
  readonly #hooks: Hooks;
  readonly #places: Places;
  readonly #money: TestMoney;
  readonly #running = new Map<string, Promise<void>>();
  /** Until when each is not considered again. */
  readonly #done = new Map<string, number>();

  constructor(options: AgentOptions, limits: AgentLimits) {
    const { connection, signal, hooks = {} } = options;
    this.#options = options;
    this.#limits = limits;
    this.#clock = connection.clock;
    this.#hooks = hooks;
    this.#places = new Places(limits);
    this.#money = new TestMoney(connection, signal, (asset, answer) =>
      hooks.askedForMoney?.(asset, answer),
    );
  }

  /** For a contract that this agent holds already: never turned away. */
  resume(name: string): void {
    this.#start(name, async (contract) => this.#held(contract));
  }

  /** False if no more contracts are wanted now. */
  consider(name: string, principal: Party | null): boolean {
    if (this.#places.isFull || this.#running.size >= MAX_CONSIDERED) return false;
    if (principal === null || !this.#places.isFullFor(principal)) {
      this.#start(name, (contract) => this.#taken(contract));
    }
    return true;
  }

  /** Resumes or considers it, whichever fits. */
  takeUp(name: string): void {
    this.#start(name, async (contract) => this.#held(contract) ?? this.#taken(contract));
  }

  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  #start(id: string, placeFor: PlaceFor): void {
    // Lists have the whole id, events the alias.
    const name = contractAlias(id);
    const untilMs = this.#done.get(name) ?? 0;
    if (this.#running.has(name) || this.#clock.nowMs() < untilMs) return;
    const running = this.#work(name, placeFor).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
  }

  /** An error with one contract does not affect the others. */
  async #work(name: string, placeFor: PlaceFor): Promise<void> {
    const { connection, signal } = this.#options;
    let contract: Contract | null = null;
    try {
      const found = await connection.contract(name, signal);
      if (!found.ok) return;
      contract = found.value;
      using place = await placeFor(contract);
      if (place === null || signal.aborted) return;
      this.#remember(name);
      const solver = await this.#solverFor(contract);
      if (solver === null) return this.#remember(name, contract.state.deadline?.atMs);
      const needs = { ...this.#needs(contract, place), solver };
      const worked = await workContract(needs, contract, signal);
      if (worked.is === "over" && !signal.aborted) this.#learnFrom(worked.contract);
      if (worked.is === "not_taken" && PASSING.has(worked.refusal.code)) {
        this.#remember(name, this.#clock.nowMs() + waitMs(worked.refusal));
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof BadAnswer) this.#remember(name);
      // A market that is down may be back when the contract is found again.
      if (!(error instanceof MarketUnavailable && contract === null)) {
        this.#hooks.error?.(error, contract);
      }
    }
  }

  #learnFrom(over: Contract): void {
    const { connection, records } = this.#options;
    const conduct = conductIn(over, connection.party);
    if (conduct !== null) {
      records?.add(over.state.terms.principal, conduct, this.#clock.nowMs());
    }
    this.#hooks.ended?.(over);
  }

  #held({ state }: Contract): Place | null {
    if (state.seat?.agent !== this.#options.connection.party) return null;
    return this.#places.takeAnyway(state.terms);
  }

  async #taken(contract: Contract): Promise<Place | null> {
    const { terms, phase } = contract.state;
    if (phase !== "open") return null;
    if (!this.#isAcceptable(contract)) {
      this.#remember(contract.id);
      return null;
    }
    // Found again when one of those that fill the limit is over.
    if (!this.#places.isOpenTo(terms)) return null;
    if (this.#hooks.contractFound?.(contract) === false) {
      this.#remember(contract.id);
      return null;
    }
    await this.#clock.sleep(this.#limits.headStartMs(), this.#options.signal);
    return this.#places.take(terms);
  }

  /** Null if the seat can only be taken unseen, with a stake, and there is no fix to hand in. */
  async #solverFor(contract: Contract): Promise<Solver | null> {
    const { solver, signal } = this.#options;
    const { phase, looking, terms } = contract.state;
    const isStaked = terms.pots.some(({ due }) => due.agent > 0n);
    if (phase !== "open" || !looking.isOver || !isStaked) return solver;
    const time = { clock: this.#clock, ms: UNSEEN_MS, signal };
    const fix = await withTimeout(time, (inTime) => fixUnseen(solver, contract, inTime));
    return fix === null ? null : afterFix(fix, solver);
  }

  #isAcceptable(contract: Contract): boolean {
    const { filter = {}, connection, records } = this.#options;
    const { terms, formerAgents } = contract.state;
    const { party } = connection;
    if (terms.principal === party || formerAgents.includes(party)) return false;
    if (!isWanted(filter, terms)) return false;
    const problem = records?.problemWith(terms.principal, this.#clock.nowMs()) ?? null;
    if (problem !== null) this.#hooks.passedOver?.(contract, problem);
    return problem === null;
  }

  #needs({ state }: Contract, place: Place): Omit<WorkNeeds, "solver"> {
    const { connection, only, price, argue } = this.#options;
    const { freePatienceMs } = this.#limits;
    const isPatient = freePatienceMs === null || !isFree(state.terms);
    return {
      connection,
      hooks: this.#hooks,
      trustsPrincipal: only !== undefined,
      testMoney: (asset) => this.#money.ask(asset),
      ...(isPatient ? {} : { patience: { ms: freePatienceMs, lost: () => place.setAside() } }),
      ...(price === undefined ? {} : { price }),
      ...(argue === undefined ? {} : { argue }),
    };
  }

  #remember(id: string, untilMs = Number.POSITIVE_INFINITY): void {
    this.#done.set(contractAlias(id), untilMs);
    const [oldest] = this.#done.keys();
    if (this.#done.size > MAX_REMEMBERED && oldest !== undefined) this.#done.delete(oldest);
  }
}

function waitMs({ facts: { secondsLeft } }: MarketRefusal): number {
  return Math.max(AGAIN_MS, typeof secondsLeft === "bigint" ? Number(secondsLeft) * 1_000 : 0);
}
