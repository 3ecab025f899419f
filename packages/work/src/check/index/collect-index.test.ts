/** The reader of a tree, with a sandbox that answers as git does; git itself runs in the server's tests. */
import { createHash } from "node:crypto";
import { type Check, type JsonObject, judge } from "@bazaar/kernel";
import { describe, expect, test } from "vitest";
import { ScriptedSandbox } from "../../../test/scripted-sandbox.ts";
import { indexFiles, repoIndex } from "../../index/repo-index.ts";
import { type Job, type JobTools, NO_SANDBOX } from "../../job/job.ts";
import type { Run } from "../../sandbox.ts";
import { collectIndex } from "./collect-index.ts";

type IndexCheck = Extract<Check, { method: "index" }>;

const CHECK: IndexCheck = { method: "index", indexTypes: ["digests", "symbols"], treeSha256: null };
const REPOSITORY = { artifact: `sha256:${"0".repeat(64)}`, commit: "c".repeat(40) };
const FILES = {
  "a.ts": "export function one() {}\n",
  "b.py": "def two():\n    pass\n",
  "c.log": "x\n",
};

const treeOf = (...paths: readonly (keyof typeof FILES)[]) =>
  paths.map((path) => ({ path, content: Buffer.from(FILES[path]) }));
const HONEST = repoIndex(indexFiles(treeOf("a.ts", "b.py")), CHECK.indexTypes);

const objectOf = (text: string): string => createHash("sha1").update(text).digest("hex");

/** As git lists the files, and writes those that it is asked for. */
function answer(text: string): Partial<Run> {
  if (text.includes("git ls-tree")) {
    const lines = Object.entries(FILES).map(
      ([path, content]) => `100644 blob ${objectOf(content)} ${content.length}\t${path}\0`,
    );
    return { stdout: lines.join("") };
  }
  const asked = Object.values(FILES).filter((content) => text.includes(objectOf(content)));
  const objects = asked.map(
    (content) => `${objectOf(content)} blob ${content.length}\n${content}\n`,
  );
  return { stdout: objects.join("") };
}

interface Given {
  readonly result?: JsonObject;
  readonly payload?: JsonObject;
  readonly repository?: Job["repository"];
  readonly tools?: Partial<JobTools>;
  readonly script?: (text: string) => Partial<Run>;
}

async function collected(given: Given) {
  const { result = HONEST, payload = {}, repository = REPOSITORY, tools, script = answer } = given;
  const sandbox = new ScriptedSandbox(script);
  const asked = { exclude: ["*.log"], ...payload };
  const job = { payload: asked, repository, result, sampleSeed: "seed" };
  const evidence = await collectIndex(CHECK, job, {
    openSandbox: async () => sandbox,
    readArtifact: async () => Buffer.from("bundle"),
    leftMs: () => 5_000,
    limitMs: 1_000,
    signal: new AbortController().signal,
    ...tools,
  });
  return { evidence, verdict: judge(CHECK, evidence), sandbox };
}

test("the files that the job asks for are read again, and no others", async () => {
  const { evidence, verdict, sandbox } = await collected({});
  expect(verdict).toBe("pass");
  expect(evidence.tree).toEqual({ tree_sha256: HONEST.tree_sha256 });
  expect(evidence.sample_seed).toBe("seed");
  expect(sandbox.ran.at(-1)).not.toContain(objectOf(FILES["c.log"]));
});

test("an index of another tree fails by what was read", async () => {
  const result = repoIndex(indexFiles(treeOf("a.ts")), CHECK.indexTypes);
  expect(await collected({ result })).toMatchObject({ verdict: "fail" });
});

test("an index that contradicts itself fails, and nothing is read", async () => {
  const result = { ...HONEST, tree_sha256: `sha256:${"0".repeat(64)}` };
  const { evidence, verdict, sandbox } = await collected({ result });
  expect([verdict, Object.keys(evidence), sandbox.ran]).toEqual(["fail", ["claimed"], []]);
});

describe("there is no verdict, and the evidence says why,", () => {
  const endsWith = (part: string, run: Partial<Run>) => (text: string) =>
    text.includes(part) ? run : answer(text);
  const runsOut = (calls: number) => () => Math.max(0, --calls);

  test.each<{ when: string; reason: RegExp } & Given>([
    {
      when: "without a sandbox",
      tools: { openSandbox: async () => null },
      reason: new RegExp(NO_SANDBOX),
    },
    { when: "without the name of a bundle", repository: null, reason: /names no/ },
    { when: "with a name that is none", repository: "invalid", reason: /names no/ },
    {
      when: "without the bundle",
      tools: { readArtifact: async () => null },
      reason: /is not stored/,
    },
    { when: "with a pattern of nothing", payload: { include: "*" }, reason: /which files/ },
    {
      when: "with a damaged bundle",
      script: endsWith("unbundle", { exitCode: 11 }),
      reason: /damaged/,
    },
    {
      when: "with files that git cannot list",
      script: endsWith("ls-tree", { exitCode: 128 }),
      reason: /cannot be listed/,
    },
    {
      when: "with files that git cannot read",
      script: endsWith("cat-file --batch", { stdout: "" }),
      reason: /cannot be read/,
    },
    {
      when: "out of time",
      tools: { leftMs: runsOut(3) },
      reason: /no time left/,
    },
  ])("$when", async ({ when: _, reason, ...given }) => {
    const { evidence, verdict } = await collected(given);
    expect(verdict).toBe("no_verdict");
    expect(evidence.reason).toMatch(reason);
    expect(evidence.tree).toBeUndefined();
  });
});
