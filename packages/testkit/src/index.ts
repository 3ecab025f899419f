export { type ActWrite, fulfilled, Rehearsal, rehearse, settledBy } from "./rehearsal.ts";
export {
  FULL_MATRIX,
  isFullMatrix,
  SAMPLE_SEED,
  sample,
  sampleEnvironment,
  sampleWithEnds,
} from "./sample.ts";
export { sampleData } from "./sample-data.ts";
export { sampleOffer } from "./sample-offer.ts";
export {
  AGENT,
  EXTERNAL_COURT,
  freeTerms,
  JUDGE,
  NO_COURT,
  PRINCIPAL,
  RIVAL,
  SERVER,
  samplePot,
  sampleTerms,
  TEST_XNO,
  units,
} from "./sample-terms.ts";
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
