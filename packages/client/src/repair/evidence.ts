/**
 * What a verification showed, as it goes into the transcript for the court to read later: one
 * object for all checks. Everything was scrubbed whole, then hashed and cut: a hash of what was not
 * scrubbed would let somebody guess a short secret.
 */
import { type JsonObject, sha256Hex } from "@bazaar/kernel";
import { exitCodeEvidence, type Run } from "@bazaar/work";
import { endOf, plainOutput } from "./plain-output.ts";

/** Twice this, six characters each where it is not ASCII, stays within what an act may carry. */
const MAX_SHOWN = 16_000;

export function evidenceOf(run: Run, scrub: (text: string) => string): JsonObject {
  const stdout = scrub(plainOutput(run.stdout));
  const output = scrub(plainOutput(run.output));
  const shown = endOf(stdout, MAX_SHOWN);
  return {
    ...exitCodeEvidence(run),
    duration_ms: BigInt(Math.round(run.durationMs)),
    output: shown,
    ...(run.isCut || shown.length < stdout.length ? { is_cut: true } : {}),
    stdout_sha256: sha256Hex(stdout),
    output_sha256: sha256Hex(output),
    tail: endOf(output, MAX_SHOWN),
  };
}
