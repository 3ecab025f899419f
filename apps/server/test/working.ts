/** A provider in a process of its own, and a repository as a bundle. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { bundleIn } from "../../../packages/agent/src/provider/test/assignment.ts";
import { COMPILED, type Folder } from "./server.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");

/** `bazaar work --json`, and what it has said. */
export class Working implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly steps: Record<string, string>[] = [];
  errors = "";

  constructor(folder: Folder, url: string, more: readonly string[] = []) {
    const args = ["work", "--market", url, "--key", folder.at("provider.key"), "--json", ...more];
    this.#process = spawn(process.execPath, [MAIN, ...args], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, HOME: folder.path },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#exited = once(this.#process, "exit");
    let rest = "";
    this.#process.stdout?.on("data", (bytes: Buffer) => {
      const lines = (rest + bytes.toString("utf8")).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.steps.push(JSON.parse(line));
    });
    this.#process.stderr?.on("data", (bytes: Buffer) => {
      this.errors += bytes.toString("utf8");
    });
  }

  async ready(): Promise<string> {
    await expect.poll(() => this.steps.find(({ step }) => step === "ready")).toBeDefined();
    return this.steps.find(({ step }) => step === "ready")?.provider ?? "";
  }

  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill("SIGTERM");
    await this.#exited;
  }
}

export function bundleOf(folder: Folder, name: string, files: Readonly<Record<string, string>>) {
  const directory = folder.at(name);
  mkdirSync(directory);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text);
  const { bundle, commit } = bundleIn(directory);
  return { bytes: bundle, commit };
}
