/** Work of strangers is read again beside the thread that answers requests, not in it. */
import { readFileSync } from "node:fs";
import { jobDocument } from "@bazaar/client";
import { connect } from "@bazaar/doors/http/connect";
import { chainJson, parseJson } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { expect, test } from "vitest";
import { handIn } from "./hand-in.ts";
import { Folder, TestServer } from "./server.ts";

/** A result may be 4 MiB long. */
const NUMBERS = 2_000_000;
const LONG = { text: "Hello.", text_sha256: "", more: Array<bigint>(NUMBERS).fill(1n) };

/** How long the thread that answers requests has run so far. */
function ranMs({ pid }: TestServer): number {
  const [ran] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(ran) / 1e6;
}

test.skipIf(process.platform !== "linux")(
  "a long result that is checked again keeps nobody else waiting (needs Linux)",
  async () => {
    using folder = new Folder();
    await using server = await TestServer.start(folder);
    const meet = () =>
      connect({ url: server.url, signer: generateSigner(), verify: nativeVerifier() });
    const [buyer, provider] = [meet(), meet()];
    const posted = await buyer.post(
      jobDocument({
        schemaId: "oa.text_gen.v1",
        payload: { prompt: "Say hello.", max_cost_sats: 5_000n, idempotency_key: "long" },
        budget: { amount: "0.5", currency: "XNO" },
        provider: provider.party,
        judge: null,
        needsTrajectory: false,
        approvalRuleId: "test",
      }),
    );
    if (!posted.ok) throw new Error(posted.refusal.detail);
    const handed = await handIn(provider, posted.value.contract, {
      payload: LONG,
      isRecorded: false,
    });
    const filed = await buyer.act(handed, "dispute_filed", { argument: "no" });
    if (!filed.ok) throw new Error(filed.refusal.detail);

    const beforeMs = ranMs(server);
    const answered = await provider.act(filed.value.contract, "dispute_response", {
      argument: "yes",
    });
    if (!answered.ok) throw new Error(answered.refusal.detail);
    const dispute = async () => (await fetch(`${server.url}/jobs/${handed.id}/dispute`)).json();
    await expect.poll(dispute, { interval: 200 }).toMatchObject({ status: "resolved" });
    const tookMs = ranMs(server) - beforeMs;

    expect(await dispute()).toMatchObject({ automatic: { verdict: "fail" } });
    const text = chainJson(LONG);
    const readingMs = cpuMs(() => parseJson(text));
    // It hands the result on, in a tenth of the time that it takes to read it once.
    expect(tookMs).toBeLessThan(readingMs / 2);
  },
);
