/** A sandbox that was kept without being committed, to be reopened later. */
import type { SandboxKind } from "./sandbox-kind.ts";

export interface KeptSandbox {
  /** Stays the same when it is reopened and kept once more. */
  readonly id: string;
  readonly keptAtMs: number;
  /** The working tree it was opened on. */
  readonly directory: string;
  readonly kind: SandboxKind;
  /** What it is for, as given to `keep`. */
  readonly label: string | null;
}

/** It could not be kept. It was removed; an earlier kept generation stays. */
export class NotKept extends Error {
  override name = "NotKept";
}
