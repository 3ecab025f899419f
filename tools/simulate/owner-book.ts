/** Whose keys belong together, and that nobody meets itself in a contract. */
import { type Binding, type ContractState, judgeOf, owners, type Party } from "@bazaar/kernel";
import type { Seen } from "./seen.ts";
import { ensure } from "./violation.ts";

export const NOT_ITSELF = "nobody deals with itself, with any of its keys";
const ONE_SEAT = "an owner takes a seat once";
export const NO_SIDE = "an arbiter belongs to no side and votes once";

export class OwnerBook {
  readonly #bindings: Binding[] = [];
  #ownerOf = owners([]);

  bound(binding: Binding): void {
    this.#bindings.push(binding);
    this.#ownerOf = owners(this.#bindings);
  }

  saw({ before, step, by }: Seen): void {
    const { state, entry } = step;
    if (before === null) {
      const { principal, court } = state.terms;
      const isOwn = this.#isOneOf(principal, [judgeOf(court)]);
      ensure(!isOwn, NOT_ITSELF, () => `${principal} names its own judge`);
    }
    if (state.seat !== null && state.seat.number !== before?.seat?.number) {
      this.#checkSeat(state, state.seat.agent);
    }
    if (entry.type === "arbiter_accept" && by !== "server") this.#checkArbiter(state, by);
  }

  #checkSeat({ terms, formerAgents }: ContractState, agent: Party): void {
    const others = [terms.principal, judgeOf(terms.court)];
    ensure(!this.#isOneOf(agent, others), NOT_ITSELF, () => `${agent} takes the seat`);
    ensure(!this.#isOneOf(agent, formerAgents), ONE_SEAT, () => `${agent} comes back`);
  }

  #checkArbiter({ terms, seat, case: open }: ContractState, party: Party): void {
    const sitting = open?.panel?.arbiters.filter(({ is }) => is === "seated") ?? [];
    const others = sitting.map((one) => one.party).filter((one) => one !== party);
    const sides = [terms.principal, seat?.agent ?? null];
    const isFree = !this.#isOneOf(party, [...sides, ...others]);
    ensure(isFree, NO_SIDE, () => `${party} takes a seat on the panel`);
  }

  #isOneOf(party: Party, others: readonly (Party | null)[]): boolean {
    const owner = this.#ownerOf(party);
    return others.some((other) => other !== null && this.#ownerOf(other) === owner);
  }
}
