/** What the evidence shows of the record of how a result was made, for a person. */
import { isJsonObject, type JsonObject, namedChecks, verdictOf } from "@bazaar/kernel";

export interface TrajectoryLook {
  readonly isValid: boolean;
  readonly words: string;
}

export function trajectoryLook(evidence: JsonObject): TrajectoryLook {
  const steps = namedChecks({ method: "trajectory" }, evidence);
  const wrong = steps.find(({ verdict }) => verdict !== "pass");
  const { trajectory } = evidence;
  const lines = isJsonObject(trajectory) ? trajectory.lines : null;
  return verdictOf(steps) === "pass"
    ? { isValid: true, words: `signed by the provider, ${String(lines)} lines` }
    : { isValid: false, words: wrong?.details ?? "it was not seen" };
}
