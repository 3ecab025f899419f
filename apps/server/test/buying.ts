/** `bazaar buy` as a process, and what it says. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { COMPILED, type Folder } from "./server.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");

// biome-ignore lint/suspicious/noExplicitAny: tests look into facts of every shape.
export type Step = { readonly step: string } & Record<string, any>;

export class Buying implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #waiting: (() => void)[] = [];
  readonly steps: Step[] = [];
  errors = "";

  /** `args` follow `bazaar buy`; with `--json` its steps are read. */
  constructor(
    folder: Folder,
    args: readonly string[],
    key = "buyer.key",
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.#process = spawn(
      process.execPath,
      [MAIN, "buy", ...args, "--key", folder.at(key), "--json"],
      {
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: COMPILED,
          HOME: folder.path,
          ...environment,
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    this.#closed = once(this.#process, "close").finally(() => this.#tell());
    let rest = "";
    this.#process.stdout?.on("data", (bytes: Buffer) => {
      const lines = (rest + bytes.toString("utf8")).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.steps.push(JSON.parse(line));
      this.#tell();
    });
    this.#process.stderr?.on("data", (bytes: Buffer) => {
      this.errors += bytes.toString("utf8");
    });
  }

  /** Rejects if it ends without it. */
  async until(step: string): Promise<Step> {
    for (;;) {
      const found = this.steps.find((one) => one.step === step);
      if (found !== undefined) return found;
      if (this.#process.exitCode !== null) throw new Error(`no ${step}: ${this.errors}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Like a crash. */
  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#closed;
  }

  async ended(): Promise<number | null> {
    await this.#closed;
    return this.#process.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
