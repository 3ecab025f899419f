/**
 * The contract document of a failed command. Every text is scrubbed before it is cut: half a secret
 * would not be recognised.
 */
import { type Check, documentCheckJson, type JsonObject } from "@bazaar/kernel";
import { detectTaskType } from "../detect/task-type.ts";
import { type Capabilities, capabilitiesJson, type Failure } from "./failure.ts";
import { lastPart, plainOutput } from "./plain-output.ts";

export interface Conditions {
  readonly mode: "supervised" | "autonomous";
  readonly bounty: { readonly amount: string; readonly currency: string; readonly chain: string };
  /** Null: no judge. */
  readonly judge: string | null;
  readonly capabilities: Capabilities;
  readonly checks: readonly Check[];
  readonly maxAttempts: number;
  readonly secondsBetweenLooks: number;
  readonly timeoutSeconds: number;
}

/** A non-ASCII character takes six in JSON; this leaves room for a long command. */
const MAX_ERROR = 14_000;

export function contractDocument(
  failure: Failure,
  conditions: Conditions,
  environment: JsonObject,
  scrub: (text: string) => string,
): JsonObject {
  const error = lastPart(scrub(plainOutput(failure.output)), MAX_ERROR);
  const { mode, bounty, judge, capabilities, maxAttempts, timeoutSeconds } = conditions;
  const { secondsBetweenLooks } = conditions;
  return {
    version: 2n,
    task: {
      command: scrub(failure.command),
      error,
      exit_code: BigInt(failure.exitCode),
      type: detectTaskType(error),
    },
    environment,
    capabilities: capabilitiesJson(capabilities),
    execution: {
      mode,
      max_attempts: BigInt(maxAttempts),
      investigation_rate: BigInt(secondsBetweenLooks),
      timeout: BigInt(timeoutSeconds),
      sandbox: true,
    },
    escrow: { bounty: bounty.amount, currency: bounty.currency, chain: bounty.chain },
    judge: { pubkey: judge ?? "" },
    verification: conditions.checks.map(documentCheckJson),
  };
}
