/** What the two sides of one contract put in, and that stakes, deposits and halves come out right. */
import { type ContractState, isEnded, type Pot, type Sides } from "@bazaar/kernel";
import type { Seen } from "./seen.ts";
import { ensure } from "./violation.ts";

export const STAKES = "staked = returned + transferred + burned";
export const BOTH_PAY = "both sides deposit when the agent accepts";
export const HALVES = "a split leaves half to each, and the odd unit to the agent";

/** Rating points that were staked, and what became of them. */
export interface Stakes {
  staked: bigint;
  returned: bigint;
  transferred: bigint;
  burned: bigint;
}

const OTHER = { principal: "agent", agent: "principal" } as const;

export class MoneyBook {
  /** Of all contracts together. */
  readonly #all: Stakes;
  /** What each side of this contract has at stake now. */
  readonly #staked = { principal: 0n, agent: 0n };

  constructor(all: Stakes) {
    this.#all = all;
  }

  saw(seen: Seen): void {
    const { before, step } = seen;
    const { state } = step;
    for (const [index, pot] of state.terms.pots.entries()) {
      if (pot.schedule === "stake") this.#moveStakes(seen, index);
      if (pot.funds === "accept" && isAcceptance(before, state)) checkDeposits(seen, pot, index);
      if (state.outcome?.row === "ruled_split" && !isSplit(before)) checkHalves(seen, pot, index);
    }
    const { principal, agent } = this.#staked;
    const isOver = !isEnded(state.phase) || (principal === 0n && agent === 0n);
    ensure(isOver, STAKES, () => `${principal} and ${agent} are left after ${step.entry.type}`);
  }

  #moveStakes({ step, legs }: Seen, index: number): void {
    for (const { pot, side, amount } of step.holds) {
      if (pot !== index || side === "arbiter") continue;
      this.#staked[side] += amount;
      this.#all.staked += amount;
    }
    for (const { pot, to, amount } of legs) {
      if (pot !== index) continue;
      if (to.role === "burn") this.#burn(amount);
      else if (to.role === "principal" || to.role === "agent") this.#pay(to.role, amount);
      else ensure(false, STAKES, () => `${amount} go to ${to.role}`);
    }
  }

  #burn(amount: bigint): void {
    const { principal, agent } = this.#staked;
    ensure(amount === principal + agent, STAKES, () => `${amount} burn`);
    this.#staked.principal = 0n;
    this.#staked.agent = 0n;
    this.#all.burned += amount;
  }

  /** Its own stake first; more than that is what the other side loses, whole. */
  #pay(side: keyof Sides, amount: bigint): void {
    const own = this.#staked[side];
    const won = amount - own;
    ensure(won === 0n || won === this.#staked[OTHER[side]], STAKES, () => `${amount} to ${side}`);
    this.#staked[side] = 0n;
    this.#all.returned += own;
    if (won === 0n) return;
    this.#staked[OTHER[side]] = 0n;
    this.#all.transferred += won;
  }
}

function isAcceptance(before: ContractState | null, after: ContractState): boolean {
  return after.seat?.isAccepted === true && before?.seat?.isAccepted !== true;
}

function checkDeposits({ step }: Seen, pot: Pot, index: number): void {
  const { price, stake } = step.state;
  const isStake = pot.schedule === "stake";
  const due = {
    principal: isStake ? pot.due.principal : (price ?? pot.due.principal),
    agent: isStake ? (stake ?? pot.due.agent) : pot.due.agent,
  };
  for (const side of ["principal", "agent"] as const) {
    const taken = step.holds
      .filter((hold) => hold.pot === index && hold.side === side)
      .reduce((sum, { amount }) => sum + amount, 0n);
    ensure(taken === due[side], BOTH_PAY, () => `${side}: ${taken} of ${due[side]}`);
  }
}

function isSplit(before: ContractState | null): boolean {
  return before?.outcome?.row === "ruled_split";
}

function checkHalves({ before, step, legs }: Seen, pot: Pot, index: number): void {
  if (pot.schedule !== "pay-after-verify") return;
  const held = before?.held[index]?.principal ?? 0n;
  const price = step.state.price ?? pot.bounty;
  // Rounded down: the odd unit is the agent's.
  const back = held - price + price / 2n;
  const paid = legs
    .filter((leg) => leg.pot === index && leg.to.role === "principal")
    .reduce((sum, { amount }) => sum + amount, 0n);
  ensure(paid === back, HALVES, () => `${paid} of ${held} go back, not ${back}`);
}
