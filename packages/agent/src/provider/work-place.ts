/**
 * The place of one job: a sandbox that is empty or, if the job has a repository, has its check-out in
 * `REPOSITORY`, as for those who check the result. The bundle of a stranger is read inside. Commands
 * share the time of the job.
 */
import { join } from "node:path";
import type { FilesSandbox, SandboxLimits } from "@bazaar/guard/sandbox";
import {
  BUNDLE_FILE,
  checkOut,
  REPOSITORY,
  type Run,
  type Sandbox,
  type ShellCommand,
  WholeStdout,
} from "@bazaar/work";
import { openJobSandbox, type PlaceSettings } from "./job-sandbox.ts";
import type { Assignment } from "./worker.ts";

/** A result is read back within this. */
const READ_MS = 10_000;

export class WorkPlace implements Sandbox {
  readonly #sandbox: FilesSandbox;
  /** What is left of the time for all of it. */
  readonly leftMs: () => number;
  readonly #signal: AbortSignal;

  private constructor(sandbox: FilesSandbox, { signal, timeoutMs }: Assignment) {
    this.#sandbox = sandbox;
    this.#signal = signal;
    const endMs = performance.now() + timeoutMs;
    this.leftMs = () => Math.max(1, endMs - performance.now());
  }

  /** Where commands start. */
  get directory(): string {
    return this.#sandbox.directory;
  }

  /** The check-out. */
  get repository(): string {
    return join(this.directory, REPOSITORY);
  }

  /** Why there is none, as text. */
  static async open(
    assignment: Assignment,
    settings: PlaceSettings,
    limits: Partial<SandboxLimits> = {},
    files: ReadonlyMap<string, string> = new Map(),
  ): Promise<WorkPlace | string> {
    const given = new Map<string, Uint8Array | string>(files);
    if (assignment.repository !== null) given.set(BUNDLE_FILE, assignment.repository.bundle);
    const opened = await openJobSandbox(given, settings, limits);
    if (typeof opened === "string") return opened;
    const place = new WorkPlace(opened, assignment);
    const problem = await place.#checkOut(assignment);
    if (problem === null) return place;
    await place[Symbol.asyncDispose]();
    return problem;
  }

  /** What it writes is there for later commands. */
  run(command: ShellCommand): Promise<Run> {
    return this.#sandbox.run(this.#bounded(command));
  }

  /** What it writes is thrown away. */
  rehearse(command: ShellCommand): Promise<Run> {
    return this.#sandbox.rehearse(this.#bounded(command));
  }

  /** The text of a file that a worker left; null if there is none, it is no file, or too long. */
  async read(name: string, maxBytes: number): Promise<string | null> {
    const text = `test -f ${name} && test "$(wc -c < ${name})" -le ${maxBytes} && cat ${name}`;
    const content = new WholeStdout(maxBytes);
    const { onOutput } = content;
    const { exitCode } = await this.rehearse({ text, timeoutMs: READ_MS, onOutput });
    return exitCode === 0 && !content.isCut ? content.bytes.toString("utf8") : null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sandbox[Symbol.asyncDispose]();
  }

  #bounded(command: ShellCommand): ShellCommand {
    const timeoutMs = Math.min(command.timeoutMs ?? Number.POSITIVE_INFINITY, this.leftMs());
    return { ...command, timeoutMs, signal: this.#signal };
  }

  async #checkOut({ repository }: Assignment): Promise<string | null> {
    if (repository === null) return null;
    const bounds = { timeoutMs: this.leftMs(), signal: this.#signal };
    return checkOut(this.#sandbox, repository.commit, bounds);
  }
}
