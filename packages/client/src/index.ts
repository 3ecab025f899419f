export { detectEnvironment, isOnPath } from "./detect/environment.ts";
export { type RecordedRun, type Recording, recordCommand } from "./record/record-command.ts";
export { type Conditions, contractDocument } from "./repair/contract-document.ts";
export type { Capabilities, Failure } from "./repair/failure.ts";
export { plainOutput } from "./repair/plain-output.ts";
export type { PrincipalNeeds, Repaired } from "./repair/principal.ts";
export { attend, type Repair, repair } from "./repair/repair.ts";
export type { Proposal, RepairEvent } from "./repair/repair-event.ts";
export { Attempt, type Surroundings, type Trial, tryFix } from "./repair/try-fix.ts";
