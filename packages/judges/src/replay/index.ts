export { type HandedIn, replayHandedIn } from "./handed-in.ts";
export { type Replay, ReplayChecker } from "./replay-checker.ts";
export { storedArtifacts } from "./stored-artifact.ts";
