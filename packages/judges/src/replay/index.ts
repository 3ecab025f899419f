export { type HandedIn, replayHandedIn } from "./handed-in.ts";
export { MAX_CHECKS_AT_ONCE, type Replay, ReplayChecker } from "./replay-checker.ts";
export { storedArtifacts } from "./stored-artifact.ts";
