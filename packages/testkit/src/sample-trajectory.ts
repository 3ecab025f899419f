/** One recorded session with every event, two calls at once, and fields that nobody defined. */
import {
  callLine,
  contentHash,
  endLine,
  Float,
  headerLine,
  invariant,
  type Json,
  type JsonObject,
  planLine,
  type Result,
  readLines,
  resultLine,
  startLine,
  stepLine,
  type Trajectory,
  verificationLine,
} from "@bazaar/kernel";

const SESSION = "session_abc123";

export function sampleReplayLines(): readonly JsonObject[] {
  const plan = { analysis: "The handler is not attached.", confidence: new Float(0.75), steps: [] };
  const payload = { tokens: 12n, share: new Float(0.5) };
  return [
    headerLine({ producer: "worker@1.2.3", createdAt: "2026-01-02T03:04:05Z" }),
    {
      ...startLine({
        t: "2026-01-02T03:04:05.100Z",
        sessionId: SESSION,
        issueNumber: 42,
        policyBundleId: "policy_1",
      }),
      repo_sha: "def4567",
    },
    must(planLine(plan, { t: at(6), stepCount: 2 })),
    call(7, "tc_001", "file_read", { path: "src/button.tsx" }),
    result(8, "tc_001", "const button = 1;\n", { exitCode: null, stepUtility: 0.8, latencyMs: 45 }),
    call(9, "tc_002", "shell", { command: "npm test", timeout: new Float(1.5) }),
    call(9, "tc_003", "grep", { pattern: "onClick" }),
    result(10, "tc_003", ["a.ts", "b.ts"], { exitCode: 0, stepUtility: 1, latencyMs: 5 }),
    result(12, "tc_002", "12 tests passed\n", { exitCode: 0, stepUtility: -0.25, latencyMs: 2450 }),
    stepLine({ t: at(13), stepId: "step-1", status: "Success", iterations: 1 }),
    verificationLine({
      t: at(14),
      commands: ["npm test", "npm run lint"],
      exitCodes: [0, 1],
      verificationDelta: 1,
    }),
    {
      event: "Payment",
      t: at(15),
      rail: "ledger",
      asset_id: "CREDIT:BTC",
      amount_msats: 21_000n,
      payment_proof: { type: "ledger_entry", value: "leg_1" },
      job_hash: null,
      status: "paid",
    },
    {
      event: "RuntimeEvent",
      t: at(15),
      session_id: SESSION,
      seq: 1n,
      runtime_event_type: "usage",
      payload,
      payload_hash: must(contentHash(payload)),
      idempotency_key: null,
    },
    { event: "Thought", words: "nobody defined this event", weight: new Float(1e21) },
    endLine({
      t: at(16),
      status: "Success",
      confidence: 0.92,
      totalToolCalls: 3,
      totalLatencyMs: 2500,
    }),
  ];
}

export function sampleTrajectory(): Trajectory {
  return must(readLines(sampleReplayLines()));
}

function at(second: number): string {
  return `2026-01-02T03:04:${String(second).padStart(2, "0")}Z`;
}

function call(second: number, id: string, tool: string, params: Json): JsonObject {
  return must(callLine({ t: at(second), id, tool, params, stepId: "step-1" }));
}

function result(
  second: number,
  id: string,
  output: Json,
  measured: {
    readonly exitCode: number | null;
    readonly stepUtility: number;
    readonly latencyMs: number;
  },
): JsonObject {
  return must(resultLine(output, { t: at(second), id, ...measured }));
}

function must<T>(result: Result<T>): T {
  invariant(result.ok, `the sample is valid: ${result.ok || JSON.stringify(result.refusal)}`);
  return result.value;
}
