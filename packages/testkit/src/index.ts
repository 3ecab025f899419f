export {
  calling,
  checkablePanel,
  drawing,
  drawn,
  hearing,
  opening,
  PANEL,
  revealing,
  sealedVote,
  seating,
  sitting,
  unseated,
  voting,
} from "./panel-scenes.ts";
export { type ActWrite, fulfilled, Rehearsal, rehearse, settledBy } from "./rehearsal.ts";
export {
  FULL_MATRIX,
  isFullMatrix,
  SAMPLE_SEED,
  sample,
  sampleEnvironment,
  sampleWithEnds,
} from "./sample.ts";
export {
  ARBITERS,
  checkedData,
  EXIT_EVIDENCE,
  panelCall,
  SAMPLE_NONCE,
  SAMPLE_SALT,
  sampleData,
} from "./sample-data.ts";
export { jobEnvelope, resultEnvelope, SAMPLE_JOBS } from "./sample-jobs.ts";
export { sampleOffer } from "./sample-offer.ts";
export {
  AGENT,
  budgetPot,
  EXTERNAL_COURT,
  freeTerms,
  JUDGE,
  NO_COURT,
  PRINCIPAL,
  RIVAL,
  SERVER,
  STAKES_AT_ACCEPTANCE,
  samplePot,
  sampleTerms,
  TEST_XNO,
  units,
} from "./sample-terms.ts";
export { sampleReplayLines, sampleTrajectory } from "./sample-trajectory.ts";
export {
  accepted,
  appealed,
  awaitingDeposit,
  bonded,
  contested,
  deliberating,
  failed,
  filed,
  fixed,
  halted,
  quotable,
  rechecked,
  reserved,
  reviewed,
  rule,
  ruled,
} from "./scenes.ts";
export { type RequestForm, signatureHeaders, signedRequest } from "./signed-request.ts";
export { grant, SMALL_NEEDS, signOn } from "./small-needs.ts";
export { START_MS, Story, story } from "./story.ts";
export { through } from "./through.ts";
export { toySigner, toyVerify } from "./toy-keys.ts";
