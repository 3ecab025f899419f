/** A sandbox that was kept uncommitted, for whoever reopens it. */
import type { SandboxKind } from "./sandbox-kind.ts";

export interface KeptSandbox {
  /** Stays the same when it is reopened and kept once more. */
  readonly id: string;
  readonly keptAtMs: number;
  /** The working tree it was opened on. */
  readonly directory: string;
  readonly kind: SandboxKind;
  /** Whose it is, as whoever kept it said. */
  readonly label: string | null;
}

/** It could not be kept. Nothing is left of it, except what had been kept before. */
export class NotKept extends Error {
  override name = "NotKept";
}
