export type { RawPath } from "../disk/raw-path.ts";
export { bytesOf, shownPath } from "../disk/raw-path.ts";
export { NotRemoved } from "../disk/remove-tree.ts";
export { defaultStateDirectory } from "../sandbox/state-directory.ts";
export type { Change, ChangeKind, LayerDiff, UnmountedLayer } from "./change.ts";
export type { ChangeGroup } from "./change-groups.ts";
export type { Committed } from "./commit.ts";
export { commit } from "./commit.ts";
export { type Copy, listCopies, type WhyKept } from "./copies.ts";
export type { Danger, DangerCode } from "./dangers.ts";
export type { HowMuch } from "./decide-undo.ts";
export { diffLayer } from "./diff-layer.ts";
export {
  canOverwriteAny,
  explainCommitRefusal,
  explainConflicts,
} from "./explain-commit-refusal.ts";
export { isOnlyTime } from "./is-only-time.ts";
export { type JudgeSurroundings, judgeChanges } from "./judge-changes.ts";
export { type LayerChanges, layerChanges } from "./layer-changes.ts";
export { isNoiseOutside, type Noise } from "./places/noise-places.ts";
export type { ApprovedPlan, JudgedChange, LeftOut } from "./plan-commit.ts";
export { leftToApprove, planCommit } from "./plan-commit.ts";
export { recover } from "./recover.ts";
export type { Recovered } from "./recover-all.ts";
export type { CommitRefusal, CommitResult, Conflict } from "./refusal.ts";
export { removeState } from "./remove-state.ts";
export { type RestoredCopy, restoreCopy } from "./restore-copy.ts";
export type { Undone } from "./undo.ts";
export { undo } from "./undo.ts";
export type { UndoableCommit, UndoOutlook } from "./undoable-commits.ts";
export { listUndoable, undoOutlook } from "./undoable-commits.ts";
