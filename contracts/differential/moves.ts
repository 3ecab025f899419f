/** Every move on a contract, both as a call on the chain and as an act of the kernel. */
import { type ActType, type JsonObject, TIER_RULINGS } from "@bazaar/kernel";
import { type Story, sampleData } from "@bazaar/testkit";
import { type Hex, zeroHash } from "viem";
import { type EscrowTerms, encodeCall } from "../client/escrow-client.ts";
import { CHAIN_RULINGS } from "../client/vocabulary.ts";
import type { PersonName } from "./deal.ts";

type TierRuling = (typeof TIER_RULINGS)[number];

/** Calls without a choice of their own. */
export type PlainCall =
  | "accept"
  | "decline"
  | "submitFix"
  | "reviewReject"
  | "backOut"
  | "cancel"
  | "halt"
  | "resume"
  | "fileDispute"
  | "respondDispute"
  | "appeal"
  | "autoFulfill"
  | "cancelStale"
  | "cancelAbandoned"
  | "finalizeRuling"
  | "voidDispute"
  | "escalateDispute"
  | "anchorTranscript"
  | "bond";

export type Move = { readonly by: PersonName } & (
  | { readonly call: PlainCall }
  | { readonly call: "verify"; readonly success: boolean }
  | { readonly call: "rule"; readonly ruling: TierRuling; readonly isStale: boolean }
  | { readonly call: "refuseDispute"; readonly isStale: boolean }
);

/** The kernel's act for each call. `bond` is two acts there: the deposit follows as `funded`. */
const ACT_OF = {
  accept: "accept",
  decline: "decline",
  submitFix: "fix",
  verify: "verify",
  reviewReject: "review_reject",
  backOut: "back_out",
  cancel: "cancel",
  halt: "halt",
  resume: "resume",
  fileDispute: "dispute_filed",
  respondDispute: "dispute_response",
  appeal: "appeal",
  autoFulfill: "auto_fulfill",
  cancelStale: "auto_cancel",
  cancelAbandoned: "abandoned",
  finalizeRuling: "ruling_final",
  voidDispute: "voided",
  escalateDispute: "in_absentia",
  anchorTranscript: "message",
  bond: "bond",
  rule: "ruling",
  refuseDispute: "voided",
} as const satisfies Record<Move["call"], Exclude<ActType, "post">>;

/** Calls that anybody may make once a clock has run out. */
export const CLOCK_CALLS: readonly PlainCall[] = [
  "autoFulfill",
  "cancelStale",
  "cancelAbandoned",
  "finalizeRuling",
  "voidDispute",
  "escalateDispute",
];

const PARTY_CALLS = [
  ...(["bond", "accept", "decline", "submitFix", "reviewReject", "backOut", "cancel"] as const),
  ...(["halt", "resume", "fileDispute", "respondDispute", "appeal", "anchorTranscript"] as const),
];
const PARTIES: readonly PersonName[] = ["principal", "agent", "rival", "third", "oracle"];

export const MOVES: readonly Move[] = [
  ...PARTIES.flatMap((by): Move[] => [
    ...PARTY_CALLS.map((call): Move => ({ by, call })),
    { by, call: "verify", success: true },
    { by, call: "verify", success: false },
    { by, call: "rule", ruling: "fulfilled", isStale: false },
    { by, call: "refuseDispute", isStale: false },
  ]),
  ...TIER_RULINGS.map((ruling): Move => ({ by: "oracle", call: "rule", ruling, isStale: false })),
  { by: "oracle", call: "rule", ruling: "canceled", isStale: true },
  { by: "oracle", call: "refuseDispute", isStale: true },
  ...CLOCK_CALLS.map((call): Move => ({ by: "third", call })),
];

/** The kernel's act for a move. A court that refuses voids the dispute; on appeal the last ruling stands. */
export function actOf(move: Move, { state }: Story): { type: ActType; data: JsonObject } {
  const type = ACT_OF[move.call];
  const question = BigInt(state.case?.question ?? 0);
  switch (move.call) {
    case "verify":
      return { type, data: { success: move.success } };
    case "rule": {
      const asked = move.isStale ? question + 1n : question;
      return {
        type,
        data: { ...sampleData("ruling", state), outcome: move.ruling, question: asked },
      };
    }
    case "refuseDispute": {
      const asked = move.isStale ? question + 1n : question;
      const data = { reason: "refused", question: asked };
      return { type: state.rulings.length > 0 ? "ruling_final" : "voided", data };
    }
    default:
      return { type, data: sampleData(type, state) };
  }
}

/** The contract's call for a move. `question` is the one that is open on the chain. */
export function callOf(
  move: Exclude<Move, { readonly call: "bond" }>,
  on: { readonly id: Hex; readonly terms: EscrowTerms; readonly question: bigint },
): Hex {
  const { id, terms, question } = on;
  switch (move.call) {
    case "accept":
    case "cancelStale":
    case "finalizeRuling":
    case "voidDispute":
    case "escalateDispute":
      return encodeCall(move.call, [id]);
    case "submitFix":
      return encodeCall("submitFix", [id, zeroHash]);
    case "fileDispute":
    case "respondDispute":
    case "appeal":
      return encodeCall(move.call, [id, terms, zeroHash]);
    case "verify":
      return encodeCall("verify", [id, terms, move.success]);
    case "rule": {
      const asked = move.isStale ? question + 1n : question;
      const ruling = CHAIN_RULINGS.indexOf(move.ruling);
      return encodeCall("rule", [id, terms, asked, ruling, zeroHash]);
    }
    case "refuseDispute":
      return encodeCall("refuseDispute", [id, terms, move.isStale ? question + 1n : question]);
    case "anchorTranscript":
      return encodeCall("anchorTranscript", [id, terms, zeroHash, 1n]);
    default:
      return encodeCall(move.call, [id, terms]);
  }
}
