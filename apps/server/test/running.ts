import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";
import { type Folder, MAIN } from "./server.ts";

/** A command that runs while others do: what it prints, and what it reads. */
export class Running implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #closed: Promise<unknown>;
  #output = "";
  #stdout = "";

  constructor(folder: Folder, args: readonly string[]) {
    const env = folder.environment();
    this.#process = spawn(process.execPath, [MAIN, ...args], { cwd: folder.path, env });
    this.#closed = once(this.#process, "close");
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
      this.#output += text;
    });
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#output += text;
    });
  }

  get output(): string {
    return this.#output;
  }

  get stdout(): string {
    return this.#stdout;
  }

  async says(expected: RegExp): Promise<string> {
    await expect.poll(() => this.#output, { timeout: 60_000, interval: 20 }).toMatch(expected);
    return expected.exec(this.#output)?.[1] ?? "";
  }

  async exitCode(): Promise<number | null> {
    await this.#closed;
    return this.#process.exitCode;
  }

  write(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }

  /** No more input. */
  end(): void {
    this.#process.stdin?.end();
  }

  interrupt(): void {
    this.#process.kill("SIGINT");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#closed;
  }
}
