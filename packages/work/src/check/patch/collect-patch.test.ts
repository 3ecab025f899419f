import { createHash } from "node:crypto";
import { judge, type PatchCheck } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { ScriptedSandbox } from "../../../test/scripted-sandbox.ts";
import type { Job, JobTools } from "../../job/job.ts";
import type { Run } from "../../sandbox.ts";
import { collectPatch } from "./collect-patch.ts";

const CHECK: PatchCheck = {
  method: "patch",
  allowedPaths: [],
  disallowedPaths: [],
  protectedPaths: [],
  commands: ["make test", "make lint"],
  target: "test_command",
  maxFiles: 5,
  maxBytes: 1_000,
};
const PATCH = "diff --git a/a b/a\n";
const A = "a".repeat(40);
const LISTED = `:100644 100644 ${A} ${A} M\0a\0${"1\t1\ta\0"}`;

/** Answers a command by what it runs last. */
async function collected(
  script: (text: string, count: number) => Partial<Run>,
  known: Pick<Job, "baseline"> = {},
  leftMs = () => 5_000,
) {
  let count = 0;
  const sandbox = new ScriptedSandbox((text) => {
    count += 1;
    return text.includes("git apply")
      ? { stdout: LISTED, ...script(text, count) }
      : script(text, count);
  });
  const opened: ReadonlyMap<string, Uint8Array>[] = [];
  const tools: JobTools = {
    openSandbox: async (files) => {
      opened.push(files);
      return sandbox;
    },
    readArtifact: async () => Buffer.from("bundle"),
    leftMs,
    signal: new AbortController().signal,
  };
  const sha256 = createHash("sha256").update(PATCH).digest("hex");
  const payload = { repo_bundle: `sha256:${"0".repeat(64)}`, repo_ref: A };
  const job = { payload, result: { patch: PATCH, patch_sha256: sha256 }, sampleSeed: "", ...known };
  const evidence = await collectPatch(CHECK, job, tools);
  return { evidence, sandbox, opened, verdict: judge(CHECK, evidence) };
}

const redBefore = (text: string, count: number): Partial<Run> =>
  text.endsWith("make test") && count === 2 ? { exitCode: 1 } : {};

test("the check-out, the target, the patch, and then every command for itself", async () => {
  const { verdict, sandbox, opened } = await collected(redBefore);
  expect(verdict).toBe("pass");
  expect(opened.map((files) => [...files.keys()])).toEqual([["job.bundle", "job.patch"]]);
  const how = sandbox.ran.map((line) => `${line.split(" ")[0]} ${line.split("\n").at(-1)}`);
  expect(how[1]).toBe("rehearse make test");
  expect(how[2]).toMatch(/^run cd repository && git read-tree/);
  expect(how.slice(3)).toEqual(["rehearse make test", "rehearse make lint"]);
});

test("a baseline that is known is not run again", async () => {
  const { verdict, sandbox } = await collected(() => ({}), { baseline: [{ exit_code: 1n }] });
  expect(verdict).toBe("pass");
  expect(sandbox.ran).toHaveLength(4);
});

test.each<{ what: string; run: Partial<Run>; is: object }>([
  { what: "a patch that git refuses", run: { exitCode: 21 }, is: { applies: false } },
  { what: "a limit", run: { exitCode: null, stoppedBy: "memory" }, is: { reason: /memory/ } },
  {
    what: "a limit after a refusal",
    run: { exitCode: 21, stoppedBy: "time" },
    is: { reason: /time/ },
  },
  { what: "git that crashes", run: { exitCode: 22 }, is: { reason: /cannot be checked out/ } },
  { what: "no git", run: { exitCode: 127 }, is: { reason: /no git/ } },
  {
    what: "a list that cannot be read",
    run: { stdout: "hello\0" },
    is: { reason: /cannot be read/ },
  },
])("$what is the evidence, and nothing runs after it", async ({ run, is }) => {
  const { evidence, verdict, sandbox } = await collected(() => run);
  for (const [name, value] of Object.entries(is)) {
    if (value instanceof RegExp) expect(evidence[name]).toMatch(value);
    else expect(evidence[name]).toBe(value);
  }
  expect(verdict).toBe(evidence.applies === false ? "fail" : "no_verdict");
  expect(sandbox.ran).toHaveLength(1);
});

test("a patch that cannot be brought to the files gets no verdict", async () => {
  const { evidence, verdict } = await collected((text, count) =>
    count === 3 ? { exitCode: 1 } : redBefore(text, count),
  );
  expect([verdict, evidence.reason]).toEqual([
    "no_verdict",
    expect.stringContaining("not be written"),
  ]);
});

test("a command without time is not run, and is no failure", async () => {
  let left = 4;
  const { evidence, verdict } = await collected(redBefore, {}, () => left-- * 1_000);
  expect(evidence.runs).toEqual([
    expect.objectContaining({ exit_code: 0n }),
    { stopped_by: "time" },
  ]);
  expect(verdict).toBe("no_verdict");
});
