/**
 * Every act and its rule, under the name that entries have: one line each.
 *
 * An act's file declares who sends it, in which phases, and its fields. Every list of acts or fields,
 * and the types of their names, follow from this table; the order is that of the spec's table.
 */
import type { ActTraits } from "./act.ts";
import { abandoned } from "./acts/abandoned.ts";
import { accept } from "./acts/accept.ts";
import { answer } from "./acts/answer.ts";
import { appeal } from "./acts/appeal.ts";
import { arbiterAccept } from "./acts/arbiter-accept.ts";
import { arbiterDecline } from "./acts/arbiter-decline.ts";
import { ask } from "./acts/ask.ts";
import { autoCancel } from "./acts/auto-cancel.ts";
import { autoFulfill } from "./acts/auto-fulfill.ts";
import { backOut } from "./acts/back-out.ts";
import { bond } from "./acts/bond.ts";
import { cancel } from "./acts/cancel.ts";
import { checked } from "./acts/checked.ts";
import { decline } from "./acts/decline.ts";
import { disputeFiled } from "./acts/dispute-filed.ts";
import { disputeResponse } from "./acts/dispute-response.ts";
import { disputeReveal } from "./acts/dispute-reveal.ts";
import { evidence } from "./acts/evidence.ts";
import { extended } from "./acts/extended.ts";
import { fix } from "./acts/fix.ts";
import { funded } from "./acts/funded.ts";
import { halt } from "./acts/halt.ts";
import { inAbsentia } from "./acts/in-absentia.ts";
import { investigate } from "./acts/investigate.ts";
import { lapsed } from "./acts/lapsed.ts";
import { message } from "./acts/message.ts";
import { panelCalled } from "./acts/panel-called.ts";
import { panelDrawn } from "./acts/panel-drawn.ts";
import { post } from "./acts/post.ts";
import { result } from "./acts/result.ts";
import { resume } from "./acts/resume.ts";
import { reviewAccept } from "./acts/review-accept.ts";
import { reviewOpened } from "./acts/review-opened.ts";
import { reviewReject } from "./acts/review-reject.ts";
import { ruling } from "./acts/ruling.ts";
import { rulingFinal } from "./acts/ruling-final.ts";
import { setAccount } from "./acts/set-account.ts";
import { settled } from "./acts/settled.ts";
import { verify } from "./acts/verify.ts";
import { voided } from "./acts/voided.ts";
import { vote } from "./acts/vote.ts";

export const ACT_RULES = {
  post,
  bond,
  decline,
  accept,
  investigate,
  result,
  fix,
  verify,
  review_accept: reviewAccept,
  review_reject: reviewReject,
  cancel,
  back_out: backOut,
  halt,
  resume,
  dispute_filed: disputeFiled,
  dispute_response: disputeResponse,
  dispute_reveal: disputeReveal,
  evidence,
  arbiter_accept: arbiterAccept,
  arbiter_decline: arbiterDecline,
  vote,
  appeal,
  ask,
  answer,
  message,
  set_account: setAccount,
  funded,
  extended,
  abandoned,
  auto_cancel: autoCancel,
  auto_fulfill: autoFulfill,
  review_opened: reviewOpened,
  in_absentia: inAbsentia,
  panel_called: panelCalled,
  panel_drawn: panelDrawn,
  lapsed,
  checked,
  ruling,
  ruling_final: rulingFinal,
  voided,
  settled,
} as const;

type Rules = typeof ACT_RULES;

export type ActType = keyof Rules;
export type JudgeAct = ActBy<"judge">;
export type ServerAct = ActBy<"server">;
export type PartyAct = Exclude<ActType, JudgeAct | ServerAct>;

type ActBy<By> = { [Name in ActType]: Rules[Name]["by"] extends By ? Name : never }[ActType];

const ACTS = Object.keys(ACT_RULES) as readonly ActType[];

/** Written by the judge of the terms, which may be the server. */
export const JUDGE_ACTS: readonly JudgeAct[] = ACTS.filter(isJudgeAct);

export const SERVER_ACTS: readonly ServerAct[] = ACTS.filter(isServerAct);

export const PARTY_ACTS: readonly PartyAct[] = ACTS.filter(
  (type) => !isJudgeAct(type) && !isServerAct(type),
);

export function isActType(type: string): type is ActType {
  return Object.hasOwn(ACT_RULES, type);
}

/** The fields of an act; none if there is no such act. */
export function actFields(type: string): readonly string[] {
  return isActType(type) ? ACT_RULES[type].fields : [];
}

export function actTraits(type: ActType): ActTraits {
  return ACT_RULES[type];
}

/**
 * The most characters of a canonical entry: enough for the longest texts of its kind with their
 * signed origin.
 */
export function maxEntryLength(type: string): number {
  return isActType(type) && actTraits(type).isLong === true ? 2 ** 21 : 2 ** 18;
}

function isJudgeAct(type: ActType): type is JudgeAct {
  return ACT_RULES[type].by === "judge";
}

function isServerAct(type: ActType): type is ServerAct {
  return ACT_RULES[type].by === "server";
}
