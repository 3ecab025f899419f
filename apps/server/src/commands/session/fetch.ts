/**
 * `bazaar session fetch`: the trajectory of a job with its signature, receipts and transcript, from a market.
 * Everything is verified before it is written; nothing of what the market or the provider says is believed.
 */
import { join } from "node:path";
import { artifactReader } from "@bazaar/client";
import { BadAnswer, type Contract, MarketUnavailable } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import {
  artifactHash,
  type ContractId,
  chainJson,
  checkTrajectory,
  contractAlias,
  isEnded,
  type JsonObject,
  type Party,
  parseStatement,
  receiptGrounds,
  type SignedReceipt,
  signedReceiptJson,
  statementJson,
  transcriptJson,
  verifyReceipt,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier, nativeVerify } from "@bazaar/keys/native-verify";
import { complain, explainBreak, say } from "@bazaar/terminal";
import { MAX_TRAJECTORY_BYTES, type ReadArtifact, readResult } from "@bazaar/work";
import { dueReceipts } from "./due-receipts.ts";
import { verifySession } from "./verify.ts";
import { writeFiles } from "./write-files.ts";

interface FetchOptions {
  readonly market: string;
  readonly out?: string;
}

type Files = readonly (readonly [name: string, text: string])[];

interface Trajectory {
  readonly files: Files;
  readonly provider: Party;
  readonly contract: ContractId;
  readonly jobHash: string | null;
}

interface Fetched extends Trajectory {
  /** Receipts that are due and not there, as a sentence. */
  readonly missing: string | null;
}

const EXIT_WRONG = 1;

/** Why it cannot be shown, as a sentence. */
class NotShown extends Error {
  override name = "NotShown";
}

export async function fetchSession(name: string, { market, out }: FetchOptions): Promise<void> {
  try {
    const { files, provider, jobHash, contract, missing } = await fetchFrom(market, name);
    const folder = out ?? `session-${contractAlias(contract)}`;
    writeFiles(folder, files);
    const expected = { provider, contract, ...(jobHash === null ? {} : { jobHash }) };
    verifySession(join(folder, "REPLAY.jsonl"), expected);
    if (missing === null) return;
    complain("bazaar", missing);
    process.exitCode = EXIT_WRONG;
  } catch (error) {
    const isMarkets = error instanceof MarketUnavailable || error instanceof BadAnswer;
    if (!isMarkets && !(error instanceof NotShown)) throw error;
    complain("bazaar", error.message);
    process.exitCode = EXIT_WRONG;
  }
}

async function fetchFrom(market: string, name: string): Promise<Fetched> {
  // Anyone may read: the key signs nothing.
  const connection = connect({ url: market, signer: generateSigner(), verify: nativeVerifier() });
  const read = await connection.contract(name);
  if (!read.ok) throw new NotShown(read.refusal.detail);
  const contract = read.value;
  const { signal } = new AbortController();
  const readArtifact = artifactReader({ connection, signal });
  const fetched = await trajectoryOf(contract, readArtifact);
  const due = await dueReceipts(connection, contract);
  if ("problem" in due) throw new NotShown(due.problem);
  const files = [...fetched.files, ...proofs(due.contract, due.receipts)];
  return { ...fetched, files, missing: due.missing };
}

/** The one that the last result names, held against it and the contract. */
async function trajectoryOf(contract: Contract, readArtifact: ReadArtifact): Promise<Trajectory> {
  const { id, state, transcript } = contract;
  const handedIn = transcript.entries.findLast(({ type }) => type === "fix");
  if (typeof handedIn?.data.fix !== "string") throw new NotShown("nothing was handed in");
  const provider = handedIn.author;
  const { spec } = state.terms.work;
  const read = await readResult({ spec, result: handedIn.data.fix, provider }, readArtifact);
  if ("missing" in read) throw new NotShown(read.missing);
  if (read.problem !== null) throw new NotShown(read.problem);
  const { payload } = read;
  const text = await textOf(payload, readArtifact);
  const statement = parseStatement(payload.trajectory_statement ?? null);
  if (!statement.ok) throw new NotShown("its provider has not signed it");
  const { job_hash: hash } = spec;
  const job = { provider, contract: id, jobHash: typeof hash === "string" ? hash : null };
  const { trajectory_hash: trajectoryHash, trajectory_id: sessionId } = payload;
  const stated = { trajectoryHash: String(trajectoryHash), sessionId: String(sessionId) };
  const checked = checkTrajectory(
    { text, statement: statement.value },
    { ...job, ...stated },
    nativeVerify,
  );
  if (!checked.ok) throw new NotShown(`not what was handed in: ${explainBreak(checked.refusal)}`);
  const signature = chainJson(statementJson(statement.value));
  const files: Files = [
    ["REPLAY.jsonl", text],
    ["signature.json", `${signature}\n`],
  ];
  return { ...job, files };
}

async function textOf(
  { trajectory_artifact: name }: JsonObject,
  readArtifact: ReadArtifact,
): Promise<string> {
  const hash = artifactHash(name);
  if (hash === null) throw new NotShown("the result names no trajectory");
  const bytes = await readArtifact(hash, MAX_TRAJECTORY_BYTES);
  if (bytes === null) throw new NotShown("the market does not have the trajectory any more");
  if (bytes === "too_long") {
    throw new NotShown(`the trajectory has more than ${MAX_TRAJECTORY_BYTES} bytes`);
  }
  return Buffer.from(bytes).toString("utf8");
}

/** There are receipts once a contract is settled. */
function proofs({ id, state, transcript }: Contract, receipts: readonly SignedReceipt[]): Files {
  const verify = nativeVerifier();
  const grounds = receiptGrounds(transcript, verify);
  const checks = { verify, marketKey: state.terms.platform, grounds };
  for (const signed of receipts) {
    const wrong = verifyReceipt(signed, checks).find(({ verdict }) => verdict === "fail");
    if (wrong !== undefined) {
      throw new NotShown(`a receipt is wrong: ${wrong.name}: ${wrong.details}`);
    }
  }
  if (receipts.length > 0) say(`${receipts.length} receipts`);
  else if (!isEnded(state.phase)) say("no receipts: the job has not ended");
  const list = { contract_id: id, receipts: receipts.map(signedReceiptJson) };
  return [
    ["receipts.json", `${chainJson(list)}\n`],
    ["transcript.json", `${chainJson(transcriptJson(transcript))}\n`],
  ];
}
