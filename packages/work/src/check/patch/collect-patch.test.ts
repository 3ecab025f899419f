import { createHash } from "node:crypto";
import { judge, type PatchCheck } from "@bazaar/kernel";
import { describe, expect, test } from "vitest";
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
    limitMs: 1_000,
    signal: new AbortController().signal,
  };
  const sha256 = createHash("sha256").update(PATCH).digest("hex");
  const repository = { artifact: `sha256:${"0".repeat(64)}`, commit: A };
  const result = { patch: PATCH, patch_sha256: sha256 };
  const job = { payload: {}, repository, result, sampleSeed: "", ...known };
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
  {
    what: "a sandbox that breaks",
    run: { exitCode: null, stoppedBy: "broken" },
    is: { reason: /broken/ },
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

describe("where a limit is exceeded before any command runs", () => {
  const stopped: Partial<Run> = { exitCode: null, stoppedBy: "inodes" };

  test("the patch fails if the files alone can be checked out", async () => {
    const { verdict, evidence, opened } = await collected((_, count) =>
      count === 1 ? stopped : {},
    );
    expect([verdict, evidence.applies]).toEqual(["fail", false]);
    expect(evidence.reason).toContain("inodes");
    expect(opened.map((files) => [...files.keys()])[1]).toEqual(["job.bundle"]);
  });

  test("there is no verdict if they cannot", async () => {
    const { verdict, evidence } = await collected(() => stopped);
    expect([verdict, evidence.applies]).toEqual(["no_verdict", undefined]);
  });

  test("there is no verdict if it is the checker's deadline", async () => {
    const late: Partial<Run> = { exitCode: null, stoppedBy: "time" };
    const script = (_: string, count: number) => (count === 1 ? late : {});
    expect((await collected(script, {}, () => 999)).verdict).toBe("no_verdict");
    expect((await collected(script, {}, () => 1_000)).verdict).toBe("fail");
  });
});

test.each<{ what: string; run: Partial<Run>; is: string }>([
  { what: "because git refuses", run: { exitCode: 1 }, is: "fail" },
  { what: "because it is too large", run: { exitCode: null, stoppedBy: "disk" }, is: "fail" },
  {
    what: "because the sandbox broke",
    run: { exitCode: null, stoppedBy: "broken" },
    is: "no_verdict",
  },
])("a patch that cannot be brought to the files $what: $is", async ({ run, is }) => {
  const { evidence, verdict } = await collected((text, count) =>
    count === 3 ? run : redBefore(text, count),
  );
  expect(verdict).toBe(is);
  expect(evidence.reason).toEqual(expect.any(String));
});

describe("a command that is stopped after the patch", () => {
  const stopped = (by: Run["stoppedBy"]): Partial<Run> => ({ exitCode: null, stoppedBy: by });
  const known = { baseline: [{ exit_code: 1n }, null] };

  test("is run again, because others may have used the machine", async () => {
    let runs = 0;
    const { verdict, evidence } = await collected(
      (text) => (text.endsWith("make test") && ++runs === 1 ? stopped("memory") : {}),
      known,
    );
    expect(verdict).toBe("pass");
    expect(evidence.runs).toMatchObject([{ exit_code: 0n }, { exit_code: 0n }]);
  });

  test("is compared with the same command without the patch", async () => {
    let isBack = false;
    const { verdict, evidence, sandbox } = await collected((text) => {
      if (text.endsWith("git read-tree --reset -u HEAD")) isBack = true;
      return text.endsWith("make lint") && !isBack ? stopped("processes") : {};
    }, known);
    expect(evidence).toMatchObject({
      baseline: [{ exit_code: 1n }, { exit_code: 0n }],
      runs: [{ exit_code: 0n }, { stopped_by: "processes" }],
    });
    expect(verdict).toBe("fail");
    expect(sandbox.ran.filter((line) => line.endsWith("make lint"))).toHaveLength(3);
  });

  test("fails nobody if it is stopped without the patch, too", async () => {
    const hangs = (text: string) => (text.endsWith("make lint") ? stopped("time") : {});
    const { verdict, evidence } = await collected(hangs, known);
    expect(evidence.baseline).toMatchObject([{ exit_code: 1n }, { stopped_by: "time" }]);
    expect(verdict).toBe("no_verdict");
  });

  test("fails nobody if its program is not there without the patch, either", async () => {
    const absent = (text: string) => (text.endsWith("make lint") ? { exitCode: 127 } : {});
    const { verdict, evidence } = await collected(absent, known);
    expect(evidence.baseline).toMatchObject([{ exit_code: 1n }, { exit_code: 127n }]);
    expect(verdict).toBe("no_verdict");
  });

  test("fails nobody if the sandbox broke", async () => {
    const broken = (text: string) => (text.endsWith("make test") ? stopped("broken") : {});
    expect((await collected(broken, known)).verdict).toBe("no_verdict");
  });
});

test("a command without time is not run, and is no failure", async () => {
  let left = 4;
  const { evidence, verdict } = await collected(redBefore, {}, () => left-- * 1_000);
  expect(evidence.runs).toEqual([
    expect.objectContaining({ exit_code: 0n }),
    { stopped_by: "deadline" },
  ]);
  expect(verdict).toBe("no_verdict");
});
