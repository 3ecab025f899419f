/** The buyer's client and command against a real server: odd results, and every step of a patch. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buyJob, jobDocument } from "@bazaar/client";
import type { Connection } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import { type JsonObject, type NamedCheck, sha256Hex } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SampleRepository } from "../../../packages/work/test/sample-repository.ts";
import { sandboxFor } from "../src/check-sandbox.ts";
import { Buying } from "./buying.ts";
import { handIn, patchResult } from "./hand-in.ts";
import { COMPILED, Folder, TestServer } from "./server.ts";
import { bundleOf, Working } from "./working.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");

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

const CHEATS: readonly Cheat[] = [
  {
    what: "an empty patch",
    schemaId: "oa.patch_gen.v1",
    request: PATCH_REQUEST,
    result: patchResult(""),
    caught: "not_empty",
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
    what: "a right patch that claims to add more",
    schemaId: "oa.patch_gen.v1",
    request: PATCH_REQUEST,
    result: patchResult('--- a/data.json\n+++ b/data.json\n@@ -1 +1 @@\n-{"a": 1,}\n+{"a": 1}\n'),
    caught: "counts_match",
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
      approvalRuleId: "test",
    });
    const handed = { payload: cheat.result, isRecorded: false };
    const signal = AbortSignal.timeout(60_000);
    const bought = await buyJob(
      {
        connection: buyer,
        openSandbox: sandboxFor({ hides: [] }, () => undefined),
        signal,
        onStep: (step) => {
          if (step.step === "posted") void handIn(provider, step.contract, handed);
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

  test("bazaar buy patch ends with a branch, and says each step", async () => {
    await using working = new Working(folder, server.url);
    const provider = await working.ready();
    writeFileSync(
      folder.at("issue.md"),
      "# data.json cannot be read\n\nIt has a comma too many.\n",
    );
    const args = ["buy", "patch", "--repo", folder.at("broken"), "--issue", folder.at("issue.md")];
    const test = ["--test", "python3 -m json.tool data.json", "--deny", "job.bundle"];
    const where = ["--market", server.url, "--provider", provider];
    const bought = spawnSync(
      process.execPath,
      [
        MAIN,
        ...args,
        ...test,
        ...where,
        "--branch",
        "repaired",
        "--key",
        folder.at("buyer.key"),
        "--json",
      ],
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
      "approved",
      "handed_in",
      "trajectory",
      "verified",
      "ended",
      "paid",
      "record",
      "branch",
    ]);
    expect(steps.find(({ step }) => step === "trajectory")).toMatchObject({ valid: true });
    expect(bought.status).toBe(0);
    const git = ["-C", folder.at("broken"), "show", "repaired:data.json"];
    expect(spawnSync("git", git, { encoding: "utf8" }).stdout).toBe('{"a": 1}\n');
  });

  test("bazaar buy patch from a directory of the repository runs commands there", async () => {
    await using working = new Working(folder, server.url);
    const provider = await working.ready();
    using sample = new SampleRepository({ "a.txt": "a\n", "sub/data.json": '{"a": 1,}\n' });
    writeFileSync(folder.at("issue.md"), "# data.json cannot be read\n");
    const args = ["patch", "--repo", sample.at("sub"), "--issue", folder.at("issue.md")];
    const test = ["--test", "python3 -m json.tool data.json"];
    const where = ["--market", server.url, "--provider", provider, "--branch", "below"];
    await using bought = new Buying(folder, [...args, ...test, ...where]);
    expect({ status: await bought.ended(), errors: bought.errors }).toMatchObject({ status: 0 });
    expect(sample.git("show", "below:sub/data.json")).toBe('{"a": 1}\n');
  });

  test("a patch that makes a file which was not sent is not paid", async () => {
    using sample = new SampleRepository({ ".env": "A=1\n", "data.json": '{"a": 1,}\n' });
    writeFileSync(folder.at("issue.md"), "# data.json cannot be read\n");
    const provider = meet();
    const args = ["patch", "--repo", sample.directory, "--issue", folder.at("issue.md")];
    const test = ["--test", "python3 -m json.tool data.json", "--provider", provider.party];
    await using buying = new Buying(folder, [...args, ...test, "--market", server.url], "env.key");
    const { contract_id: id } = await buying.until("posted");
    const posted = await provider.contract(id);
    if (!posted.ok) throw new Error(posted.refusal.detail);
    const repair = '--- a/data.json\n+++ b/data.json\n@@ -1 +1 @@\n-{"a": 1,}\n+{"a": 1}\n';
    const patch = `${repair}--- /dev/null\n+++ b/.env\n@@ -0,0 +1 @@\n+B=2\n`;
    await handIn(provider, posted.value, { payload: patchResult(patch), isRecorded: true });
    await buying.until("verified");
    const checks = buying.steps.filter(({ step }) => step === "check");
    expect(checks.find(({ verdict }) => verdict === "fail")?.name).toBe("paths_allowed");
  });

  test("a test that the buyer brings is what the patch must make pass", async () => {
    await using working = new Working(folder, server.url);
    const provider = await working.ready();
    const files = {
      "data.json": '{"a": 1,}\n',
      "all.sh": "for one in [a-z]*.test; do sh $one; done\n",
    };
    bundleOf(folder, "untested", { ...files, "ok.test": "true\n" });
    writeFileSync(folder.at("issue.md"), "# data.json cannot be read\n");
    const brought = folder.at("untested/reads.test");
    writeFileSync(brought, "python3 -m json.tool data.json\n");
    const args = ["patch", "--repo", folder.at("untested"), "--issue", folder.at("issue.md")];
    const test = ["--test", "sh all.sh", "--deny", "job.bundle", "--branch", "tested"];
    const where = ["--market", server.url, "--provider", provider];
    await using without = new Buying(folder, [...args, ...test, ...where]);
    expect({ status: await without.ended(), errors: without.errors }).toEqual({
      status: 1,
      errors: expect.stringContaining("nothing to buy"),
    });
    await using bought = new Buying(folder, [...args, ...test, ...where, "--add-test", brought]);
    expect({ status: await bought.ended(), errors: bought.errors }).toMatchObject({ status: 0 });
    const { contract_id: id } = await bought.until("posted");
    const approval = readFileSync(folder.at(`approvals/${id}-${provider}.json`), "utf8");
    expect(JSON.parse(approval).policy.checks[0].protected_paths).toEqual(["reads.test"]);
    const git = (...words: readonly string[]): string =>
      spawnSync("git", ["-C", folder.at("untested"), ...words], { encoding: "utf8" }).stdout;
    expect(git("diff", "--name-only", "HEAD", "tested")).toBe("data.json\n");
    expect(git("show", "tested:data.json")).toBe('{"a": 1}\n');
    expect(git("status", "--short")).toContain("?? reads.test");
  });
});
