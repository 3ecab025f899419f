/** Checks of runs and indexes in the server's sandbox: what is true passes, and what is not is found out. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Check,
  type Json,
  type JsonObject,
  jobRepository,
  judge,
  namedChecks,
} from "@bazaar/kernel";
import { hasProgram } from "@bazaar/testkit/program";
import {
  collectJob,
  indexFiles,
  type JobTools,
  readSandboxRun,
  repoIndex,
  runCommands,
} from "@bazaar/work";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { makeBundle } from "../../../packages/work/test/make-bundle.ts";
import { SampleRepository } from "../../../packages/work/test/sample-repository.ts";
import { checkSandbox } from "../src/check-sandbox.ts";
import { databaseAt } from "../src/stores.ts";

const place = mkdtempSync(join(tmpdir(), "bazaar-jobs-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const server = {
  database: databaseAt(join(place, "data.db")),
  keyPath: join(place, "key.pem"),
  settingsPath: null,
};
const openSandbox = checkSandbox(server, pino({ level: "silent" }));

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

const FILES = {
  "src/a.ts": "export function one() {}\n",
  "src/b b.py": "def two():\n    pass\n",
  "package.json": '{"dependencies": {"left-pad": "1.0"}}\n',
  "ignored.log": "x\n",
};
const sample = new SampleRepository(FILES);
sample.link("src/link.ts", "a.ts");
sample.commit();
afterAll(() => sample[Symbol.dispose]());

const secrets = { marks: [], kindOf: () => null, holdsSecret: () => false };
const made = await makeBundle({
  directory: sample.directory,
  revision: "HEAD",
  disallowedPaths: [],
  secrets,
});
if ("problem" in made) throw new Error(made.problem);
const { bundle, commit } = made;

function tools(leftMs = 60_000): JobTools {
  const endMs = performance.now() + leftMs;
  return {
    openSandbox,
    readArtifact: async (hash) => (hash === sha256(bundle) ? bundle : null),
    leftMs: () => endMs - performance.now(),
    limitMs: 30_000,
    signal: new AbortController().signal,
  };
}

async function verdictOn(check: Check, payload: JsonObject, result: JsonObject) {
  const schemaId = check.method === "run" ? "oa.sandbox_run.v1" : "oa.repo_index.v1";
  const repository = jobRepository({ schema_id: schemaId, payload });
  const job = { payload, repository, result, sampleSeed: "seed" };
  const evidence = await collectJob(check, job, tools());
  const steps = namedChecks(check, evidence).filter(({ verdict }) => verdict !== "pass");
  return {
    verdict: judge(check, evidence),
    steps: steps.map(({ name }) => name).join(" "),
    evidence,
  };
}

describe.skipIf(!hasProgram("bwrap"))("a run (needs bwrap)", () => {
  const payloadOf = (...cmds: readonly string[]): JsonObject => ({
    sandbox: { network_policy: "none", resources: { timeout_secs: 20n } },
    repo: { git_ref: commit, bundle: `sha256:${sha256(bundle)}` },
    commands: cmds.map((cmd) => ({ cmd, workdir: "src" })),
    env: { WHO: "pia" },
  });
  const checkOf = (...cmds: readonly string[]): Check => ({
    method: "run",
    commands: cmds.map((cmd) => ({ cmd, continueOnFail: false })),
  });
  const claim = (cmd: string, exitCode: bigint, stdout: string, stderr = ""): JsonObject => ({
    cmd,
    exit_code: exitCode,
    duration_ms: 5n,
    stdout_sha256: sha256(stdout),
    stderr_sha256: sha256(stderr),
  });
  const SAYS = 'echo "$WHO"; echo no >&2; cat a.ts > new.ts';
  const FAILS = "cat new.ts; exit 3";
  const NAMES = 'pwd; echo "$HOME"';
  const TRUE_RUNS = [claim(SAYS, 0n, "pia\n", "no\n"), claim(FAILS, 3n, FILES["src/a.ts"])];

  test.each<{
    what: string;
    cmds: readonly string[];
    runs: Json;
    status: string;
    is: string;
    steps: string;
  }>([
    {
      what: "a true report",
      cmds: [SAYS, FAILS, "never"],
      runs: TRUE_RUNS,
      status: "failed",
      is: "pass",
      steps: "",
    },
    {
      what: "a report that names the directory",
      cmds: [NAMES],
      runs: [claim(NAMES, 0n, "/job/work/repository/src\n/job\n")],
      status: "success",
      is: "pass",
      steps: "",
    },
    {
      what: "another output",
      cmds: [SAYS],
      runs: [claim(SAYS, 0n, "ada\n", "no\n")],
      status: "success",
      is: "fail",
      steps: "output_hashes_match",
    },
    {
      what: "a failure that is called a success",
      cmds: [FAILS],
      runs: [claim(FAILS, 0n, "")],
      status: "success",
      is: "fail",
      steps: "exit_codes_match output_hashes_match",
    },
    {
      what: "an output that is another each time",
      cmds: ["cat /proc/sys/kernel/random/uuid"],
      runs: [claim("cat /proc/sys/kernel/random/uuid", 0n, "x")],
      status: "success",
      is: "no_verdict",
      steps: "output_hashes_match",
    },
  ])("$what: $is", async ({ cmds, runs, status, is, steps }) => {
    const verdict = await verdictOn(checkOf(...cmds), payloadOf(...cmds), { runs, status });
    expect(verdict).toMatchObject({ verdict: is, steps });
  });

  test("a provider that runs the commands with the same function tells the truth", async () => {
    const payload = { ...payloadOf(SAYS, "ls -la /"), repo: null, env: {} };
    const cmds = ["echo one", "echo two >&2; exit 7"];
    const job = readSandboxRun({ ...payload, commands: cmds.map((cmd) => ({ cmd })) });
    const sandbox = await openSandbox(new Map());
    if (typeof job === "string" || sandbox === null) throw new Error("nothing to run it in");
    await using held = sandbox;
    const ends = await runCommands(job, held, ".", tools());
    const runs = ends.map(({ exitCode, stdoutSha256, stderrSha256 }, at) => ({
      cmd: cmds[at]!,
      exit_code: BigInt(exitCode ?? -1),
      stdout_sha256: stdoutSha256,
      stderr_sha256: stderrSha256,
    }));
    const sent = { ...payload, commands: cmds.map((cmd) => ({ cmd })) };
    const verdict = await verdictOn(checkOf(...cmds), sent, { runs, status: "failed" });
    expect(verdict).toMatchObject({ verdict: "pass" });
  });

  test.each([
    { what: "bundle", repo: { git_ref: commit, bundle: `sha256:${"0".repeat(64)}` } },
    { what: "commit", repo: { git_ref: "0".repeat(40), bundle: `sha256:${sha256(bundle)}` } },
  ])("without its $what there is no verdict and a reason", async ({ repo }) => {
    const payload = { ...payloadOf(SAYS), repo };
    const result = { runs: [claim(SAYS, 0n, "")], status: "success" };
    const { verdict, evidence } = await verdictOn(checkOf(SAYS), payload, result);
    expect(verdict).toBe("no_verdict");
    expect(evidence.reason).toContain("bundle");
  });
});

describe.skipIf(!hasProgram("bwrap"))("an index (needs bwrap)", () => {
  const check: Check = {
    method: "index",
    indexTypes: ["digests", "symbols", "dependencies"],
    treeSha256: null,
  };
  const payload: JsonObject = {
    repo_bundle: `sha256:${sha256(bundle)}`,
    git_ref: commit,
    index_types: check.indexTypes,
    exclude: ["*.log"],
  };
  const files = Object.entries(FILES)
    .filter(([path]) => path !== "ignored.log")
    .map(([path, text]) => ({ path, content: Buffer.from(text) }));
  const honest = repoIndex(indexFiles(files), check.indexTypes);

  test("of the checked-out tree passes, without links and what was excluded", async () => {
    expect(await verdictOn(check, payload, honest)).toMatchObject({ verdict: "pass", steps: "" });
  });

  test.each<{ what: string; result: JsonObject; steps: string }>([
    {
      what: "of another tree",
      result: repoIndex(indexFiles(files.slice(1)), check.indexTypes),
      steps: "tree_matches spot_checks",
    },
    { what: "without symbols", result: { ...honest, symbols: [] }, steps: "spot_checks" },
    {
      what: "with a symbol that is not there",
      result: {
        ...honest,
        symbols: [{ name: "six", kind: "function", path: "src/a.ts", line: 1n }],
      },
      steps: "spot_checks",
    },
  ])("$what fails", async ({ result, steps }) => {
    expect(await verdictOn(check, payload, result)).toMatchObject({ verdict: "fail", steps });
  });

  test("without its bundle there is no verdict and a reason", async () => {
    const lost = { ...payload, repo_bundle: `sha256:${"0".repeat(64)}` };
    const { verdict, evidence } = await verdictOn(check, lost, honest);
    expect([verdict, typeof evidence.reason]).toEqual(["no_verdict", "string"]);
  });
});
