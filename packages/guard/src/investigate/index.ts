export { changesNothing } from "./changes-nothing.ts";
export { checkCommand, type Plan, type Where } from "./check-command.ts";
export { type Finding, type InvestigationRequest, investigate } from "./investigate.ts";
export { Investigation, type Pace } from "./investigation.ts";
export { type Checked, explain, type InvestigationRefusal } from "./refusal.ts";
export type { Reading } from "./run-line.ts";
export { JailUnavailable } from "./run-read-only.ts";
