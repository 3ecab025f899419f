export type { CourtOrder } from "./rule-on-transcript.ts";
export { ruleOnTranscript } from "./rule-on-transcript.ts";
