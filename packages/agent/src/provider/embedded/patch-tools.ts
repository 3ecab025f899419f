/** What the rules need to repair a repository in a sandbox: a failure, looks, and trials. */
import { arch } from "node:os";
import { checkCommand } from "@bazaar/guard/check-command";
import { quoteWord, type Run } from "@bazaar/work";
import type { Problem, Seen, Tried } from "../../problem.ts";
import type { Fix, Hint, Look, Tools, Trial } from "../../solver.ts";
import { unfitness } from "../../work/session.ts";
import { errorLine, MAX_QUOTED } from "./error-line.ts";
import type { PatchNeeds } from "./patch-job.ts";

const MAX_LOOKS = 30;
const MAX_ATTEMPTS = 5;
const MAX_OUTPUT = 20_000;
const LOOK_MS = 10_000;

export class PatchTools implements Tools {
  readonly #needs: PatchNeeds;
  readonly #command: string;
  readonly #error: string;
  readonly #seen: Seen[] = [];
  readonly #tried: Tried[] = [];
  #looks = 0;
  /** What a rule said of the failure that no change of a file repairs. */
  #explanation: string | null = null;
  /** The one that works. */
  fix: Fix | null = null;

  /** `red` is the command that fails, of those that ran. */
  constructor(needs: PatchNeeds, red: number, before: readonly Run[]) {
    this.#needs = needs;
    this.#command = needs.commands[red] ?? "";
    this.#error = (before[red]?.output ?? "").slice(-MAX_OUTPUT).toWellFormed();
  }

  get signal(): AbortSignal {
    return this.#needs.assignment.signal;
  }

  now(): Problem {
    const { job } = this.#needs.assignment;
    return {
      contract: job.jobHash,
      principal: "",
      command: this.#command,
      error: this.#error,
      type: "",
      machine: { os: "Linux", arch: arch(), packageManagers: [] },
      capabilities: [],
      checks: [],
      mode: "supervised",
      looksLeft: MAX_LOOKS - this.#looks,
      attemptsLeft: MAX_ATTEMPTS - this.#tried.length,
      seen: this.#seen,
      tried: this.#tried,
    };
  }

  async look(command: string): Promise<Look> {
    const { assignment, place, directory } = this.#needs;
    this.#looks += 1;
    const checked = checkCommand(command, { directory, home: place.directory });
    if (!checked.ok) return { isSeen: false, because: "it is not a read-only command" };
    const bounded = { text: command, directory, timeoutMs: LOOK_MS };
    const run = await assignment.recorder.tool("Bash", { command }, () => place.rehearse(bounded));
    const output = run.output.slice(0, MAX_OUTPUT).toWellFormed();
    this.#seen.push({ command, output });
    return { isSeen: true, output };
  }

  async propose(fix: Fix): Promise<Trial> {
    const unfit = unfitness(fix, []);
    // The commands are the buyer's: only what they read may change.
    if (unfit !== null || fix.correctedCommand !== undefined || fix.shell.trim() === "") {
      this.hint(fix);
      return { verdict: "not_tried", because: unfit ?? "the commands of a job stay as they are" };
    }
    const { assignment, place, directory, commands } = this.#needs;
    const text = [fix.shell, ...commands].map((one) => `bash -c ${quoteWord(one)}`).join(" && ");
    const params = { fix: fix.shell, explanation: fix.explanation };
    const run = await assignment.recorder.tool("TryFix", params, () =>
      place.rehearse({ text, directory }),
    );
    if (run.exitCode === 0) {
      this.fix = fix;
      return { verdict: "pass" };
    }
    const said = run.output.slice(-MAX_OUTPUT).toWellFormed();
    this.#tried.push({ shell: fix.shell, correctedCommand: null, said });
    return { verdict: "fail", said, attemptsLeft: this.now().attemptsLeft };
  }

  /** The first rule that knows the failure is the one that fits best. */
  hint({ explanation }: Pick<Hint, "explanation">): void {
    this.#explanation ??= explanation.slice(0, MAX_QUOTED).toWellFormed();
  }

  /** Why there is no patch, as a sentence for the buyer. */
  problem(): string {
    if (this.#explanation !== null) return `no change of a file repairs this: ${this.#explanation}`;
    return `no rule knows how to repair this: ${errorLine(this.#error)}`;
  }
}
