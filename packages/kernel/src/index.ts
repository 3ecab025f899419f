export { artifactHash } from "./canonical/artifact-name.ts";
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
export type { Rfc8785Numbers } from "./canonical/rfc8785.ts";
export { rfc8785, rfc8785Hash } from "./canonical/rfc8785.ts";
export { isSameData } from "./canonical/same-data.ts";
export {
  checkRule,
  checkWords,
  isReplayable,
  judge,
  judgeAll,
  judgeRun,
  namedChecks,
} from "./check/check.ts";
export { MAX_COMMITTED, openedCommitment, outputCommitment } from "./check/commitment.ts";
export { MAX_DIMENSIONS, MAX_EMBEDDINGS, MAX_MODEL_NAME } from "./check/embedding/embedding.ts";
export { DECIDING_FIELDS, isSupported, shownVerdict, undecided } from "./check/evidence.ts";
export type { IndexType } from "./check/index/index-check.ts";
export { MAX_SAMPLES, wordAt } from "./check/index/index-samples.ts";
export { byCodePoint, type FileDigest, treeHash } from "./check/index/tree-hash.ts";
export { isTreePath } from "./check/index/tree-path.ts";
export type { Check } from "./check/kinds.ts";
export { type NamedCheck, verdictOf, verificationResult } from "./check/named-check.ts";
export { coveredBy, globProblem, literalGlob } from "./check/patch/glob.ts";
export {
  MAX_CHANGES,
  MAX_PATH_CHARACTERS,
  UNSTARTED_EXIT_CODES,
} from "./check/patch/patch-facts.ts";
export { changeProblem } from "./check/patch/patch-steps.ts";
export { MAX_PATCH_BYTES, type PatchCheck, targetsOf } from "./check/patch/patch-terms.ts";
export { documentCheckJson, readCheck } from "./check/read-check.ts";
export { jobPayload } from "./check/rerun.ts";
export { diffFiles } from "./check/review/diff-files.ts";
export type { DiffFile } from "./check/review/line-ranges.ts";
export { NO_EXIT_CODE } from "./check/run/run-facts.ts";
export { type RunSpec, readRunSpec } from "./check/run-spec.ts";
export { isStopAbout, type StoppedBy } from "./check/stopped-by.ts";
export type { TrajectoryProblem } from "./check/trajectory/trajectory.ts";
export type { Verdict } from "./check/verdict.ts";
export type { Gap } from "./contract/absence.ts";
export { extensionOf, MIN_GAP_MS } from "./contract/absence.ts";
export type {
  Act,
  AskJudge,
  Decision,
  Facts,
  LedgerHold,
  Leg,
  OpenHold,
  Payee,
  RunCheck,
  Task,
} from "./contract/act.ts";
export type { ActType, JudgeAct, PartyAct, ServerAct } from "./contract/act-rules.ts";
export {
  actTraits,
  isActType,
  JUDGE_ACTS,
  maxEntryLength,
  PARTY_ACTS,
  SERVER_ACTS,
} from "./contract/act-rules.ts";
export { contestMs, isOverdue, timeoutAct } from "./contract/clocks.ts";
export { comparedParties } from "./contract/compared-parties.ts";
export { ALIAS_DIGITS, contractAlias, contractId } from "./contract/contract-id.ts";
export { decide, NO_FACTS } from "./contract/decide.ts";
export { investigationProblem } from "./contract/investigation.ts";
export { payloadRefusal } from "./contract/job-result.ts";
export { transcriptLength } from "./contract/length.ts";
export { outcomeOf } from "./contract/moves.ts";
export { parseTerms, readTerms } from "./contract/parse-terms.ts";
export type { NumberRule, Rules } from "./contract/rules.ts";
export { MAX_ENTRIES, NUMBER_RULES, TEXT_LIMITS } from "./contract/rules.ts";
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
export type { ContractId, Terms, Work } from "./contract/terms.ts";
export { termsJson } from "./contract/terms-json.ts";
export type { Answer, JudgeAnswer } from "./court/answers.ts";
export { ANSWERS, lostBy, meaningOf, rowOfRuling } from "./court/answers.ts";
export type { CourtTerms } from "./court/courts.ts";
export { courtWords, hearsDisputes, judgeOf, tiersOf } from "./court/courts.ts";
export { opinionText, signOpinion } from "./court/opinion.ts";
export { BOND_POT, bondsHeld } from "./court/panel/bonds.ts";
export { drawOrder, drawSeed, nonceCommitment, voteCommitment } from "./court/panel/draw.ts";
export { panelTerms } from "./court/panel/panel.ts";
export type { Candidate } from "./court/panel/proceedings.ts";
export { MAX_POOL, PANEL_SIZE } from "./court/panel/proceedings.ts";
export { actOnAnswer, nextBench, rowOnceFinal } from "./court/procedure.ts";
export type { Bench, Ruling, RulingOutcome, TierName } from "./court/ruling.ts";
export { TIER_RULINGS, TIERS } from "./court/ruling.ts";
export type { Binding } from "./identity/binding.ts";
export { bindingText, owners, verifyBinding } from "./identity/binding.ts";
export { isPemOf, pemOf } from "./identity/ed25519-pem.ts";
export type { Party, PartyKind } from "./identity/party.ts";
export { fixParty, parseParty, partyKind, publicKeyHex } from "./identity/party.ts";
export type { SignedRequest, UnsignedRequest } from "./identity/request.ts";
export {
  bytesBody,
  MAX_REQUEST_AGE_SECONDS,
  MAX_REQUEST_LEAD_SECONDS,
  requestFreshness,
  signedRequestTexts,
  verifyRequest,
} from "./identity/request.ts";
export type { Signer } from "./identity/signer.ts";
export type { Verify } from "./identity/verify.ts";
export { verifyByKind } from "./identity/verify.ts";
export { isWeakKey } from "./identity/weak-key.ts";
export { InvariantViolation, invariant, unreachable } from "./invariant.ts";
export type { Job, JobResult } from "./job/envelope.ts";
export {
  envelopeJson,
  isEnvelope,
  payloadHash,
  payloadText,
  readJob,
  readJobResult,
  readResultPayload,
  recordedResult,
} from "./job/envelope.ts";
export { areJobChecks } from "./job/job-checks.ts";
export { type JobRepository, jobRepository } from "./job/job-repository.ts";
export { policyId, purchasePolicy } from "./job/purchase-policy.ts";
export type { AnyJobSchema } from "./job/schema.ts";
export { SCHEMA_VERSION, schemaDocument } from "./job/schema.ts";
export { MAX_INDEX_ENTRIES } from "./job/schemas/repo-index.ts";
export { JOB_SCHEMAS, schemaOf } from "./job/schemas.ts";
export { isCommit } from "./job/shape.ts";
export { formatAmount, MAX_UNITS, parseAmount } from "./money/amount.ts";
export type { Asset } from "./money/asset.ts";
export { BTC, CREDIT, ETH, RATING, XNO } from "./money/asset.ts";
export type { CommandDocument } from "./profiles/command-document.ts";
export { parseDocument } from "./profiles/command-document.ts";
export { PROFILE_NAMES, type ProfileName } from "./profiles/names.ts";
export type { Author, Offer } from "./profiles/offer.ts";
export {
  fillTerms,
  offeredMoney,
  offerJson,
  parseOffer,
  profileOfDocument,
} from "./profiles/offer.ts";
export type { OfferedMoney } from "./profiles/offered-money.ts";
export { rulesOf } from "./profiles/rules-of.ts";
export type { Finding } from "./receipt/finding.ts";
export { parseReceipt } from "./receipt/parse-receipt.ts";
export type { Receipt, SignedReceipt } from "./receipt/receipt.ts";
export { receiptJson, signedReceiptJson } from "./receipt/receipt-json.ts";
export { receiptsOf, receiptsOfInSteps } from "./receipt/receipts-of.ts";
export { receiptText, signReceipt } from "./receipt/sign-receipt.ts";
export type { ReceiptChecks, ReceiptGrounds } from "./receipt/verify-receipt.ts";
export { receiptGrounds, verifyReceipt } from "./receipt/verify-receipt.ts";
export type { Refusal, RefusalCode, Refused, Result } from "./refusal.ts";
export { accept, refuse } from "./refusal.ts";
export type { CustodyKind } from "./settlement/custody.ts";
export { CUSTODY, RATING_RAIL } from "./settlement/custody.ts";
export type { PotParameters } from "./settlement/due.ts";
export { due, potOf } from "./settlement/due.ts";
export { fitBounty } from "./settlement/fit-bounty.ts";
export type { Outcome, Row, SeatRow, Side } from "./settlement/outcome.ts";
export { ROWS, SEAT_ROWS } from "./settlement/outcome.ts";
export type { Pot, RailName, ScheduleName, Sides } from "./settlement/pot.ts";
export { settle, settleSeat } from "./settlement/settle.ts";
export type { Role, Shares } from "./settlement/shares.ts";
export { ROLES } from "./settlement/shares.ts";
export type {
  CheckedTrajectory,
  Delivered,
  ExpectedTrajectory,
} from "./trajectory/check-trajectory.ts";
export { checkTrajectory } from "./trajectory/check-trajectory.ts";
export type { Counts, WrongCount } from "./trajectory/counts.ts";
export { countsOf, wrongCounts } from "./trajectory/counts.ts";
export type {
  KnownEvent,
  ReplayEvent,
  SessionStatus,
  StepStatus,
  ToolCall,
  ToolResult,
} from "./trajectory/event.ts";
export { SESSION_STATUSES, STEP_STATUSES } from "./trajectory/event.ts";
export {
  MAX_NAME_LENGTH,
  MAX_REPLAY_LENGTH,
  MAX_REPLAY_LINE_LENGTH,
  MAX_REPLAY_LINES,
} from "./trajectory/limits.ts";
export type { Expected, Match } from "./trajectory/match-statement.ts";
export { matchStatement } from "./trajectory/match-statement.ts";
export type { ReceiptDifference } from "./trajectory/patch-bundle/check-session-receipt.ts";
export {
  readSessionReceipt,
  receiptDifferences,
} from "./trajectory/patch-bundle/check-session-receipt.ts";
export type { ChangedFile, PatchSummary } from "./trajectory/patch-bundle/pr-summary.ts";
export { prSummary } from "./trajectory/patch-bundle/pr-summary.ts";
export type { SessionFacts } from "./trajectory/patch-bundle/session-receipt.ts";
export {
  SESSION_RECEIPT_SCHEMA,
  sessionReceipt,
} from "./trajectory/patch-bundle/session-receipt.ts";
export type { PatchBundle } from "./trajectory/patch-bundle/write-patch-bundle.ts";
export { writePatchBundle } from "./trajectory/patch-bundle/write-patch-bundle.ts";
export type { Redacted, Trajectory } from "./trajectory/read-replay.ts";
export { readLines, readReplay } from "./trajectory/read-replay.ts";
export {
  callLine,
  contentHash,
  endLine,
  headerLine,
  planLine,
  resultLine,
  startLine,
  stepLine,
  verificationLine,
} from "./trajectory/record.ts";
export type { ChooseRedaction } from "./trajectory/redact.ts";
export { redact } from "./trajectory/redact.ts";
export { bundleText, readBundle } from "./trajectory/replay-bundle.ts";
export type { RlogCode, RlogNote } from "./trajectory/rlog/check-rlog.ts";
export { checkRlog } from "./trajectory/rlog/check-rlog.ts";
export { readRlog } from "./trajectory/rlog/read-rlog.ts";
export type { Rlog, RlogHeader, RlogKind, RlogLine } from "./trajectory/rlog/rlog.ts";
export type { RlogFacts } from "./trajectory/rlog/write-rlog.ts";
export { writeRlog } from "./trajectory/rlog/write-rlog.ts";
export type {
  RecordedJob,
  TrajectoryFacts,
  TrajectoryStatement,
} from "./trajectory/statement.ts";
export {
  parseStatement,
  signTrajectory,
  statementJson,
  trajectoryText,
  verifyStatement,
} from "./trajectory/statement.ts";
export type { ToolUse } from "./trajectory/tool-use.ts";
export { toolUses } from "./trajectory/tool-use.ts";
export { outlineHash, trajectoryHash } from "./trajectory/trajectory-hash.ts";
export { parseUtcTime } from "./trajectory/utc-time.ts";
export { replayLine, replayText, writeReplay } from "./trajectory/write-replay.ts";
export { actOf } from "./transcript/authorship.ts";
export type { ChainHead } from "./transcript/chain.ts";
export {
  appendable,
  EMPTY_CHAIN,
  parseChain,
  verifyChain,
  verifyChainInSteps,
} from "./transcript/chain.ts";
export type { Entry, SigningForm } from "./transcript/entry.ts";
export {
  entryHash,
  entryJson,
  entryText,
  entryTexts,
  GENESIS_HASH,
  MAX_DATA_DEPTH,
  parseEntry,
  signedText,
} from "./transcript/entry.ts";
export type { ChatMessage } from "./transcript/origin/agentchat.ts";
export { chatNonce, chatOrigin, chatProposalId } from "./transcript/origin/agentchat.ts";
export { entryOrigin } from "./transcript/origin/entry.ts";
export { namesMarket } from "./transcript/origin/named-market.ts";
export type { NostrEvent } from "./transcript/origin/nostr.ts";
export { NOSTR_ACT_KIND, nostrOrigin } from "./transcript/origin/nostr.ts";
export { requestOrigin } from "./transcript/origin/request.ts";
export { asksFor, requestFor } from "./transcript/origin/request-words.ts";
export type { OriginClaim } from "./transcript/origin/scheme.ts";
export { originAuthor, originIdentity, originPlace, verifyOrigin } from "./transcript/origin.ts";
export { signEntry } from "./transcript/sign-entry.ts";
export type { Transcript } from "./transcript/verify-transcript.ts";
export {
  parseTranscript,
  replay,
  replayInSteps,
  transcriptJson,
  verifyTranscript,
  verifyTranscriptInSteps,
} from "./transcript/verify-transcript.ts";
