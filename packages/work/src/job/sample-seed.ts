import { randomBytes } from "node:crypto";

const SEED_BYTES = 32;

/** For a check of one's own; a court takes its seed from the transcript. */
export function freshSampleSeed(): string {
  return randomBytes(SEED_BYTES).toString("hex");
}
