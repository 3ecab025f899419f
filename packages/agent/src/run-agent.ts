/**
 * The agent: finds contracts, takes those it wants and works on several at once. After a restart it
 * resumes the contracts that the market lists as its own.
 */
import type { Connection } from "@bazaar/doors/connection";
import { discover } from "./discover.ts";
import type { Filter } from "./filter.ts";
import type { Hooks } from "./hooks.ts";
import { openSeats } from "./open-seats.ts";
import { type PlaceLimits, usualPlaces } from "./places.ts";
import type { PrincipalRecords } from "./principal-records.ts";
import { RunningAgent } from "./running-agent.ts";
import type { Solver } from "./solver.ts";
import type { WorkNeeds } from "./work/work-contract.ts";

export interface AgentOptions extends Pick<WorkNeeds, "price" | "argue"> {
  /** Its signer is the agent's identity. */
  readonly connection: Connection;
  readonly solver: Solver;
  /** How contracts are found: by the market's event stream, or by polling. */
  readonly discovery?: "stream" | "poll";
  readonly filter?: Filter;
  /**
   * The only contracts it works on, asked for at each poll. Their principal is the agent's own user: it
   * may have any number of them, take its time, and reject a fix without being taken to court.
   * Default: whatever the market lists.
   */
  readonly only?: () => Iterable<string>;
  /** How principals have treated this agent. Default: nothing is recorded. */
  readonly records?: PrincipalRecords;
  readonly limits?: Partial<AgentLimits>;
  readonly hooks?: Hooks;
  readonly signal: AbortSignal;
}

export interface AgentLimits extends PlaceLimits {
  /** How long to wait before taking a contract; asked for each. */
  readonly headStartMs: () => number;
  readonly pollMs: number;
  /** How long to work on one contract without money; null: as long as it takes. */
  readonly freePatienceMs: number | null;
}

const USUAL_CONTRACTS = 4;
const USUAL_LIMITS = { headStartMs: () => 0, pollMs: 1_000, freePatienceMs: 600_000 };

/** For contracts that its owner chose. */
const UNBOUNDED = {
  perPrincipal: Number.POSITIVE_INFINITY,
  free: Number.POSITIVE_INFINITY,
  freePatienceMs: null,
};

/** Runs until the signal aborts, and leaves contracts in progress as they are. */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { connection, filter = {}, discovery = "poll", only, signal } = options;
  const limits = limitsOf(options);
  const { pollMs } = limits;
  const agent = new RunningAgent(options, limits);
  if (only !== undefined) {
    while (!signal.aborted) {
      for (const name of only()) agent.takeUp(name);
      await connection.clock.sleep(pollMs, signal);
    }
    await agent.idle();
    return;
  }
  const onError = (error: unknown): void => options.hooks?.error?.(error, null);
  for await (const name of openSeats(connection, onError, signal)) agent.resume(name);
  const needs = { connection, filter, discovery, pollMs, onError, signal };
  await discover(needs, (name, principal) => agent.consider(name, principal));
  await agent.idle();
}

function limitsOf({ limits = {}, only }: AgentOptions): AgentLimits {
  const places = usualPlaces(limits.contracts ?? USUAL_CONTRACTS);
  return { ...USUAL_LIMITS, ...places, ...(only === undefined ? {} : UNBOUNDED), ...limits };
}
