/**
 * The seven reasons for a dispute, each with real evidence: a job on a real market, its real bundle and
 * result, looked at by the buyer's own client, filed and answered over HTTP, and run again by the server.
 */
import { jobDocument, verifyResult } from "@bazaar/client";
import type { Connection, Contract } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import { type JsonObject, sha256Hex, TEXT_LIMITS } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxFor } from "../src/check-sandbox.ts";
import { handIn, patchResult } from "./hand-in.ts";
import { Folder, TestServer } from "./server.ts";
import { bundleOf } from "./working.ts";

const patchOf = (line: string, path = "add.sh", was = "echo $(($1 - $2))"): string =>
  `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${was}\n+${line}\n`;

const RIGHT = patchOf("echo $(($1 + $2))");
const WRONG = patchOf("echo $(($1 * $2))");
const ELSEWHERE = patchOf("echo $(($1 + $2))", "add.sh", "echo $(($1 / $2))");
const INTO_TESTS = `${RIGHT}${patchOf("true", "test.sh", 'test "$(sh add.sh 2 3)" = 5')}`;

interface Case {
  readonly trigger: string;
  readonly job: "patch" | "text";
  readonly payload: JsonObject;
  /** Whether the provider has signed a record of its work. */
  readonly isRecorded?: boolean;
  readonly winner?: string;
}

const patch = (text: string, changes: JsonObject = {}) => ({
  job: "patch" as const,
  payload: { ...patchResult(text, { deletions: 1n }), ...changes },
});

const CASES: readonly Case[] = [
  { trigger: "patch_fails_to_apply", ...patch(ELSEWHERE) },
  { trigger: "tests_fail_after_patch", ...patch(WRONG) },
  { trigger: "hash_mismatch", ...patch(RIGHT, { patch_sha256: sha256Hex(WRONG) }) },
  { trigger: "trajectory_invalid", ...patch(RIGHT), isRecorded: false },
  // So long that it is an artifact, of which only the envelope is in the transcript.
  { trigger: "timeout", ...patch("", { status: "timeout", log: "x".repeat(TEXT_LIMITS.fix) }) },
  { trigger: "security_issue", ...patch(INTO_TESTS) },
  {
    trigger: "output_irrelevant",
    job: "text",
    payload: { text: "Goodbye.", text_sha256: sha256Hex("Goodbye.") },
    // Its form is as agreed, and nothing else can be run again.
    winner: "provider",
  },
];

describe.skipIf(!hasProgram("bwrap", "git"))("a dispute (needs bwrap and git)", () => {
  let folder: Folder;
  let server: TestServer;
  let requests: Readonly<Record<Case["job"], JsonObject>>;
  const meet = (): Connection =>
    connect({ url: server.url, signer: generateSigner(), verify: nativeVerifier() });

  beforeAll(async () => {
    folder = new Folder();
    server = await TestServer.start(folder);
    const { bytes, commit } = bundleOf(folder, "broken", {
      "add.sh": "echo $(($1 - $2))\n",
      "test.sh": 'test "$(sh add.sh 2 3)" = 5\n',
    });
    const stored = await meet().keepArtifact(bytes);
    if (!stored.ok) throw new Error(stored.refusal.detail);
    requests = {
      text: { prompt: "Say hello.", max_length: 100n },
      patch: {
        title: "The sum is wrong",
        body: "",
        repo_bundle: stored.value,
        repo_ref: commit,
        allowed_paths: [],
        disallowed_paths: [],
        protected_paths: ["test.sh"],
        test_command: "sh test.sh",
        verification_commands: [],
        time_limit_secs: 60n,
      },
    };
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  async function post(buyer: Connection, provider: Connection, job: Case["job"]) {
    const ask = { max_cost_sats: 5_000n, idempotency_key: crypto.randomUUID() };
    const document = jobDocument({
      schemaId: job === "patch" ? "oa.patch_gen.v1" : "oa.text_gen.v1",
      payload: { ...requests[job], ...ask },
      budget: { amount: "0.00005", currency: "BTC" },
      provider: provider.party,
      judge: null,
      needsTrajectory: true,
      approvalRuleId: "test",
    });
    const posted = await buyer.post(document);
    if (!posted.ok) throw new Error(posted.refusal.detail);
    return posted.value.contract;
  }

  async function does(
    by: Connection,
    seen: Contract,
    act: "dispute_filed" | "dispute_response",
    data: JsonObject,
  ): Promise<Contract> {
    const done = await by.act(seen, act, { argument: act, ...data });
    if (!done.ok) throw new Error(done.refusal.detail);
    return done.value.contract;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  async function dispute({ id }: Contract): Promise<any> {
    return (await fetch(`${server.url}/jobs/${id}/dispute`)).json();
  }

  test.concurrent.for(CASES)("about $trigger", async (given, { expect }) => {
    const { trigger, job, payload, isRecorded = true, winner = "buyer" } = given;
    const [buyer, provider] = [meet(), meet()];
    const posted = await post(buyer, provider, job);
    const handed = await handIn(provider, posted, { payload, isRecorded });
    const seen = await verifyResult(
      handed,
      String(handed.transcript.entries.findLast(({ type }) => type === "fix")?.data.fix),
      {
        connection: buyer,
        openSandbox: sandboxFor({ hides: [] }, () => undefined),
        signal: AbortSignal.timeout(60_000),
      },
    );
    expect(seen.verdict).toBe(winner === "buyer" ? "fail" : "pass");

    const filed = await does(buyer, handed, "dispute_filed", { evidence: seen.evidence });
    const opened = await dispute(filed);
    expect(opened).toMatchObject({ trigger, status: "open", automatic: null, resolution: null });
    expect(opened.respond_by * 1_000 - buyer.clock.nowMs()).toBeGreaterThan(23.9 * 3_600_000);

    await does(provider, filed, "dispute_response", {});
    await expect.poll(() => dispute(filed).then(({ status }) => status)).toBe("resolved");
    expect(await dispute(filed)).toMatchObject({
      trigger,
      evidence_hash: opened.evidence_hash,
      automatic: { verdict: winner === "buyer" ? "fail" : "pass" },
      resolution: { winner, refund_sats: winner === "buyer" ? 5_000 : null },
    });
  });

  test("every reason has a case", async () => {
    const document = await (await fetch(`${server.url}/openapi.json`)).text();
    for (const { trigger } of CASES) expect(document).toContain(`"${trigger}"`);
    expect(new Set(CASES.map(({ trigger }) => trigger)).size).toBe(7);
  });
});
