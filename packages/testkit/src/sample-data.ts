/** Valid data for every act in the present state of the contract. */
import {
  type ActType,
  type ContractState,
  CUSTODY,
  formatAmount,
  type JsonObject,
  nonceCommitment,
  type ServerAct,
  type Signer,
  sha256Hex,
  timeoutAct,
  unreachable,
  type Verdict,
} from "@bazaar/kernel";
import { toySigner } from "./toy-keys.ts";

export function sampleData(
  type: Exclude<ActType, "post">,
  state: ContractState | null,
): JsonObject {
  switch (type) {
    case "bond":
    case "decline":
    case "accept":
    case "review_accept":
    case "review_reject":
    case "cancel":
    case "back_out":
    case "resume":
    case "arbiter_accept":
    case "arbiter_decline":
    case "settled":
      return {};
    case "abandoned":
    case "auto_cancel":
    case "auto_fulfill":
    case "review_opened":
    case "in_absentia":
    case "panel_drawn":
    case "lapsed":
    case "ruling_final":
    case "voided":
      return silenceData(type, state);
    case "investigate":
      return { command: "cat Makefile" };
    case "result":
      return { command: state?.seat?.pending[0] ?? "cat Makefile", output: "test: all\n" };
    case "fix":
      return { fix: "sed -i s/tset/test/ Makefile", explanation: "a misspelled target" };
    case "verify":
      return { success: true, evidence: { exit_code: 0n } };
    case "halt":
      return { reason: "that is not what I asked for" };
    case "dispute_filed":
    case "appeal":
      return { argument: "the transcript shows it", ...commitmentData(type, state) };
    case "dispute_response":
      return { argument: "the transcript shows it" };
    case "dispute_reveal":
      return { nonce: SAMPLE_NONCE };
    case "evidence":
      return { items: [sha256Hex("a log")], statement: "it shows what happened" };
    case "vote":
      return voteData(state);
    case "panel_called":
      return panelCall(state);
    case "ask":
    case "answer":
    case "message":
      return { message: "which make is it?" };
    case "set_account":
      return { account: "account-1" };
    case "funded":
      return fundedData(state);
    case "extended":
      return gapData(state);
    case "checked":
      return checkedData("no_verdict", questionOf(state));
    case "ruling":
      return {
        outcome: "fulfilled",
        court: state?.case?.bench ?? "district",
        question: questionOf(state),
        reasoning: "the command passes",
      };
    default:
      return unreachable(type);
  }
}

/** What shows each verdict where exit code 0 is asked for, as in the sample terms. */
export const EXIT_EVIDENCE: Readonly<Record<Verdict, JsonObject>> = {
  pass: { exit_code: 0n },
  fail: { exit_code: 1n },
  no_verdict: { reason: "The sandbox broke." },
};

/** The check was run again with this verdict. */
export function checkedData(verdict: Verdict, question = 0n): JsonObject {
  return { verdict, question, evidence: EXIT_EVIDENCE[verdict] };
}

/** The nonce of the side that brings a case before a panel. */
export const SAMPLE_NONCE = "00112233445566778899aabbccddeeff";
/** The salt of every sealed vote. */
export const SAMPLE_SALT = "5a".repeat(32);

/** Where a panel may be drawn a filing commits to a nonce, and an appeal from the check too. */
function commitmentData(type: "dispute_filed" | "appeal", state: ContractState | null): JsonObject {
  const isDrawn = state?.terms.court.kind === "panel";
  const isAsked = type === "dispute_filed" || state?.rulings.at(-1)?.bench === "replay";
  return isDrawn && isAsked ? { commitment: nonceCommitment(SAMPLE_NONCE) } : {};
}

/** Five who may sit, under the names by which they are sorted. */
export const ARBITERS: readonly Signer[] = ["a", "b", "c", "d", "e"].map((name) =>
  toySigner(`arbiter-${name}`),
);

/** A call of a panel, by default with all of them. */
export function panelCall(
  state: ContractState | null,
  arbiters: readonly Signer[] = ARBITERS,
): JsonObject {
  return {
    question: questionOf(state),
    dispute: "disp_sample",
    proposal: "prop_sample",
    server_nonce: "ffeeddccbbaa99887766554433221100",
    pool: arbiters.map(({ party }, at) => [`@${at}`, party]),
  };
}

/** An open vote for the disputant. Where votes are sealed, `sealedVote` gives the first one. */
function voteData(state: ContractState | null): JsonObject {
  const open = { verdict: "disputant", reasoning: "the evidence shows it" };
  return state?.case?.panel?.stage === "opening" ? { ...open, salt: SAMPLE_SALT } : open;
}

/** The data of the timeout in this phase, whatever its act. */
function silenceData(type: ServerAct, state: ContractState | null): JsonObject {
  if (state === null || state.deadline === null) return {};
  const written = timeoutAct(state);
  return written.type === type ? written.data : { reason: "timeout" };
}

function questionOf(state: ContractState | null): bigint {
  return BigInt(state?.case?.question ?? 0);
}

/** The shortest gap since the last entry; it is over a millisecond later. */
function gapData(state: ContractState | null): JsonObject {
  const fromMs = state?.absence.afterMs ?? 0;
  return { from: BigInt(fromMs), to: BigInt(fromMs + 1) };
}

/** The whole deposit that is awaited on a slow rail. */
function fundedData(state: ContractState | null): JsonObject {
  const side = state?.phase === "reserved" ? "agent" : "principal";
  const pots = state?.terms.pots ?? [];
  const index = pots.findIndex(({ rail }) => !CUSTODY[rail].isOnOwnBooks);
  const pot = pots[index];
  return {
    pot: BigInt(Math.max(index, 0)),
    side,
    seat: BigInt(side === "agent" ? (state?.seatsTaken ?? 0) : 0),
    amount: pot === undefined ? "1" : formatAmount(pot.due[side], pot.asset),
    account: "account-1",
  };
}
