export type { Needs } from "./needs.ts";
export { exportTranscript } from "./queries/export-transcript.ts";
export type { Recorded } from "./record-act.ts";
export { recordAct } from "./record-act.ts";
export type { Submission } from "./submission.ts";
export { fireDeadlines } from "./tasks/fire-deadlines.ts";
export { payLegs } from "./tasks/pay-legs.ts";
export { runTasks } from "./tasks/run-tasks.ts";
export { takeDeposits } from "./tasks/take-deposits.ts";
