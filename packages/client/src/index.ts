export { type Approval, keepApproval } from "./buy/approval.ts";
export { type Bought, type BuyNeeds, buyJob } from "./buy/buy-job.ts";
export type { BuyStep } from "./buy/buy-step.ts";
export { type JobWish, jobDocument } from "./buy/job-document.ts";
export { keepPatch } from "./buy/keep-patch.ts";
export { type OpenPurchase, OpenPurchases, type PurchasePlace } from "./buy/open-purchases.ts";
export {
  type MadeBranch,
  type PatchOnBranch,
  patchBranch,
  patchBranchProblem,
} from "./buy/patch-branch.ts";
export { requestedChecks } from "./buy/requested-checks.ts";
export { resultPayload } from "./buy/result-payload.ts";
export {
  artifactReader,
  type VerifyNeeds,
  verifyResult,
} from "./buy/verify-result.ts";
export { detectEnvironment, isOnPath } from "./detect/environment.ts";
export { openedOutput } from "./outgoing/opened-output.ts";
export {
  type AskedFile,
  type Consent,
  type FileAnswer,
  NO_CONSENT,
  type Outgoing,
  shareLittle,
  shareScrubbed,
  type Withheld,
} from "./outgoing/outgoing.ts";
export { type Departure, SentRecords } from "./outgoing/sent-records.ts";
export { type RecordedRun, type Recording, recordCommand } from "./record/record-command.ts";
export { type Conditions, contractDocument } from "./repair/contract-document.ts";
export type { Correction } from "./repair/correction.ts";
export type { Capabilities, Failure } from "./repair/failure.ts";
export { type InvestigationNeeds, investigateAndTell } from "./repair/investigations.ts";
export { plainOutput } from "./repair/plain-output.ts";
export { NOT_APPROVED, type PrincipalNeeds, type Repaired } from "./repair/principal.ts";
export { recordedFacts } from "./repair/recorded-facts.ts";
export { Redactions } from "./repair/redactions.ts";
export { attend, type Repair, repair, standBy } from "./repair/repair.ts";
export type { Proposal, RepairEvent } from "./repair/repair-event.ts";
export { tryProposal } from "./repair/try-fix.ts";
export type { Decision, Reviewed, SeenFix, Wish } from "./review/decision.ts";
export { type DiscardNeeds, discard } from "./review/discard.ts";
export { clearOrphans, dropLayer, forget, type RemoveNeeds } from "./review/remove-kept.ts";
export { type ReviewNeeds, review } from "./review/review.ts";
export { type ReviewStanding, reviewStanding } from "./review/standing.ts";
export { waitingPlace } from "./review/waiting-place.ts";
export type { Reach, WaitingRepair } from "./review/waiting-repair.ts";
export { WaitingRepairs } from "./review/waiting-repairs.ts";
export { namedPaths } from "./shows/named-paths.ts";
export { RememberedShows } from "./shows/remembered-shows.ts";
