/**
 * What a schedule answers: who receives what at the end, of a contract or of one agent's seat.
 *
 * Both divisions are total: a schedule has a line for every row, even for rows that its contracts
 * cannot reach. A schedule only divides; `settle` checks that it adds up.
 */
import type { Ruling } from "../court/ruling.ts";
import type { Outcome, SeatRow } from "./outcome.ts";
import type { Sides } from "./pot.ts";
import type { Parts } from "./shares.ts";

export const BPS = 10_000n;

export interface Schedule<Pot> {
  divide(pot: Pot, held: Sides, outcome: Outcome, rulings: readonly Ruling[]): Parts;
  /** Divides one agent's own deposit; the contract opens again with the principal's still held. */
  divideSeat(pot: Pot, heldByAgent: bigint, row: SeatRow, leaversPaid: bigint): Parts;
}

/** One table: a line per row, each a function of the schedule's variables. */
export type Table<Line extends string, Variables> = Readonly<
  Record<Line, (variables: Variables) => Parts>
>;

export function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

export function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
