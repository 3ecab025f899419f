/**
 * One investigation, from the agent's text to what the agent sees: grammar, jail, scrub, then the
 * cut.
 */
import { realpath } from "node:fs/promises";
import type { StoppedBy } from "@bazaar/kernel";
import type { Limits } from "../jail/run-bounded.ts";
import { checkCommand } from "./check-command.ts";
import { cutOutput } from "./cut-output.ts";
import { redactUnreadable } from "./redact-unreadable.ts";
import { allow, type Checked, type InvestigationRefusal } from "./refusal.ts";
import { type Reading, runLine } from "./run-line.ts";
import { INVESTIGATION_LIMITS } from "./run-read-only.ts";

export interface InvestigationRequest {
  readonly command: string;
  /** Where it starts, absolute. */
  readonly directory: string;
  readonly home: string;
  /** Shown besides the working tree, programs and toolchains: the person said so. */
  readonly shows?: readonly string[];
  /** The user's own PATH, for `which` and similar tools; programs are never run from it. */
  readonly searchPath?: string;
  readonly limits?: Limits;
  readonly scrub: (text: string) => string;
  /** Asked before every command that runs; a refusal ends the investigation. */
  readonly permit?: (reading: Reading) => Promise<InvestigationRefusal | null>;
}

/** What leaves the machine. */
export interface Finding {
  /** Null when it was stopped, or when its output could not be kept. */
  readonly exitCode: number | null;
  readonly stoppedBy: StoppedBy | null;
  /** Scrubbed, then cut to the size of one result. */
  readonly output: string;
  readonly durationMs: number;
}

export async function investigate(request: InvestigationRequest): Promise<Checked<Finding>> {
  const { command, limits = INVESTIGATION_LIMITS } = request;
  const directory = await realpath(request.directory);
  const place = { ...request, directory, limits };
  const checked = checkCommand(command, place);
  if (!checked.ok) return checked;
  const clean = (text: string): string => redactUnreadable(request.scrub(text));
  const run = await runLine(checked.value, { ...place, clean });
  if (!run.ok) return run;
  const { exitCode, stoppedBy, notes, output, durationMs } = run.value;
  const text = [...notes.map((note) => `[${note}]`), output].join("\n");
  return allow({ exitCode, stoppedBy, output: cutOutput(clean(text)), durationMs });
}
