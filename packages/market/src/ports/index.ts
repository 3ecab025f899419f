export type {
  Artifact,
  ArtifactLimits,
  Artifacts,
  ArtifactUsage,
  ExceededLimit,
  KeepAnswer,
  OpenedArtifact,
  Upload,
} from "./artifacts.ts";
export { MAX_UPLOAD_MS } from "./artifacts.ts";
export type { Bus } from "./bus.ts";
export type { CallPanel, PanelCall } from "./call-panel.ts";
export type { Checked, Checker } from "./checker.ts";
export type { Clock } from "./clock.ts";
export type { CursorAnswer, CursorMove, Cursors } from "./cursors.ts";
export type { Feed } from "./feed.ts";
export type { CaseFile, Judge, Opinion } from "./judge.ts";
export { JudgeUnavailable } from "./judge.ts";
export type { Ledger, LedgerTotals, LedgerTransfer, Posting } from "./ledger.ts";
export { holdAccount, ledgerProof, WORLD } from "./ledger.ts";
export type {
  Listing,
  ListQuery,
  Market,
  OfferedArtifact,
  Owner,
  Pause,
  Recorded,
  SolvencyLine,
  Submission,
  Watch,
} from "./market.ts";
export type { Note, NoteQuery, Notes, NoteWrite } from "./notes.ts";
export { MAX_NOTE_BYTES, MAX_NOTE_NAME, MAX_NOTES_AT_ONCE } from "./notes.ts";
export type { Outages } from "./outages.ts";
export type { Owners } from "./owners.ts";
export { MAX_OWNER_KEYS } from "./owners.ts";
export type { Deposit, Finding, OpenHolds, Rail, Transfer } from "./rail.ts";
export { RailUnavailable } from "./rail.ts";
export type { Randomness } from "./randomness.ts";
export type {
  AsOf,
  Beat,
  Census,
  ClaimedTask,
  CommitAnswer,
  ContractQuery,
  GapQuery,
  History,
  HoldQuery,
  HoldRecord,
  LegMove,
  LegRecord,
  LegStatus,
  NumberedHold,
  OpenSide,
  Share,
  Step,
  Store,
  StoredContract,
  StoredEntry,
  Write,
  WrittenOnce,
} from "./store.ts";
export {
  MAX_GAPS,
  MAX_PAGE,
  MAX_WRITES,
  StoreDamaged,
  StoreUnavailable,
} from "./store.ts";
export type {
  Admitted,
  Agent,
  AgentKey,
  Ban,
  Channel,
  Ending,
  Frame,
  KnownKey,
  Presence,
  Seat,
  Skill,
  SkillCard,
  Table,
  Talk,
  Vanished,
} from "./talk.ts";
export { PRESENCES } from "./talk.ts";
