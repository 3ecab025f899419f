export { cascade } from "./cascade.ts";
export type { Filter } from "./filter.ts";
export type { Hooks } from "./hooks.ts";
export { PrincipalRecords } from "./principal-records.ts";
export { type Machine, type Problem, type Seen, type Tried, taskIn, waitingIn } from "./problem.ts";
export { recordedSolver } from "./recorded-solver.ts";
export { type AgentLimits, type AgentOptions, runAgent } from "./run-agent.ts";
export { keepSession, sessionFile } from "./session-files.ts";
export {
  type Fix,
  type Hint,
  type Look,
  type Solver,
  type Tools,
  type Trial,
  WorkOver,
} from "./solver.ts";
export { changedFix, type Redactions, withTrueNames } from "./solvers/with-true-names.ts";
