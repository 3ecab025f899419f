/** Answers the investigations of agents, guarded and scrubbed; each seat has its own rate limit. */
import type { Clock, Contract } from "@bazaar/doors/connection";
import {
  explain,
  Investigation,
  type InvestigationRequest,
  investigate,
} from "@bazaar/guard/investigate";
import type { Outgoing } from "../outgoing/outgoing.ts";
import type { RepairEvent } from "./repair-event.ts";
import type { Surroundings } from "./try-fix.ts";

export interface InvestigationNeeds {
  readonly around: Surroundings;
  readonly scrub: (text: string) => string;
  /** What is shown besides the working tree. */
  readonly shows?: readonly string[];
  readonly tell: (event: RepairEvent) => void;
  /** Whether a command may be answered; default: whatever the guard allows. */
  readonly permit?: InvestigationRequest["permit"];
}

/** Runs one read-only command and reports it as an event. Does not limit the rate. */
export async function investigateAndTell(
  command: string,
  { around, scrub, shows = [], tell, permit }: InvestigationNeeds,
): Promise<Looked> {
  const found = await investigate({
    command,
    directory: around.workingTree,
    home: around.home,
    searchPath: around.path,
    shows,
    scrub,
    ...(permit === undefined ? {} : { permit }),
  });
  if (found.ok) tell({ type: "looked", command, finding: found.value });
  else tell({ type: "look_refused", command, refusal: found.refusal });
  return found;
}

/** For an agent of a market. */
type MarketInvestigationNeeds = Omit<InvestigationNeeds, "scrub"> & { readonly outgoing: Outgoing };

type Looked = Awaited<ReturnType<typeof investigate>>;

/** The share of a turn that may be spent waiting for the rate limit. */
const SHARE_OF_TURN = 1 / 3;

/**
 * A command that the market accepted in time may arrive here too early, if the one before it was
 * delayed. It is answered a little later instead of refused: a refusal would cost the agent a round.
 */
export class Investigations {
  readonly #needs: MarketInvestigationNeeds;
  readonly #looks = new Map<number, Investigation>();

  constructor(needs: MarketInvestigationNeeds) {
    this.#needs = needs;
  }

  /** The answer as it is sent, also if it is a refusal. */
  async look(contract: Contract, seat: number, command: string, wait: Wait): Promise<string> {
    const { state } = contract;
    const { outgoing, tell } = this.#needs;
    const { investigationRounds, investigationRateSeconds, turnSeconds } = state.terms.rules;
    const pace = { rounds: investigationRounds, secondsBetween: investigationRateSeconds };
    const looks = this.#looks.get(seat) ?? new Investigation(pace);
    this.#looks.set(seat, looks);
    const taken = await takeInTime(looks, turnSeconds * 1_000 * SHARE_OF_TURN, wait);
    if (!taken.ok) tell({ type: "look_refused", command, refusal: taken.refusal });
    const scrub = (text: string): string => outgoing.text(text);
    const permit: InvestigationNeeds["permit"] = (reading) => outgoing.permit(contract, reading);
    const needs = { ...this.#needs, scrub, permit };
    const found = taken.ok ? await investigateAndTell(command, needs) : taken;
    return found.ok ? found.value.output : outgoing.text(`Refused: ${explain(found.refusal)}`);
  }
}

interface Wait {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

async function takeInTime(
  looks: Investigation,
  mostMs: number,
  { clock, signal }: Wait,
): Promise<ReturnType<Investigation["take"]>> {
  for (;;) {
    const taken = looks.take(clock.nowMs());
    if (taken.ok || taken.refusal.code !== "too_early" || signal.aborted) return taken;
    const { readyAtMs, askedAtMs } = taken.refusal;
    if (readyAtMs - askedAtMs > mostMs) return taken;
    await clock.sleep(readyAtMs - askedAtMs, signal);
  }
}
