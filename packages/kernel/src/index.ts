export { chainJson, chainNumber } from "./canonical/chain-json.ts";
export { chainString } from "./canonical/chain-string.ts";
export type { Bounds, Fields, Problem } from "./canonical/fields.ts";
export { fields } from "./canonical/fields.ts";
export { sha256Hex } from "./canonical/hash.ts";
export { inertText } from "./canonical/inert-text.ts";
export type { Json, JsonObject, ParseJsonOptions } from "./canonical/json.ts";
export {
  Float,
  isJsonArray,
  isJsonObject,
  isWithinDepth,
  MAX_INTEGER_DIGITS,
  parseJson,
} from "./canonical/json.ts";
export { rfc8785, rfc8785Hash } from "./canonical/rfc8785.ts";
export { isSameData } from "./canonical/same-data.ts";
export type { Check } from "./check/check.ts";
export {
  isReplayable,
  isSupported,
  judge,
  judgeAll,
  judgeRun,
  shownVerdict,
} from "./check/check.ts";
export { MAX_COMMITTED, openedCommitment, outputCommitment } from "./check/commitment.ts";
export type { Verdict } from "./check/verdict.ts";
export type { Gap } from "./contract/absence.ts";
export { extensionOf, MIN_GAP_MS } from "./contract/absence.ts";
export type {
  Act,
  ActType,
  AskJudge,
  Decision,
  Facts,
  JudgeAct,
  LedgerHold,
  Leg,
  OpenHold,
  PartyAct,
  Payee,
  RunCheck,
  ServerAct,
  Task,
} from "./contract/act.ts";
export { JUDGE_ACTS, PARTY_ACTS, SERVER_ACTS } from "./contract/act.ts";
export { contestMs, isOverdue, timeoutAct } from "./contract/clocks.ts";
export { contractAlias, contractId } from "./contract/contract-id.ts";
export { decide, NO_FACTS } from "./contract/decide.ts";
export type { CommandDocument } from "./contract/document.ts";
export { parseDocument } from "./contract/document.ts";
export type { MoneyOffer, Offer } from "./contract/fill-terms.ts";
export { fillTerms } from "./contract/fill-terms.ts";
export { investigationProblem } from "./contract/investigation.ts";
export { transcriptLength } from "./contract/length.ts";
export { outcomeOf } from "./contract/moves.ts";
export { offerJson, parseOffer } from "./contract/offer-json.ts";
export { parseTerms, readTerms } from "./contract/parse-terms.ts";
export type { NumberRule, Rules } from "./contract/rules.ts";
export { MAX_ENTRIES, NUMBER_RULES, rulesOf, TEXT_LIMITS } from "./contract/rules.ts";
export type {
  ContractState,
  Deadline,
  EndPhase,
  OpenPhase,
  Phase,
  Seat,
} from "./contract/state.ts";
export { END_PHASES, isEnded, OPEN_PHASES, PHASES } from "./contract/state.ts";
export { parseState, stateText } from "./contract/state-json.ts";
export type { ContractId, CourtTerms, Terms, Work } from "./contract/terms.ts";
export { termsJson } from "./contract/terms-json.ts";
export type { Answer, JudgeAnswer } from "./court/answers.ts";
export { ANSWERS, lostBy, meaningOf, rowOfRuling } from "./court/answers.ts";
export { opinionText, signOpinion } from "./court/opinion.ts";
export { actOnAnswer } from "./court/procedure.ts";
export type { Bench, Ruling, RulingOutcome, TierName } from "./court/ruling.ts";
export { TIER_RULINGS, TIERS } from "./court/ruling.ts";
export type { Binding } from "./identity/binding.ts";
export { bindingText, owners, verifyBinding } from "./identity/binding.ts";
export type { Party, PartyKind } from "./identity/party.ts";
export { fixParty, parseParty, partyKind, publicKeyHex } from "./identity/party.ts";
export type { SignedRequest, UnsignedRequest } from "./identity/request.ts";
export {
  MAX_REQUEST_AGE_SECONDS,
  MAX_REQUEST_LEAD_SECONDS,
  requestFreshness,
  signedRequestTexts,
  verifyRequest,
} from "./identity/request.ts";
export type { Signer } from "./identity/signer.ts";
export type { Verify } from "./identity/verify.ts";
export { isWeakKey } from "./identity/weak-key.ts";
export { InvariantViolation, invariant, unreachable } from "./invariant.ts";
export { formatAmount, MAX_UNITS, parseAmount } from "./money/amount.ts";
export type { Asset } from "./money/asset.ts";
export { BTC, CREDIT, ETH, RATING, XNO } from "./money/asset.ts";
export type { Refusal, RefusalCode, Refused, Result } from "./refusal.ts";
export { accept, refuse } from "./refusal.ts";
export { CUSTODY } from "./settlement/custody.ts";
export type { PotParameters } from "./settlement/due.ts";
export { due, potOf } from "./settlement/due.ts";
export { fitBounty } from "./settlement/fit-bounty.ts";
export type { Outcome, Row, SeatRow, Side } from "./settlement/outcome.ts";
export { ROWS, SEAT_ROWS } from "./settlement/outcome.ts";
export type { Pot, RailName, ScheduleName, Sides } from "./settlement/pot.ts";
export { settle, settleSeat } from "./settlement/settle.ts";
export type { Role, Shares } from "./settlement/shares.ts";
export { ROLES } from "./settlement/shares.ts";
export { actOf, isActType } from "./transcript/authorship.ts";
export type { ChainHead } from "./transcript/chain.ts";
export { appendable, EMPTY_CHAIN, parseChain, verifyChain } from "./transcript/chain.ts";
export type { Entry, SigningForm } from "./transcript/entry.ts";
export {
  entryHash,
  entryJson,
  entryText,
  entryTexts,
  GENESIS_HASH,
  MAX_DATA_DEPTH,
  maxEntryLength,
  parseEntry,
  signedText,
} from "./transcript/entry.ts";
export { entryOrigin } from "./transcript/origin/entry.ts";
export { namesMarket } from "./transcript/origin/named-market.ts";
export { REQUEST_WORDS, requestOrigin } from "./transcript/origin/request.ts";
export type { OriginClaim } from "./transcript/origin/scheme.ts";
export { originIdentity, verifyOrigin } from "./transcript/origin.ts";
export { signEntry } from "./transcript/sign-entry.ts";
export type { Transcript } from "./transcript/verify-transcript.ts";
export {
  parseTranscript,
  replay,
  replaySteps,
  transcriptJson,
  verifyTranscript,
} from "./transcript/verify-transcript.ts";
