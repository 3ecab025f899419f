/**
 * What an act is about.
 *
 * Whoever acts has looked at a contract and means what it saw. When the chain has grown meanwhile,
 * the same words may mean something else: a verification would count for another fix, a cancel
 * cost what it did not. So an act is signed again on a longer chain only where it is still about
 * the same thing; else whoever acts must look again.
 */
import { entryHash } from "@bazaar/kernel";
import type { ActName } from "./act-words.ts";
import type { Contract } from "./contract.ts";

/** Two contracts for which this is equal are, to that act, the same. */
export function subjectOf(act: ActName, contract: Contract): string {
  return JSON.stringify(SUBJECTS[act](contract));
}

type Subject = (contract: Contract) => unknown;

/** The terms never change, and these acts ask for nothing else. */
const always: Subject = () => null;

const seat: Subject = ({ state }) => [state.seat?.number, state.seat?.isAccepted];

const lastFix: Subject = ({ transcript }) => {
  const fix = transcript.entries.findLast(({ type }) => type === "fix");
  return fix === undefined ? null : entryHash(fix);
};

const attempt: Subject = ({ state }) => [state.phase, state.seat?.number, state.seat?.attempts];

const dispute: Subject = ({ state }) => [
  state.rulings.length,
  state.halts,
  state.case?.leader,
  state.case?.bench,
];

const SUBJECTS: Readonly<Record<ActName, Subject>> = {
  bond: always,
  accept: seat,
  decline: seat,
  investigate: seat,
  result: ({ state }) => [state.seat?.number, state.seat?.pending[0]],
  fix: attempt,
  verify: lastFix,
  review_accept: lastFix,
  review_reject: lastFix,
  // What leaving costs depends on whether there is an agent, and whether it has begun.
  cancel: ({ state }) => [state.phase, state.seat?.number],
  back_out: ({ state }) => [state.phase, state.seat?.number],
  // Whoever pulls the brake means it, whatever has happened since.
  halt: always,
  resume: dispute,
  dispute_filed: attempt,
  dispute_response: dispute,
  appeal: dispute,
  ask: seat,
  answer: seat,
  message: ({ state }) => state.seat?.number,
  set_account: always,
};
