/** A buyer and a provider on a market in memory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection, Contract } from "@bazaar/doors/connection";
import { type JsonObject, type Party, rfc8785Hash, type Signer } from "@bazaar/kernel";
import { type InProcess, taken } from "../../../../doors/src/http/connect/test/in-process.ts";
import { embeddedWorker } from "../embedded/embedded-worker.ts";
import type { JobHooks } from "../job-hooks.ts";
import { listedJobs } from "../listed-jobs.ts";
import { USUAL_PRICES } from "../price-book.ts";
import { type ProviderOptions, runProvider } from "../run-provider.ts";
import { Tries } from "../tries.ts";
import { verifyOwn } from "../verify-own.ts";
import type { Worker } from "../worker.ts";

/** A request of a schema, as a buyer posts it. */
export function jobDocument(schemaId: string, payload: JsonObject, provider: Party): JsonObject {
  const whole = { max_cost_sats: 10_000n, idempotency_key: crypto.randomUUID(), ...payload };
  const hash = rfc8785Hash(whole);
  if (!hash.ok) throw new Error(JSON.stringify(hash.refusal));
  return {
    schema_id: schemaId,
    schema_version: "1.0.0",
    job_hash: hash.value,
    payload: whole,
    budget: { amount: "0.0001", currency: "BTC" },
    provider,
  };
}

export const DIFF = "--- a/a.js\n+++ b/a.js\n@@ -0,0 +1 @@\n+debugger;\n";
export const REVIEW: JsonObject = { diff: DIFF, focus: ["all"], depth: "standard" };

/** A worker whose answers a test writes. */
export function scripted(work: Worker["work"]): Worker {
  return { name: "scripted", declines: () => null, work };
}

export class Provider implements AsyncDisposable {
  readonly connection: Connection;
  readonly told: string[] = [];
  readonly errors: unknown[] = [];
  readonly #stopping = new AbortController();
  readonly #directory = mkdtempSync(join(tmpdir(), "provider-"));
  readonly #running: Promise<void>;

  constructor(place: InProcess, changes: Partial<ProviderOptions> & { signer?: Signer } = {}) {
    const { signer, ...options } = changes;
    this.connection = place.connect(signer);
    const tell = (name: string) => (): void => void this.told.push(name);
    const names = [
      "declined",
      "accepted",
      "resumed",
      "handedIn",
      "failed",
      "rejected",
      "disputed",
      "ended",
    ] as const satisfies (keyof JobHooks)[];
    this.#running = runProvider({
      connection: this.connection,
      worker: embeddedWorker({}),
      prices: USUAL_PRICES,
      verify: verifyOwn(this.connection, {}),
      tries: new Tries(this.#directory),
      list: listedJobs({ connection: this.connection }),
      jobs: 4,
      hooks: {
        ...Object.fromEntries(names.map((name) => [name, tell(name)])),
        error: (error) => this.errors.push(error),
      },
      signal: this.#stopping.signal,
      ...options,
    });
  }

  get party(): Party {
    return this.connection.party;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.#directory, { recursive: true });
  }
}

/** Waits until a contract is as described, in the market's time. */
export async function until(
  place: InProcess,
  by: Connection,
  contract: Contract,
  isSo: (now: Contract) => boolean,
): Promise<Contract> {
  for (let turns = 0; turns < 1_000; turns += 1) {
    const now = taken(await by.contract(contract.id));
    if (isSo(now)) return now;
    await place.clock.sleep(100);
  }
  throw new Error("it never was so");
}
