/** An agent at work: which contracts it takes, and how many at once. */
import {
  BadAnswer,
  type Clock,
  type Contract,
  MarketUnavailable,
} from "@bazaar/doors/http/connect";
import { isWanted } from "./filter.ts";
import type { Hooks } from "./hooks.ts";
import type { AgentLimits, AgentOptions } from "./run-agent.ts";
import { Semaphore } from "./semaphore.ts";
import { type WorkNeeds, workContract } from "./work/work-contract.ts";

const USUAL_LIMITS: AgentLimits = { contracts: 4, headStartMs: () => 0, pollMs: 1_000 };
/** Contracts that wait for their head start or are being worked on. */
const MAX_CONSIDERED = 1_000;
/** Contracts that are not considered again. */
const MAX_REMEMBERED = 10_000;

export class RunningAgent {
  readonly limits: AgentLimits;
  readonly #options: AgentOptions;
  readonly #clock: Clock;
  readonly #hooks: Hooks;
  readonly #running = new Map<string, Promise<void>>();
  readonly #slots: Semaphore;
  readonly #done = new Set<string>();

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#clock = options.connection.clock;
    this.#hooks = options.hooks ?? {};
    this.limits = { ...USUAL_LIMITS, ...options.limits };
    this.#slots = new Semaphore(this.limits.contracts);
  }

  /** For a contract that this agent holds already: never turned away. */
  resume(name: string): void {
    this.#start(name, () => this.#work(name, (contract) => this.#isHeld(contract)));
  }

  consider(name: string): void {
    if (this.#slots.isFull || this.#running.size >= MAX_CONSIDERED) return;
    this.#start(name, () => this.#work(name, (contract) => this.#isTaken(contract)));
  }

  /** Resumes or considers it, whichever fits. */
  takeUp(name: string): void {
    const isOurs = async (contract: Contract): Promise<boolean> =>
      (await this.#isHeld(contract)) || (await this.#isTaken(contract));
    this.#start(name, () => this.#work(name, isOurs));
  }

  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  #start(id: string, run: () => Promise<void>): void {
    // Lists have the whole id, events its first half.
    const name = id.slice(0, 32);
    if (this.#running.has(name) || this.#done.has(name)) return;
    const running = run().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
  }

  /**
   * An error with one contract does not affect the others. `isOurs` has taken a slot if it
   * returns true.
   */
  async #work(name: string, isOurs: (contract: Contract) => Promise<boolean>): Promise<void> {
    const { connection, signal } = this.#options;
    let contract: Contract | null = null;
    let hasSlot = false;
    try {
      const found = await connection.contract(name, signal);
      if (!found.ok) return;
      contract = found.value;
      hasSlot = await isOurs(contract);
      if (!hasSlot || signal.aborted) return;
      this.#remember(name);
      const over = await workContract(this.#needs(), contract, signal);
      if (over !== null && !signal.aborted) this.#hooks.ended?.(over);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof BadAnswer) this.#remember(name);
      // A market that is down may be back when the contract is found again.
      if (!(error instanceof MarketUnavailable && contract === null)) {
        this.#hooks.error?.(error, contract);
      }
    } finally {
      if (hasSlot) this.#slots.release();
    }
  }

  async #isHeld({ state }: Contract): Promise<boolean> {
    if (state.seat?.agent !== this.#options.connection.party) return false;
    this.#slots.acquireAnyway();
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
    await this.#slots.acquire();
    return true;
  }

  #needs(): WorkNeeds {
    const { connection, solver, only, price, argue } = this.#options;
    return {
      connection,
      solver,
      hooks: this.#hooks,
      trustsPrincipal: only !== undefined,
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
