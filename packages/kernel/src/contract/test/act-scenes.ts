/** A story for each act in which it is accepted. */
import {
  AGENT,
  ARBITERS,
  accepted,
  awaitingDeposit,
  bonded,
  calling,
  deliberating,
  drawing,
  filed,
  fixed,
  halted,
  hearing,
  PRINCIPAL,
  rechecked,
  revealing,
  reviewed,
  ruled,
  SERVER,
  type Story,
  sampleTerms,
  seating,
  story,
  voting,
} from "@bazaar/testkit";
import type { Signer } from "../../identity/signer.ts";
import { invariant } from "../../invariant.ts";
import type { ActType } from "../act-rules.ts";

const [, arbiter] = ARBITERS;
invariant(arbiter !== undefined, "nobody sits on a panel");

const late = (told: Story): Story => {
  told.waitForDeadline().nowMs += 1;
  return told;
};

/** Who may send each act, and in which story. */
export type ActScene = readonly [Signer, () => Story];

export const ACT_SCENES: Readonly<Record<Exclude<ActType, "post">, ActScene>> = {
  bond: [AGENT, story],
  decline: [AGENT, bonded],
  accept: [AGENT, () => story(sampleTerms({ rules: { looksFirst: false } }))],
  investigate: [AGENT, bonded],
  result: [PRINCIPAL, () => bonded().act(AGENT, "investigate")],
  fix: [AGENT, accepted],
  verify: [PRINCIPAL, fixed],
  review_accept: [PRINCIPAL, reviewed],
  review_reject: [PRINCIPAL, reviewed],
  cancel: [PRINCIPAL, accepted],
  back_out: [AGENT, accepted],
  halt: [PRINCIPAL, accepted],
  resume: [PRINCIPAL, halted],
  dispute_filed: [AGENT, accepted],
  dispute_response: [AGENT, filed],
  dispute_reveal: [PRINCIPAL, revealing],
  evidence: [AGENT, hearing],
  arbiter_accept: [arbiter, seating],
  arbiter_decline: [arbiter, seating],
  vote: [arbiter, voting],
  appeal: [PRINCIPAL, ruled],
  ask: [AGENT, bonded],
  answer: [PRINCIPAL, bonded],
  message: [AGENT, bonded],
  set_account: [AGENT, bonded],
  funded: [SERVER, awaitingDeposit],
  extended: [SERVER, () => late(accepted())],
  abandoned: [SERVER, () => late(accepted())],
  auto_cancel: [SERVER, () => late(story())],
  auto_fulfill: [SERVER, () => late(reviewed())],
  review_opened: [SERVER, () => late(fixed())],
  in_absentia: [SERVER, () => late(filed())],
  panel_called: [SERVER, calling],
  panel_drawn: [SERVER, () => late(drawing())],
  lapsed: [SERVER, () => late(revealing())],
  checked: [SERVER, rechecked],
  ruling: [SERVER, deliberating],
  ruling_final: [SERVER, () => late(ruled())],
  voided: [SERVER, () => late(deliberating())],
  settled: [SERVER, () => story().lapse()],
};
