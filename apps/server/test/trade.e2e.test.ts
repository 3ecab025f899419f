/**
 * Every schema of jobs is traded between processes through a real server: `bazaar buy` in one, `bazaar
 * work` in another, up to receipts that anybody can verify. For each there is a provider that cheats, is
 * caught by the buyer's own look, and is not paid.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import {
  JOB_SCHEMAS,
  type JsonObject,
  policyId,
  receiptGrounds,
  rfc8785Hash,
  sha256Hex,
  verifyReceipt,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Buying } from "./buying.ts";
import { handIn, patchResult } from "./hand-in.ts";
import { Folder, TestServer } from "./server.ts";
import { bundleOf, Working } from "./working.ts";

const WORKER = join(import.meta.dirname, "worker.py");
const DIFF = "--- a/a.js\n+++ b/a.js\n@@ -0,0 +1 @@\n+eval(x);\n";

interface Trade {
  /** What follows `bazaar buy`. */
  readonly args: (folder: Folder) => readonly string[];
  /** Who does it: the worker without a model, or a program. */
  readonly worker: "embedded" | "program";
  /** The payload of a provider that cheats, and the step that catches it. */
  readonly cheat: JsonObject;
  readonly caught: string;
}

function request(schemaId: string, payload: object): Trade["args"] {
  return (folder) => [
    "job",
    folder.write(`${schemaId}.json`, JSON.stringify(payload)),
    "--schema",
    schemaId,
  ];
}

const hashOf = (value: JsonObject | readonly JsonObject[]): string => {
  const hash = rfc8785Hash(value);
  return hash.ok ? hash.value : "";
};

const EVIL = "--- /dev/null\n+++ b/evil.sh\n@@ -0,0 +1 @@\n+exit 0\n";
const REVIEW = {
  summary: "One line is wrong.",
  approval_status: "comment",
  issues: [
    {
      severity: "low",
      category: "logic",
      file: "a.js",
      line_range: [99n, 99n],
      description: "it is not there",
    },
  ],
  suggestions: [],
  highlights: [],
};
const DIGESTS = [{ path: "data.json", sha256: "0".repeat(64), bytes: 1n }];
/** What it prints names its directory, its home and its temporary directory, and what is there. */
const COMMAND = `pwd; echo "$HOME $PWD"; ls -A . ..; echo "raise ValueError" > fails.py
python3 $PWD/fails.py; python3 -c "import tempfile; print(tempfile.gettempdir())"; exit 3`;

const TRADES: Readonly<Record<string, Trade>> = {
  "oa.patch_gen.v1": {
    args: (folder) => [
      ...["patch", "--repo", folder.at("broken"), "--issue", folder.at("issue.md")],
      ...["--test", "pwd; python3 -m json.tool data.json", "--allow", "data.json"],
      ...["--verify", "echo $HOME; cat $PWD/data.json", "--deny", "job.bundle"],
    ],
    worker: "embedded",
    cheat: patchResult(EVIL),
    caught: "paths_allowed",
  },
  "oa.code_review.v1": {
    args: (folder) => ["review", "--diff", folder.write("a.diff", DIFF), "--focus", "all"],
    worker: "embedded",
    cheat: { review: REVIEW, review_sha256: hashOf(REVIEW).slice("sha256:".length) },
    caught: "references_valid",
  },
  "oa.repo_index.v1": {
    args: (folder) => ["index", "--repo", folder.at("broken"), "--types", "digests"],
    worker: "embedded",
    cheat: { tree_sha256: hashOf(DIGESTS), digests: DIGESTS },
    caught: "tree_matches",
  },
  "oa.sandbox_run.v1": {
    args: () => ["run", COMMAND],
    worker: "embedded",
    cheat: {
      runs: [
        {
          cmd: COMMAND,
          exit_code: 0n,
          duration_ms: 1n,
          stdout_sha256: sha256Hex("/job/work\n"),
          stderr_sha256: sha256Hex(""),
        },
      ],
    },
    caught: "exit_codes_match",
  },
  "oa.text_gen.v1": {
    args: () => ["text", "hello", "--max-length", "20"],
    worker: "program",
    cheat: { text: "x".repeat(21), text_sha256: sha256Hex("x".repeat(21)) },
    caught: "length_within",
  },
  "oa.code_chunk_analysis.v1": {
    args: request("oa.code_chunk_analysis.v1", {
      task: "What does it define?",
      chunk: { path: "a.js", start_line: 7, end_line: 8, content: "// one\nconst one = 1;" },
    }),
    worker: "program",
    cheat: {
      summary: "It defines one.",
      symbols: [{ name: "one", kind: "constant", line: 9n }],
      suspected_faults: [],
      recommended_next_probes: [],
      confidence: 1n,
    },
    caught: "lines_valid",
  },
  "oa.retrieval_rerank.v1": {
    args: request("oa.retrieval_rerank.v1", {
      user_task: "where is the sum",
      candidates: [
        { id: "a", content: "the product" },
        { id: "b", content: "the sum is here" },
      ],
      k: 1,
    }),
    worker: "program",
    cheat: { topk: [{ rank: 1n, id: "c", score: 1n }] },
    caught: "ids_valid",
  },
  "oa.embedding.v1": {
    args: request("oa.embedding.v1", { texts: ["one", "two"], dimensions: 3 }),
    worker: "program",
    cheat: { embeddings: [[1n, 2n, 3n]], model_id: "sha256", dimensions: 3n },
    caught: "count_matches",
  },
};

const SCHEMAS = JOB_SCHEMAS.map(({ id }) => id);

test("every schema is traded here", () => {
  expect(Object.keys(TRADES).toSorted()).toEqual(SCHEMAS.toSorted());
});

const canTrade = hasProgram("bwrap", "git", "python3");

describe.skipIf(!canTrade)("traded (needs bwrap, git and python3)", () => {
  let folder: Folder;
  let server: TestServer;
  let workers: Readonly<Record<Trade["worker"], Working>>;
  const meet = (): Connection =>
    connect({ url: server.url, signer: generateSigner(), verify: nativeVerifier() });

  beforeAll(async () => {
    folder = new Folder();
    server = await TestServer.start(folder);
    bundleOf(folder, "broken", { "data.json": '{"a": 1,}\n' });
    writeFileSync(folder.at("issue.md"), "# data.json cannot be read\n");
    const takes = "text,analysis,rerank,embedding";
    const program = ["--worker", `python3 ${WORKER}`, "--show", WORKER, "--takes", takes];
    workers = {
      embedded: new Working(folder, server.url, ["--max", "4"]),
      program: new Working(folder, server.url, [...program, "--key", folder.at("program.key")]),
    };
  });

  afterAll(async () => {
    for (const worker of Object.values(workers)) await worker[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  function buy(schemaId: string, provider: string, key: string): Buying {
    const args = TRADES[schemaId]?.args(folder) ?? [];
    return new Buying(folder, [...args, "--market", server.url, "--provider", provider], key);
  }

  test.concurrent.for(SCHEMAS)("%s, and paid with receipts", async (schemaId, { expect }) => {
    const worker = workers[TRADES[schemaId]?.worker ?? "embedded"];
    const provider = await worker.ready();
    await using buying = buy(schemaId, provider, `${schemaId}.key`);
    const { contract_id: id } = await buying.until("posted");
    const approved = await buying.until("approved");
    expect({ status: await buying.ended(), errors: buying.errors }).toMatchObject({ status: 0 });
    expect(buying.steps).toContainEqual(
      expect.objectContaining({ step: "trajectory", valid: true }),
    );
    const isPatch = schemaId === "oa.patch_gen.v1";
    const last = isPatch
      ? { branch: expect.any(String) }
      : { result: { provenance: { provider_id: provider } } };
    expect(buying.steps.at(-1)).toMatchObject({ step: isPatch ? "branch" : "result", ...last });

    const reader = meet();
    const read = await reader.contract(id);
    if (!read.ok) throw new Error(read.refusal.detail);
    const receipts = async () => {
      const got = await reader.receipts(id);
      return got.ok ? got.value : [];
    };
    await until(async () => (await receipts()).length > 0);
    const { state } = read.value;
    const settled = await reader.contract(id);
    if (!settled.ok) throw new Error(settled.refusal.detail);
    const verify = nativeVerifier();
    const checks = {
      verify,
      marketKey: state.terms.platform,
      grounds: receiptGrounds(settled.value.transcript, verify),
    };
    const issued = await receipts();
    for (const signed of issued) {
      const failed = verifyReceipt(signed, checks).filter(({ verdict }) => verdict === "fail");
      expect(failed).toEqual([]);
    }
    expect(issued.find(({ receipt }) => receipt.payee.role === "agent")?.receipt).toMatchObject({
      provider,
      jobHash: state.terms.work.spec.job_hash,
      trajectoryHash: expect.stringMatching(/^sha256:/),
      verificationHash: expect.stringMatching(/^sha256:/),
      approvalRuleId: "command-line",
      policyBundleId: approved.policy_bundle_id,
    });
    const policy = policyId(state.terms.document);
    expect(policy.ok && policy.value).toBe(approved.policy_bundle_id);
    const record = `approvals/${id}-${provider}.json`;
    expect(JSON.parse(readFileSync(folder.at(record), "utf8"))).toMatchObject({
      policy_bundle_id: approved.policy_bundle_id,
      policy: { schema_id: schemaId, provider },
    });
  });

  test.concurrent.for(SCHEMAS)("%s by a cheat is not paid", async (schemaId, { expect }) => {
    const { cheat = {}, caught } = TRADES[schemaId] ?? {};
    const provider = meet();
    await using buying = buy(schemaId, provider.party, `cheated-${schemaId}.key`);
    const { contract_id: id } = await buying.until("posted");
    const posted = await provider.contract(id);
    if (!posted.ok) throw new Error(posted.refusal.detail);
    const handed = await handIn(provider, posted.value, { payload: cheat, isRecorded: true });
    await buying.until("verified");
    for await (const { contract, entry } of provider.follow(handed, AbortSignal.timeout(30_000))) {
      if (entry.type !== "verify") continue;
      expect(entry.data.success).toBe(false);
      const left = await provider.act(contract, "back_out");
      expect(left.ok).toBe(true);
      break;
    }
    expect(await buying.ended()).toBe(1);
    const checks = buying.steps.filter(({ step }) => step === "check");
    expect(checks.find(({ verdict }) => verdict === "fail")?.name).toBe(caught);
    const balances = await provider.balances();
    expect(balances.ok && (balances.value.get("BTC") ?? "0")).toBe("0");
  });
});

const POLL_MS = 50;

/** Of a server's own loops nothing is heard. */
async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
