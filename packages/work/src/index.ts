export { CHECK_LIMITS, withinCheckLimits } from "./check/check-limits.ts";
export { collect, collectJob } from "./check/collect.ts";
export { exitCodeEvidence } from "./check/exit-code/exit-code.ts";
export { collectPatch } from "./check/patch/collect-patch.ts";
export { patchBaseline } from "./check/patch/patch-baseline.ts";
export { exceededLimit } from "./check/run/exceeded-limit.ts";
export { runCommands } from "./check/run/run-commands.ts";
export { readSandboxRun, type SandboxRun } from "./check/run/sandbox-run.ts";
export { MAX_TRAJECTORY_BYTES } from "./check/trajectory/collect-trajectory.ts";
export { type IndexSelection, indexSelection } from "./index/index-selection.ts";
export {
  type IndexedFiles,
  indexFiles,
  repoIndex,
  type TreeChanges,
  type TreeFile,
  updateFiles,
} from "./index/repo-index.ts";
export { type FileScan, type ScanCache, scanFile } from "./index/scan-file.ts";
export {
  type Job,
  type JobCollector,
  type JobTools,
  NO_SANDBOX,
  type ReadArtifact,
} from "./job/job.ts";
export { readResult } from "./job/read-result.ts";
export { replayJob } from "./job/replay-job.ts";
export { freshSampleSeed } from "./job/sample-seed.ts";
export {
  BUNDLE_FILE,
  checkOut,
  MAX_BUNDLE_BYTES,
  quietGitText,
  REPOSITORY,
} from "./repository/check-out.ts";
export type { SecretRules } from "./repository/filter-tree.ts";
export {
  type AddedFile,
  type MadeBundle,
  makeFilteredBundle,
} from "./repository/filtered-bundle.ts";
export type { RunGit } from "./repository/git-process.ts";
export { parseRawChanges, type RawChange } from "./repository/raw-changes.ts";
export { listTree, readTree } from "./repository/read-tree.ts";
export { MAX_PREVIEW_BYTES, type PreviewedRun, previewedRun } from "./run/previewed-run.ts";
export { type HandedIn, noVerdict, type Replayed, replayRun } from "./run/replay-run.ts";
export { WholeStdout } from "./run/whole-stdout.ts";
export {
  NO_EDITOR,
  type OpenSandbox,
  type Run,
  type Sandbox,
  type SandboxFiles,
  type ShellCommand,
  type Waiting,
} from "./sandbox.ts";
export { quoteWord, quoteWords, shellText } from "./shell-words.ts";
