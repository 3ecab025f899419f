export type { Checker } from "./checker.ts";
export type { Clock } from "./clock.ts";
export type { Feed } from "./feed.ts";
export type { CaseFile, Judge, Opinion } from "./judge.ts";
export { JudgeUnavailable } from "./judge.ts";
export type { Ledger, LedgerTotals, LedgerTransfer, Posting } from "./ledger.ts";
export { holdAccount, ledgerProof, WORLD } from "./ledger.ts";
export type {
  Listing,
  ListQuery,
  Market,
  Pause,
  Recorded,
  SolvencyLine,
  Submission,
  Watch,
} from "./market.ts";
export type { Outages } from "./outages.ts";
export type { Deposit, Finding, Rail, Transfer } from "./rail.ts";
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
  HoldRecord,
  LegMove,
  LegRecord,
  LegStatus,
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
  GAP_KEPT_MS,
  MAX_GAPS,
  MAX_PAGE,
  MAX_WRITES,
  StoreDamaged,
  StoreUnavailable,
} from "./store.ts";
