/** Whole lives, signed beforehand and sent from this process: as fast as answered, or at a rate. */
import { randomBytes } from "node:crypto";
import type { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Party, Signer } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { getJson, keepAliveAgent, type Prepared, send } from "../../tools/soak/exchange.ts";
import { signRequest, wholeLife } from "../../tools/soak/signed-act.ts";
import { cpuSeconds } from "./process-figures.ts";

/** A life's acts, ready to be sent in this order. */
interface Life {
  readonly contract: string;
  readonly acts: readonly Prepared[];
}

const CONNECTIONS = 64;
const ACTS_PER_LIFE = 5;
/** Between two acts of one life in an open loop: its parties think for a moment. */
const THINK_MS = 200;
const LOOK_AGAIN_MS = 100;

export interface Transcript {
  readonly entries: readonly { readonly type: string }[];
}

export interface ServerAt {
  readonly url: string;
  readonly pid: number;
  readonly platform: Party;
}

export interface Saturation {
  readonly actsPerCpuSecond: number;
  /** The same with all that followed: payouts, and the last entry of every contract. */
  readonly settledPerCpuSecond: number;
  readonly actsPerSecond: number;
  /** How much of one core the server has used. */
  readonly cores: number;
  /** Contracts paid and closed in a second, from the first act to the last of these entries. */
  readonly contractsPerSecond: number;
}

export class ActLoad implements Disposable {
  readonly #server: ServerAt;
  #agent: Agent = keepAliveAgent(CONNECTIONS);
  readonly #pairs: readonly (readonly [Signer, Signer])[] = Array.from(
    { length: CONNECTIONS * 4 },
    () => [generateSigner(), generateSigner()] as const,
  );
  #next = 0;

  constructor(server: ServerAt) {
    this.#server = server;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  /** Requests are fresh for a minute: sign no more than can be sent within that. */
  sign(acts: number): readonly Life[] {
    const { platform } = this.#server;
    return Array.from({ length: Math.ceil(acts / ACTS_PER_LIFE) }, () => {
      const pair = this.#pairs[this.#next % this.#pairs.length];
      if (pair === undefined) throw new Error("nobody signs");
      this.#next += 1;
      const acts = wholeLife(...pair, platform, randomBytes(32).toString("hex"));
      const contract = acts[0]?.contract ?? "";
      return { contract, acts: acts.map((act) => signRequest(act)) };
    });
  }

  /** Every connection plays life after life, each act as soon as the one before is answered. */
  async saturate(lives: readonly Life[]): Promise<Saturation> {
    const { pid } = this.#server;
    const queue = lives.values();
    // The server may just be closing those that had nothing to do since the last time.
    this.#agent.destroy();
    this.#agent = keepAliveAgent(CONNECTIONS);
    const cpuBefore = cpuSeconds(pid);
    const startedMs = performance.now();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        for (const { acts } of queue) for (const act of acts) await this.#send(act);
      }),
    );
    const seconds = (performance.now() - startedMs) / 1_000;
    const cpu = cpuSeconds(pid) - cpuBefore;
    const acts = lives.length * ACTS_PER_LIFE;
    await this.settle(lives);
    const settledCpu = cpuSeconds(pid) - cpuBefore;
    const settledSeconds = (performance.now() - startedMs) / 1_000;
    return {
      actsPerCpuSecond: acts / cpu,
      settledPerCpuSecond: acts / settledCpu,
      actsPerSecond: acts / seconds,
      cores: cpu / seconds,
      contractsPerSecond: lives.length / settledSeconds,
    };
  }

  /** Waits for the last entry of the youngest: asking for all would cost the server too much. */
  async settle(lives: readonly Life[]): Promise<void> {
    const { url } = this.#server;
    for (const { contract } of lives.slice(-CONNECTIONS)) {
      for (;;) {
        const address = `${url}/contracts/${contract}/transcript`;
        const { entries } = await getJson<Transcript>(this.#agent, address);
        if (entries.at(-1)?.type === "settled") break;
        await wait(LOOK_AGAIN_MS);
      }
    }
  }

  /** At a fixed rate, whatever the answers do; each latency counts from when an act was due. */
  async atRate(lives: readonly Life[], actsPerSecond: number): Promise<readonly number[]> {
    const everyMs = (1_000 * ACTS_PER_LIFE) / actsPerSecond;
    const startMs = performance.now() + THINK_MS;
    const latencies = lives.map(async (life, number) => {
      const measured: number[] = [];
      for (const [at, act] of life.acts.entries()) {
        const dueMs = startMs + number * everyMs + at * THINK_MS;
        await wait(Math.max(0, dueMs - performance.now()));
        await this.#send(act);
        measured.push(performance.now() - dueMs);
      }
      return measured;
    });
    return (await Promise.all(latencies)).flat();
  }

  async #send(act: Prepared): Promise<void> {
    const { status, text } = await send(this.#agent, this.#server.url, act);
    if (status !== 200) throw new Error(`${act.path}: ${status} ${text}`);
  }
}
