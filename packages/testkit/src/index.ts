export { sampleData } from "./sample-data.ts";
export {
  AGENT,
  freeTerms,
  JUDGE,
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
  awaitingDeposit,
  bonded,
  contested,
  filed,
  fixed,
  halted,
  heard,
  reserved,
  reviewed,
  rule,
  ruled,
} from "./scenes.ts";
export { STORY_STARTS_MS, Story, story } from "./story.ts";
export { toySigner, toyVerify } from "./toy-keys.ts";
