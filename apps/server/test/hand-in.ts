/** A provider by hand: whatever a test wants to hand in, in a process that is neither server nor buyer. */
import type { Connection, Contract } from "@bazaar/doors/connection";
import {
  chainJson,
  endLine,
  headerLine,
  type JsonObject,
  payloadText,
  readLines,
  replayText,
  sha256Hex,
  signTrajectory,
  startLine,
  statementJson,
  TEXT_LIMITS,
  trajectoryHash,
} from "@bazaar/kernel";

interface Work {
  /** Of the result; `status` and `provenance` are filled in where it has none. */
  readonly payload: JsonObject;
  /** With a trajectory that its provider has signed. */
  readonly isRecorded: boolean;
}

/** A patch that its provider says works; unless `counts` say more, it adds one line to one file. */
export function patchResult(patch: string, counts: JsonObject = {}): JsonObject {
  const verification = {
    applies_cleanly: true,
    test_exit_code: 0n,
    files_changed: 1n,
    additions: 1n,
    deletions: 0n,
    ...counts,
    verification_results: [],
  };
  return { patch, patch_sha256: sha256Hex(patch), verification };
}

/** Accepts a job and hands this in; a payload that is too long for an entry as an artifact. */
export async function handIn(
  provider: Connection,
  posted: Contract,
  { payload: given, isRecorded }: Work,
): Promise<Contract> {
  const { schema_id, job_hash } = posted.state.terms.work.spec;
  const provenance = { model: "by hand", provider_id: provider.party };
  const recorded = isRecorded ? await record(provider, posted) : {};
  const payload = { status: "success", provenance, ...recorded, ...given };
  const text = chainJson(payload);
  const isLong = text.length > TEXT_LIMITS.fix;
  const stored = async () => ({
    payload_artifact: await keep(provider, canonicalText(payload)),
    status: payload.status,
    ...recorded,
  });
  const fix = chainJson({
    schema_id: schema_id ?? "",
    schema_version: "1.0.0",
    job_hash: job_hash ?? "",
    ...(isLong ? await stored() : { payload }),
  });
  const accepted = await provider.act(posted, "accept");
  if (!accepted.ok) throw new Error(accepted.refusal.detail);
  const handed = await provider.act(accepted.value.contract, "fix", { fix });
  if (!handed.ok) throw new Error(handed.refusal.detail);
  return handed.value.contract;
}

/** A session in which nothing was called. */
async function record(provider: Connection, { id, state }: Contract): Promise<JsonObject> {
  const t = new Date(provider.clock.nowMs()).toISOString();
  const sessionId = `session_${id.slice(0, 12)}`;
  const counts = { confidence: 1, totalToolCalls: 0, totalLatencyMs: 0 };
  const read = readLines([
    headerLine({ producer: "by-hand@1", createdAt: t }),
    startLine({ t, sessionId, issueNumber: null, policyBundleId: "none" }),
    endLine({ t, status: "Success", ...counts }),
  ]);
  if (!read.ok) throw new Error(JSON.stringify(read.refusal));
  const jobHash = String(state.terms.work.spec.job_hash);
  const statement = signTrajectory(provider.signer, read.value, { jobHash, contract: id });
  return {
    trajectory_id: sessionId,
    trajectory_hash: trajectoryHash(read.value),
    trajectory_artifact: await keep(provider, replayText(read.value)),
    trajectory_statement: statementJson(statement),
  };
}

function canonicalText(payload: JsonObject): string {
  const text = payloadText(payload);
  if (!text.ok) throw new Error(text.refusal.code);
  return text.value;
}

async function keep(provider: Connection, text: string): Promise<string> {
  const stored = await provider.keepArtifact(Buffer.from(text, "utf8"));
  if (!stored.ok) throw new Error(stored.refusal.detail);
  return stored.value;
}
