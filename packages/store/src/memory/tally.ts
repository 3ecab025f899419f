import { isEnded, type Party, type Phase } from "@bazaar/kernel";
import type { Census, History, OpenSide } from "@bazaar/market/ports";

/** The parties of a contract and its phase. */
export interface Standing {
  readonly phase: Phase;
  readonly principal: Party;
  /** Who holds the seat, or held it last. */
  readonly agent: Party | null;
  readonly isSeated: boolean;
  /** Failures that the principal reported without evidence. */
  readonly unsupported: number;
}

/** Counts contracts as they move, so that no query has to scan them. */
export class Tally {
  readonly #all = new Map<Phase, number>();
  readonly #principals = new Map<Party, Map<Phase, number>>();
  readonly #agents = new Map<Party, Map<Phase, number>>();
  readonly #seated = new Map<Party, Map<Phase, number>>();
  readonly #unsupported = new Map<Party, number>();

  move(before: Standing | null, after: Standing): void {
    if (before !== null) this.#count(before, -1);
    this.#count(after, 1);
  }

  get census(): Census {
    return present(this.#all);
  }

  /** Everyone who has ever taken a seat. */
  get agents(): number {
    return this.#agents.size;
  }

  history(party: Party): History {
    const [principal, agent] = [this.#principals.get(party), this.#agents.get(party)];
    const unsupported = this.#unsupported.get(party) ?? 0;
    return { unsupported, principal: present(principal), agent: present(agent) };
  }

  open(party: Party, as: OpenSide): number {
    return open((as === "principal" ? this.#principals : this.#seated).get(party));
  }

  #count({ phase, principal, agent, isSeated, unsupported }: Standing, step: 1 | -1): void {
    add(this.#all, phase, step);
    add(censusOf(this.#principals, principal), phase, step);
    const before = this.#unsupported.get(principal) ?? 0;
    this.#unsupported.set(principal, before + step * unsupported);
    if (agent === null) return;
    add(censusOf(this.#agents, agent), phase, step);
    if (isSeated) add(censusOf(this.#seated, agent), phase, step);
  }
}

function censusOf(censuses: Map<Party, Map<Phase, number>>, party: Party): Map<Phase, number> {
  const census = censuses.get(party) ?? new Map<Phase, number>();
  censuses.set(party, census);
  return census;
}

function add(census: Map<Phase, number>, phase: Phase, step: 1 | -1): void {
  census.set(phase, (census.get(phase) ?? 0) + step);
}

function present(census: Census = new Map()): Census {
  return new Map([...census].filter(([, contracts]) => contracts > 0));
}

function open(census: Census = new Map()): number {
  let contracts = 0;
  for (const [phase, found] of census) if (!isEnded(phase)) contracts += found;
  return contracts;
}
