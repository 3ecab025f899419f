/** Runs the commands of a patch's check on top of a check-out. */
import { type Json, type JsonObject, type PatchCheck, targetsOf } from "@bazaar/kernel";
import type { JobTools } from "../../job/job.ts";
import { REPOSITORY } from "../../repository/check-out.ts";
import type { Run, Sandbox } from "../../sandbox.ts";
import { quoteWord } from "../../shell-words.ts";
import { boundsOf, isOverLimit, stopWord } from "../command-limits.ts";
import { exitCodeEvidence } from "../exit-code/exit-code.ts";

type CommandTools = Pick<JobTools, "leftMs" | "limitMs" | "signal">;

/** The same commands on top of one check-out, in their order in the terms. */
export class PatchCommands {
  readonly #check: PatchCheck;
  readonly #directory: string;
  readonly #sandbox: Sandbox;
  readonly #tools: CommandTools;

  constructor(check: PatchCheck, { subdir }: JsonObject, sandbox: Sandbox, tools: CommandTools) {
    this.#check = check;
    this.#directory = typeof subdir === "string" ? `${REPOSITORY}/${subdir}` : REPOSITORY;
    this.#sandbox = sandbox;
    this.#tools = tools;
  }

  /** Those that must fail before the patch; null for the others. */
  async baseline(): Promise<readonly Json[]> {
    const targets = targetsOf(this.#check);
    const ends: Json[] = [];
    for (const place of this.#check.commands.keys()) {
      ends.push(targets.includes(place) ? await this.end(place) : null);
    }
    return ends;
  }

  /** Up to one that does not end by itself: whatever the others do, the patch does not pass. */
  async after(): Promise<readonly JsonObject[]> {
    const ends: JsonObject[] = [];
    for (const place of this.#check.commands.keys()) {
      const end = await this.end(place);
      ends.push(end);
      if (end.exit_code === undefined) break;
    }
    return ends;
  }

  /**
   * How one of them ends on the files as they are now. One that exceeds a limit is run again: what others
   * use of this machine can be charged to it once. Its time is its own.
   */
  async end(place: number): Promise<JsonObject> {
    // As of a program that is not there: it says nothing about any patch.
    const text = `cd ./${quoteWord(this.#directory)} || exit 127\n${this.#check.commands[place]}`;
    const bounds = boundsOf(this.#tools);
    if (bounds.timeoutMs <= 0) return { stopped_by: "deadline" };
    const run = await this.#sandbox.rehearse({ text, ...bounds });
    const isStopped = isOverLimit(run, bounds) || run.signal !== null;
    if (!isStopped || run.stoppedBy === "time") return endOf(run, bounds);
    const again = boundsOf(this.#tools);
    if (again.timeoutMs <= 0) return { stopped_by: "deadline" };
    return endOf(await this.#sandbox.rehearse({ text, ...again }), again);
  }
}

function endOf(run: Run, bounds: ReturnType<typeof boundsOf>): JsonObject {
  const { stoppedBy, stdoutSha256, stderrSha256 } = run;
  const ended =
    stoppedBy === null ? exitCodeEvidence(run) : { stopped_by: stopWord(stoppedBy, bounds) };
  return { ...ended, stdout_sha256: stdoutSha256, stderr_sha256: stderrSha256 };
}
