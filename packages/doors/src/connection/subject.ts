/**
 * What an act is about.
 *
 * An act is decided on the contract as its author saw it. If the chain has grown since, the same act
 * may mean something else: a verification would count for another fix, a cancel would cost a fee.
 * So an act is signed again for a longer chain only if it is still about the same thing; otherwise
 * its author must decide again.
 */
import { entryHash } from "@bazaar/kernel";
import type { ActName } from "./connection.ts";
import type { Contract } from "./contract.ts";

/** If this is equal for two states of a contract, the act means the same in both. */
export function subjectOf(act: ActName, contract: Contract): string {
  return JSON.stringify(SUBJECTS[act](contract));
}

type Subject = (contract: Contract) => unknown;

/** These acts depend on nothing but the terms, which never change. */
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

const panel: Subject = (contract) => [dispute(contract), contract.state.case?.panel?.stage];

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
  // The fee depends on whether there is an agent and whether it has accepted.
  cancel: ({ state }) => [state.phase, state.seat?.number],
  back_out: ({ state }) => [state.phase, state.seat?.number],
  // A halt is meant whatever has happened since.
  halt: always,
  resume: dispute,
  dispute_filed: attempt,
  dispute_response: dispute,
  appeal: dispute,
  dispute_reveal: panel,
  evidence: dispute,
  arbiter_accept: panel,
  arbiter_decline: panel,
  vote: panel,
  ask: seat,
  answer: seat,
  message: ({ state }) => state.seat?.number,
  set_account: always,
};
