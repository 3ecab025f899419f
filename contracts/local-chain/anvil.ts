/** A local test chain on a loopback port. Its clock stands still between blocks. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { ANVIL } from "./forge.ts";

/** The time of a local chain's first block, in seconds. */
export const CHAIN_START = 2_000_000_000;
const CHAIN_ID = 31_337;

export class Anvil implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** Unless `isAutomining`, a block is mined only on request. */
  static async start({ isAutomining = false } = {}): Promise<Anvil> {
    const child = spawn(
      ANVIL,
      [
        ...["--host", "127.0.0.1", "--port", "0", "--chain-id", String(CHAIN_ID)],
        ...["--hardfork", "prague", "--timestamp", String(CHAIN_START)],
        ...["--auto-impersonate", "--base-fee", "0", "--gas-price", "0"],
        ...["--order", "fifo", "--prune-history", ...(isAutomining ? [] : ["--no-mining"])],
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(line)?.[1];
      if (address === undefined) continue;
      // Nobody reads the rest of its output, but it must not fill the pipe.
      child.stdout.resume();
      return new Anvil(child, `http://${address}`);
    }
    throw new Error(`anvil exited with code ${child.exitCode} before it listened`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#child.once("close", resolve));
    this.#child.kill();
    await closed;
  }
}
