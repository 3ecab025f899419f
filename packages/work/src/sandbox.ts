/**
 * Where untrusted commands run: the port for checks, jobs and courts.
 *
 * Whatever a command does inside stays inside: files it writes go to a layer of the sandbox's own,
 * processes it starts end with it. A sandbox that cannot promise this does not open; it never runs
 * anything unprotected instead.
 */
import type { StoppedBy } from "@bazaar/kernel";
import type { AskedLimits } from "./check/check-limits.ts";

export interface ShellCommand {
  /** Shell text, given to `bash -c` inside. */
  readonly text: string;
  /** Where it starts, as the user knows the path. Default: the sandbox's own directory. */
  readonly directory?: string;
  readonly timeoutMs?: number;
  /** Output as it happens; not scrubbed, not inert. */
  readonly onOutput?: (bytes: Buffer, stream: "stdout" | "stderr") => void;
  /** Stops the command at once; it is then `halted`. */
  readonly signal?: AbortSignal;
}

export interface Run {
  /** Null when a signal or the sandbox ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stoppedBy: StoppedBy | null;
  readonly stdout: string;
  /** Standard output and error in the order they came. */
  readonly output: string;
  /** SHA-256 in hex of all that was written there, however little of it is kept above. */
  readonly stdoutSha256: string;
  readonly stderrSha256: string;
  /** Whether `stdout` or `output` lack something that was written. */
  readonly isCut: boolean;
  readonly durationMs: number;
  /** If it was stopped for waiting. */
  readonly waits?: Waiting;
}

export interface Waiting {
  /** A person who answers, or who ends it: a server, a watcher. */
  readonly for: "person" | "end";
  /** As a sentence without a full stop. */
  readonly words: string;
}

/** Printed where a command would open an editor: a sandbox has nobody to edit. */
export const NO_EDITOR = "an editor would open here and wait for a person";

/** By path: names between slashes, relative to the sandbox's own directory. */
export type SandboxFiles = ReadonlyMap<string, Uint8Array>;

/**
 * A new sandbox whose directory has these files and no others, and what `withinCheckLimits` leaves of
 * what is asked for. Null: there is none here.
 */
export type OpenSandbox = (files: SandboxFiles, asked?: AskedLimits) => Promise<Sandbox | null>;

export interface Sandbox extends AsyncDisposable {
  /** What the command writes stays in the sandbox's layer, where later runs see it. */
  run(command: ShellCommand): Promise<Run>;
  /** The same on top of that layer, and what it writes is thrown away afterwards. */
  rehearse(command: ShellCommand): Promise<Run>;
}
