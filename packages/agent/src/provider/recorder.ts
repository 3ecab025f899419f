/** Records the steps of one job as they happen. */
import type { JsonObject } from "@bazaar/kernel";
import type { Run } from "@bazaar/work";

export interface Recorder {
  /** Records the call before it runs, and what came of it. */
  tool(name: string, params: JsonObject, run: () => Promise<Run>): Promise<Run>;
  /** A step without a command; its output is whatever JSON it returns. */
  step(name: string, params: JsonObject, run: () => Promise<JsonObject>): Promise<JsonObject>;
  /** How many commands failed before and how many after. */
  verified(commands: readonly string[], exitCodes: readonly number[], failedBefore: number): void;
}
