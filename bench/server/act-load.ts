/** Sends whole contract lives, signed in advance: as fast as they are answered, or at a rate. */
import { randomBytes } from "node:crypto";
import type { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Party, Signer } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { getJson, keepAliveAgent, type Prepared, send } from "../../tools/soak/exchange.ts";
import { signRequest, wholeLife } from "../../tools/soak/signed-act.ts";
import { cpuSeconds } from "./process-usage.ts";

/** The signed acts of one contract, in order. */
interface Life {
  readonly contract: string;
  readonly acts: readonly Prepared[];
}

const CONNECTIONS = 64;
const ACTS_PER_LIFE = 5;
/** Between two acts of one contract at a fixed rate. */
const THINK_MS = 200;
const POLL_MS = 100;

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
  /** The same, including payouts and the last entry of every contract. */
  readonly settledPerCpuSecond: number;
  readonly actsPerSecond: number;
  /** Cores that the server used on average. */
  readonly cores: number;
  /** Contracts paid and settled per second. */
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

  /** A signed request expires after a minute: sign no more than can be sent by then. */
  sign(acts: number): readonly Life[] {
    const { platform } = this.#server;
    return Array.from({ length: Math.ceil(acts / ACTS_PER_LIFE) }, () => {
      const pair = this.#pairs[this.#next % this.#pairs.length];
      if (pair === undefined) throw new Error("no signers");
      this.#next += 1;
      const acts = wholeLife(...pair, platform, randomBytes(32).toString("hex"));
      const contract = acts[0]?.contract ?? "";
      return { contract, acts: acts.map((act) => signRequest(act)) };
    });
  }

  /** Each connection sends one contract after another, each act when the last was answered. */
  async saturate(lives: readonly Life[]): Promise<Saturation> {
    const { pid } = this.#server;
    const queue = lives.values();
    // The server may be closing connections that were idle since the last round.
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

  /** Waits until the last contracts are settled; asking for all would load the server. */
  async settle(lives: readonly Life[]): Promise<void> {
    const { url } = this.#server;
    for (const { contract } of lives.slice(-CONNECTIONS)) {
      for (;;) {
        const address = `${url}/contracts/${contract}/transcript`;
        const { entries } = await getJson<Transcript>(this.#agent, address);
        if (entries.at(-1)?.type === "settled") break;
        await wait(POLL_MS);
      }
    }
  }

  /** Sends at a fixed rate. Each latency counts from the time the act was due. */
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
