import { type Story, sampleData } from "@bazaar/testkit";
import type { Json, JsonObject } from "../../canonical/json.ts";
import type { Signer } from "../../identity/signer.ts";
import { type ActType, actFields } from "../act-rules.ts";
import { TEXT_LIMITS } from "../rules.ts";

/** Written out in canonical form, each of these is six characters. */
const WIDE = String.fromCodePoint(0xe9);

const LONGEST: readonly Json[] = Object.values(TEXT_LIMITS)
  .toSorted((one, other) => other - one)
  .flatMap((length) => [WIDE.repeat(length), { [WIDE]: "x".repeat(length - 20) }]);

/** The sample of an act with the longest text that is accepted in each field. */
export function longestData(told: Story, by: Signer, type: Exclude<ActType, "post">): JsonObject {
  let data = sampleData(type, told.state);
  for (const name of actFields(type)) {
    const long = LONGEST.find(
      (value) => told.refusal(by, type, { ...data, [name]: value }) === null,
    );
    if (long !== undefined) data = { ...data, [name]: long };
  }
  return data;
}
