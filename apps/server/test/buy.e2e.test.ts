/**
 * Buyers and providers in processes of their own trade every kind of job through a server; providers
 * that cheat are caught by the buyer's own look, and are not paid.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buyJob, jobDocument } from "@bazaar/client";
import type { Connection, Contract } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import {
  chainJson,
  type JsonObject,
  type NamedCheck,
  rfc8785Hash,
  sha256Hex,
  TEXT_LIMITS,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxFor } from "../src/check-sandbox.ts";
import { COMPILED, Folder, TestServer } from "./server.ts";
import { bundleOf, Working } from "./working.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");
const DIFF = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n";

const hashOf = (value: JsonObject | readonly JsonObject[]): string => {
  const hash = rfc8785Hash(value);
  return hash.ok ? hash.value : "";
};

interface Cheat {
  readonly what: string;
  readonly schemaId: string;
  readonly request: (repository: JsonObject) => JsonObject;
  readonly result: JsonObject;
  /** The step that catches it. */
  readonly caught: string;
}

const PATCH_REQUEST = (repository: JsonObject): JsonObject => ({
  title: "data.json cannot be read",
  body: "",
  ...repository,
  allowed_paths: ["data.json"],
  disallowed_paths: [],
  test_command: "python3 -m json.tool data.json",
  verification_commands: [],
  time_limit_secs: 120n,
});

function patchResult(patch: string): JsonObject {
  const verification = {
    applies_cleanly: true,
    test_exit_code: 0n,
    files_changed: 1n,
    additions: 1n,
    deletions: 0n,
    verification_results: [],
  };
  return { patch, patch_sha256: sha256Hex(patch), verification };
}

const review = (line: bigint): JsonObject => ({
  summary: "One line is wrong.",
  approval_status: "comment",
  issues: [
    {
      severity: "low",
      category: "logic",
      file: "a.txt",
      line_range: [line, line],
      description: "two is not one",
    },
  ],
  suggestions: [],
  highlights: [],
});

const FALSE_DIGESTS = [{ path: "data.json", sha256: "0".repeat(64), bytes: 1n }];

const CHEATS: readonly Cheat[] = [
  {
    what: "an empty patch",
    schemaId: "oa.patch_gen.v1",
    request: PATCH_REQUEST,
    result: patchResult(""),
    caught: "not_empty",
  },
  {
    what: "a patch that changes something else",
    schemaId: "oa.patch_gen.v1",
    request: PATCH_REQUEST,
    result: patchResult("--- /dev/null\n+++ b/evil.sh\n@@ -0,0 +1 @@\n+exit 0\n"),
    caught: "paths_allowed",
  },
  {
    what: "a patch that makes the test command do nothing",
    schemaId: "oa.patch_gen.v1",
    request: (repository) => ({
      ...PATCH_REQUEST(repository),
      allowed_paths: [],
      test_command: "make test",
    }),
    result: patchResult("--- /dev/null\n+++ b/GNUmakefile\n@@ -0,0 +1 @@\n+test: ;\n"),
    caught: "tests_untouched",
  },
  {
    what: "a review of a line that is not there",
    schemaId: "oa.code_review.v1",
    request: () => ({ diff: DIFF, focus: ["all"], depth: "quick" }),
    result: { review: review(99n), review_sha256: hashOf(review(99n)).slice(7) },
    caught: "references_valid",
  },
  {
    what: "an index of other files",
    schemaId: "oa.repo_index.v1",
    request: ({ repo_bundle, repo_ref }) => ({
      repo_bundle: repo_bundle ?? "",
      git_ref: repo_ref ?? "",
      index_types: ["digests"],
    }),
    result: { tree_sha256: hashOf(FALSE_DIGESTS), digests: FALSE_DIGESTS },
    caught: "tree_matches",
  },
  {
    what: "a run that did not happen",
    schemaId: "oa.sandbox_run.v1",
    request: () => ({
      sandbox: { network_policy: "none", resources: { timeout_secs: 60n } },
      commands: [{ cmd: "echo hello; exit 3" }],
    }),
    result: {
      runs: [
        {
          cmd: "echo hello; exit 3",
          exit_code: 0n,
          duration_ms: 1n,
          stdout_sha256: sha256Hex("hello\n"),
          stderr_sha256: sha256Hex(""),
        },
      ],
    },
    caught: "exit_codes_match",
  },
  {
    what: "a text that is too long",
    schemaId: "oa.text_gen.v1",
    request: () => ({ prompt: "Say hello.", max_length: 5n }),
    result: { text: "Hello, world.", text_sha256: sha256Hex("Hello, world.") },
    caught: "length_within",
  },
  {
    what: "a text in an artifact that is too long to be read",
    schemaId: "oa.text_gen.v1",
    request: () => ({ prompt: "Say hello.", max_length: 5n }),
    result: { text: "Hello", text_sha256: sha256Hex("Hello"), more: "x".repeat(4 * 2 ** 20) },
    caught: "length_within",
  },
];

const canTrade = hasProgram("bwrap", "git", "python3");

describe.skipIf(!canTrade)("buying (needs bwrap, git and python3)", () => {
  let folder: Folder;
  let server: TestServer;
  let repository: JsonObject;
  const meet = (): Connection =>
    connect({ url: server.url, signer: generateSigner(), verify: nativeVerifier() });

  beforeAll(async () => {
    folder = new Folder();
    server = await TestServer.start(folder);
    const { bytes, commit } = bundleOf(folder, "broken", {
      "data.json": '{"a": 1,}\n',
      Makefile: "test:\n\tpython3 -m json.tool data.json\n",
    });
    const stored = await meet().keepArtifact(bytes);
    if (!stored.ok) throw new Error(stored.refusal.detail);
    repository = { repo_bundle: stored.value, repo_ref: commit };
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  test.each(CHEATS)("$what is caught by $caught and not paid", async (cheat) => {
    const [buyer, provider] = [meet(), meet()];
    const named: NamedCheck[] = [];
    const ask = { max_cost_sats: 5_000n, idempotency_key: crypto.randomUUID() };
    const document = jobDocument({
      schemaId: cheat.schemaId,
      payload: { ...cheat.request(repository), ...ask },
      budget: { amount: "0.00005", currency: "BTC" },
      provider: provider.party,
      judge: null,
      needsTrajectory: false,
      approvalRuleId: null,
      policyBundleId: null,
    });
    const signal = AbortSignal.timeout(60_000);
    const bought = await buyJob(
      {
        connection: buyer,
        openSandbox: sandboxFor({ hides: [] }, () => undefined),
        signal,
        onStep: (step) => {
          if (step.step === "posted") void handIn(provider, step.contract, cheat);
          if (step.step === "verified") named.push(...step.named);
        },
      },
      { ...document, max_attempts: 1n },
    );
    expect(bought).toMatchObject({ ok: true, value: { verified: { verdict: "fail" } } });
    expect(named.find(({ verdict }) => verdict === "fail")?.name).toBe(cheat.caught);
    const balances = await provider.balances();
    expect(balances.ok && (balances.value.get("BTC") ?? "0")).toBe("0");
  });

  async function handIn(provider: Connection, posted: Contract, { schemaId, result }: Cheat) {
    const { job_hash } = posted.state.terms.work.spec;
    const provenance = { model: "cheat", provider_id: provider.party };
    const payload = { status: "success", provenance, ...result };
    const text = chainJson(payload);
    const isLong = text.length > TEXT_LIMITS.fix;
    const stored = isLong ? await provider.keepArtifact(Buffer.from(text, "utf8")) : null;
    if (stored?.ok === false) throw new Error(stored.refusal.detail);
    const fix = chainJson({
      schema_id: schemaId,
      schema_version: "1.0.0",
      job_hash: job_hash ?? "",
      ...(stored === null ? { payload } : { payload_artifact: stored.value }),
    });
    const accepted = await provider.act(posted, "accept");
    if (!accepted.ok) throw new Error(accepted.refusal.detail);
    const handed = await provider.act(accepted.value.contract, "fix", { fix });
    if (!handed.ok) throw new Error(handed.refusal.detail);
  }

  test("bazaar buy patch ends with a branch, and says each step", async () => {
    await using working = new Working(folder, server.url);
    const provider = await working.ready();
    writeFileSync(
      folder.at("issue.md"),
      "# data.json cannot be read\n\nIt has a comma too many.\n",
    );
    const args = ["buy", "patch", "--repo", folder.at("broken"), "--issue", folder.at("issue.md")];
    const test = ["--test", "python3 -m json.tool data.json", "--deny", "job.bundle"];
    const where = ["--market", server.url, "--provider", provider, "--branch", "repaired"];
    const bought = spawnSync(
      process.execPath,
      [MAIN, ...args, ...test, ...where, "--key", folder.at("buyer.key"), "--json"],
      {
        encoding: "utf8",
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, HOME: folder.path },
      },
    );
    const steps = bought.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(steps.map(({ step }) => step).filter((step) => step !== "check")).toEqual([
      "prepared",
      "baseline",
      "posted",
      "accepted",
      "handed in",
      "trajectory",
      "verified",
      "ended",
      "paid",
      "branch",
    ]);
    expect(steps.find(({ step }) => step === "trajectory")).toMatchObject({ valid: true });
    expect(bought.status).toBe(0);
    const git = ["-C", folder.at("broken"), "show", "repaired:data.json"];
    expect(spawnSync("git", git, { encoding: "utf8" }).stdout).toBe('{"a": 1}\n');
    const green = spawnSync(
      process.execPath,
      [MAIN, ...args, "--test", "true", ...where, "--key", folder.at("buyer.key")],
      { encoding: "utf8", env: { PATH: process.env.PATH, HOME: folder.path } },
    );
    expect(green).toMatchObject({ status: 1, stderr: expect.stringContaining("nothing to buy") });
  });
});
