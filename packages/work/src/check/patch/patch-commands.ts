/** Runs the commands of a patch's check on top of a check-out. */
import { type Json, type JsonObject, type PatchCheck, targetsOf } from "@bazaar/kernel";
import type { JobTools } from "../../job/job.ts";
import { REPOSITORY } from "../../repository/check-out.ts";
import type { Run, Sandbox } from "../../sandbox.ts";
import { quoteWord } from "../../shell-words.ts";
import { exitCodeEvidence } from "../exit-code/exit-code.ts";
import type { StepBounds } from "./apply-patch.ts";

/** The same commands on top of one check-out, in their order in the terms. */
export class PatchCommands {
  readonly #check: PatchCheck;
  readonly #directory: string;
  readonly #sandbox: Sandbox;
  readonly #tools: Pick<JobTools, "leftMs" | "signal">;

  constructor(
    check: PatchCheck,
    { subdir }: JsonObject,
    sandbox: Sandbox,
    tools: Pick<JobTools, "leftMs" | "signal">,
  ) {
    this.#check = check;
    this.#directory = typeof subdir === "string" ? `${REPOSITORY}/${subdir}` : REPOSITORY;
    this.#sandbox = sandbox;
    this.#tools = tools;
  }

  /** Those that must fail before the patch; null for the others. */
  async baseline(): Promise<readonly Json[]> {
    const targets = targetsOf(this.#check);
    const ends: Json[] = [];
    for (const [place, text] of this.#check.commands.entries()) {
      ends.push(targets.includes(place) ? await this.#end(text) : null);
    }
    return ends;
  }

  async after(): Promise<readonly Json[]> {
    const ends: Json[] = [];
    for (const text of this.#check.commands) ends.push(await this.#end(text));
    return ends;
  }

  async #end(text: string): Promise<JsonObject> {
    const { timeoutMs, signal } = boundsOf(this.#tools);
    if (timeoutMs <= 0) return { stopped_by: "time" };
    const inside = `cd ./${quoteWord(this.#directory)} || exit\n${text}`;
    return endOf(await this.#sandbox.rehearse({ text: inside, timeoutMs, signal }));
  }
}

function endOf(run: Run): JsonObject {
  const { stdoutSha256, stderrSha256 } = run;
  return { ...exitCodeEvidence(run), stdout_sha256: stdoutSha256, stderr_sha256: stderrSha256 };
}

export function boundsOf({ leftMs, signal }: Pick<JobTools, "leftMs" | "signal">): StepBounds {
  return { timeoutMs: Math.max(0, leftMs()), signal };
}
