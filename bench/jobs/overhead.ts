/**
 * From a post to its payout: a server in a process of its own, and a provider and a buyer that follow it
 * over HTTP. The worker says how long it took, and the rest is what trading costs: a seat, a signed
 * trajectory, a result, its verification and the payment.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import {
  listedJobs,
  runProvider,
  Tries,
  USUAL_PRICES,
  verifyOwn,
  type Worker,
} from "@bazaar/agent/provider";
import { buyJob, jobDocument } from "@bazaar/client";
import type { Connection } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import { sha256Hex } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { percentile } from "../../tools/soak/percentile.ts";
import { ServerFolder, ServerProcess } from "../../tools/soak/server-process.ts";
import type { Line } from "../measure.ts";

const JOBS = 100;
const WARM_UP = 10;
const LIMIT_MS = 500;
const TEXT = "hello";

export async function overheadLines(): Promise<readonly Line[]> {
  using folder = new ServerFolder();
  await using server = await ServerProcess.start(folder);
  const meet = (): Connection =>
    connect({ url: server.url, signer: generateSigner(), verify: nativeVerifier() });
  const [buyer, provider] = [meet(), meet()];
  const stopping = new AbortController();
  const worker = new TimedWorker();
  const failures: unknown[] = [];
  const running = runProvider({
    connection: provider,
    worker,
    prices: USUAL_PRICES,
    verify: verifyOwn(provider, {}),
    tries: new Tries(join(folder.path, "jobs-begun")),
    list: listedJobs({ connection: provider }),
    jobs: 1,
    hooks: { error: (error) => failures.push(error) },
    signal: stopping.signal,
  });
  const times: number[] = [];
  for (let job = -WARM_UP; job < JOBS; job += 1) {
    const startedMs = performance.now();
    await bought(buyer, provider.party);
    if (job >= 0) times.push(performance.now() - startedMs - worker.lastMs);
  }
  stopping.abort();
  await running;
  if (failures.length > 0) throw new Error("the provider failed", { cause: failures[0] });
  return [0.5, 0.99].map((share) => line(share, percentile(times, share)));
}

/** Ends when the buyer has seen the payout. */
async function bought(buyer: Connection, provider: Connection["party"]): Promise<void> {
  const document = jobDocument({
    schemaId: "oa.text_gen.v1",
    payload: { prompt: "Say hello.", max_cost_sats: 100n, idempotency_key: randomUUID() },
    budget: { amount: "0.000001", currency: "BTC" },
    provider,
    judge: null,
    needsTrajectory: false,
    approvalRuleId: "bench",
  });
  const done = await buyJob(
    {
      connection: buyer,
      // The check of a text runs nothing.
      openSandbox: async () => null,
      onStep: () => undefined,
      signal: new AbortController().signal,
    },
    document,
  );
  if (!done.ok) throw new Error(done.refusal.detail);
  const { contract, verified } = done.value;
  if (verified?.verdict !== "pass") throw new Error(`the job ended ${contract.state.phase}`);
  for (;;) {
    const paid = await buyer.payouts(contract.id);
    if (paid.ok && paid.value.length > 0) return;
  }
}

class TimedWorker implements Worker {
  readonly name = "bench";
  lastMs = 0;

  declines(): null {
    return null;
  }

  async work({ recorder }: Parameters<Worker["work"]>[0]): ReturnType<Worker["work"]> {
    const startedMs = performance.now();
    const text_sha256 = sha256Hex(TEXT);
    const payload = await recorder.step("Write", { words: 1n }, async () => {
      return { status: "success", text: TEXT, text_sha256 };
    });
    this.lastMs = performance.now() - startedMs;
    return { is: "done", payload, replay: null };
  }
}

function line(share: number, ms: number): Line {
  return {
    what: `a job, post to payout without the work, p${share * 100}`,
    figure: `${ms.toFixed(1)} ms`,
    reference: `limit ${LIMIT_MS} ms`,
    ratio: LIMIT_MS / ms,
    target: 1,
  };
}
