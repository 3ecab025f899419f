/** What an agent asks to see, answered through the guard and scrubbed; each seat has its own pace. */
import type { Clock, Contract } from "@bazaar/doors/http/connect";
import { explain, Investigation, investigate } from "@bazaar/guard/investigate";
import type { RepairEvent } from "./repair-event.ts";
import type { Surroundings } from "./try-fix.ts";

export interface KeyholeNeeds {
  readonly around: Surroundings & { readonly home: string };
  readonly scrub: (text: string) => string;
  readonly tell: (event: RepairEvent) => void;
}

/** One look, told to whoever follows; how often there may be one is for others to say. */
export async function lookAndTell(
  command: string,
  { around, scrub, tell }: KeyholeNeeds,
): Promise<Looked> {
  const found = await investigate({
    command,
    directory: around.workingTree,
    home: around.home,
    searchPath: around.path,
    scrub,
  });
  if (found.ok) tell({ type: "looked", command, finding: found.value });
  else tell({ type: "look_refused", command, refusal: found.refusal });
  return found;
}

type Looked = Awaited<ReturnType<typeof investigate>>;

/** The share of a turn that may go by in keeping a pace; the rest is for the answer itself. */
const SHARE_OF_TURN = 1 / 3;

/**
 * A question that the market took at the right time may reach this machine a little too soon after
 * the one before, which was slower on its way. It is answered later, not refused: to the agent a no
 * is a no, and costs a round.
 */
export class Keyhole {
  readonly #needs: KeyholeNeeds;
  readonly #looks = new Map<number, Investigation>();

  constructor(needs: KeyholeNeeds) {
    this.#needs = needs;
  }

  /** What leaves the machine as the answer, a no included. */
  async look({ state }: Contract, seat: number, command: string, wait: Wait): Promise<string> {
    const { scrub, tell } = this.#needs;
    const { investigationRounds, investigationRateSeconds, turnSeconds } = state.terms.rules;
    const pace = { rounds: investigationRounds, secondsBetween: investigationRateSeconds };
    const looks = this.#looks.get(seat) ?? new Investigation(pace);
    this.#looks.set(seat, looks);
    const taken = await takeInTime(looks, turnSeconds * 1_000 * SHARE_OF_TURN, wait);
    if (!taken.ok) tell({ type: "look_refused", command, refusal: taken.refusal });
    const found = taken.ok ? await lookAndTell(command, this.#needs) : taken;
    return found.ok ? found.value.output : scrub(`Refused: ${explain(found.refusal)}`);
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
