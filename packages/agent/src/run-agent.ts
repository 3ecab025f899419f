/**
 * The agent: finds contracts, takes what it wants, works on several at once, and goes on with what
 * it held when it was started again. It remembers nothing itself; the market's list does.
 */
import {
  BadAnswer,
  type Clock,
  type Connection,
  type Contract,
  MarketUnavailable,
} from "@bazaar/doors/http/connect";
import { discover } from "./discover.ts";
import { type Filter, isWanted } from "./filter.ts";
import type { Hooks } from "./hooks.ts";
import { openSeats } from "./open-seats.ts";
import type { Solver } from "./solver.ts";
import { type WorkNeeds, workContract } from "./work/work-contract.ts";
import { WorkPlaces } from "./work-places.ts";

export interface AgentOptions extends Pick<WorkNeeds, "price" | "argue"> {
  /** Its signer is who the agent is. */
  readonly connection: Connection;
  readonly solver: Solver;
  /** How contracts are found: by the market's event stream, or by asking again and again. */
  readonly discovery?: "stream" | "poll";
  readonly filter?: Filter;
  readonly limits?: Partial<AgentLimits>;
  readonly hooks?: Hooks;
  readonly signal: AbortSignal;
}

export interface AgentLimits {
  /** Contracts at once. */
  readonly contracts: number;
  /** How long others may go first; asked for each contract. */
  readonly headStartMs: () => number;
  readonly pollMs: number;
}

const USUAL_LIMITS: AgentLimits = { contracts: 4, headStartMs: () => 0, pollMs: 1_000 };
/** Contracts that others may still go first on, and those at work. */
const MAX_CONSIDERED = 1_000;
/** Contracts that are not looked at a second time. */
const MAX_REMEMBERED = 10_000;

/** Runs until the signal aborts. Contracts that are under way then stay as they are. */
export async function runAgent(options: AgentOptions): Promise<void> {
  const agent = new RunningAgent(options);
  const { connection, filter = {}, discovery = "poll", signal } = options;
  for await (const name of openSeats(connection, signal)) agent.resume(name);
  const { pollMs } = agent.limits;
  const onError = (error: unknown): void => options.hooks?.error?.(error, null);
  const needs = { connection, filter, discovery, pollMs, onError, signal };
  await discover(needs, (name) => agent.consider(name));
  await agent.idle();
}

class RunningAgent {
  readonly limits: AgentLimits;
  readonly #options: AgentOptions;
  readonly #clock: Clock;
  readonly #hooks: Hooks;
  readonly #running = new Map<string, Promise<void>>();
  readonly #places: WorkPlaces;
  readonly #done = new Set<string>();

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#clock = options.connection.clock;
    this.#hooks = options.hooks ?? {};
    this.limits = { ...USUAL_LIMITS, ...options.limits };
    this.#places = new WorkPlaces(this.limits.contracts);
  }

  /** A contract that this agent holds already counts, and is never turned away. */
  resume(name: string): void {
    this.#start(name, () => this.#work(name, (contract) => this.#isHeld(contract)));
  }

  consider(name: string): void {
    if (this.#places.isFull || this.#running.size >= MAX_CONSIDERED) return;
    this.#start(name, () => this.#work(name, (contract) => this.#isTaken(contract)));
  }

  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  #start(id: string, run: () => Promise<void>): void {
    // Lists say the whole id, and events its first half.
    const name = id.slice(0, 32);
    if (this.#running.has(name) || this.#done.has(name)) return;
    const running = run().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
  }

  /**
   * Nothing that goes wrong with one contract is a reason to drop the others. Whoever says that
   * it is ours has taken a place for it.
   */
  async #work(name: string, isOurs: (contract: Contract) => Promise<boolean>): Promise<void> {
    const { connection, signal } = this.#options;
    let contract: Contract | null = null;
    let hasPlace = false;
    try {
      const found = await connection.contract(name, signal);
      if (!found.ok) return;
      contract = found.value;
      hasPlace = await isOurs(contract);
      if (!hasPlace || signal.aborted) return;
      this.#remember(name);
      const over = await workContract(this.#needs(), contract, signal);
      if (over !== null && !signal.aborted) this.#hooks.ended?.(over);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof BadAnswer) this.#remember(name);
      // Whoever is not there now may be there when it is found again.
      if (!(error instanceof MarketUnavailable && contract === null)) {
        this.#hooks.error?.(error, contract);
      }
    } finally {
      if (hasPlace) this.#places.free();
    }
  }

  async #isHeld({ state }: Contract): Promise<boolean> {
    if (state.seat?.agent !== this.#options.connection.party) return false;
    this.#places.takeAnyway();
    return true;
  }

  async #isTaken(contract: Contract): Promise<boolean> {
    const { filter = {}, connection, signal } = this.#options;
    const { terms, phase, formerAgents } = contract.state;
    if (phase !== "open") return false;
    const isBarred =
      terms.principal === connection.party || formerAgents.includes(connection.party);
    if (isBarred || !isWanted(filter, terms) || this.#hooks.contractFound?.(contract) === false) {
      this.#remember(contract.id);
      return false;
    }
    await this.#clock.sleep(this.limits.headStartMs(), signal);
    await this.#places.take();
    return true;
  }

  #needs(): WorkNeeds {
    const { connection, solver, price, argue } = this.#options;
    return {
      connection,
      solver,
      hooks: this.#hooks,
      ...(price === undefined ? {} : { price }),
      ...(argue === undefined ? {} : { argue }),
    };
  }

  #remember(id: string): void {
    this.#done.add(id.slice(0, 32));
    const [oldest] = this.#done;
    if (this.#done.size > MAX_REMEMBERED && oldest !== undefined) this.#done.delete(oldest);
  }
}
