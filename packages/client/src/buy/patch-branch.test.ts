/** Patches on branches of real repositories. */
import { hasProgram } from "@bazaar/testkit/program";
import { gitProcess } from "@bazaar/work/git-process";
import { afterAll, describe, expect, test } from "vitest";
import { SampleRepository } from "../../../work/test/sample-repository.ts";
import { patchBranch } from "./patch-branch.ts";

describe.skipIf(!hasProgram("git"))("a patch (needs git)", () => {
  const sample = new SampleRepository({ "a.txt": "one\n", "sub/b.txt": "two\n" });
  afterAll(() => sample[Symbol.dispose]());
  const commit = sample.git("rev-parse", "HEAD").trim();
  const both = sample.patch(() => {
    sample.write("a.txt", "1\n");
    sample.write("sub/b.txt", "2\n");
  });
  const on = (branch: string, changes: object = {}) =>
    patchBranch(
      { directory: sample.directory, commit, branch, patch: both, message: "m", ...changes },
      gitProcess,
    );

  test.each(["", "sub"])("is whole on its branch, made from /%s", async (path) => {
    const branch = `made-${path}`;
    const made = await on(branch, { directory: sample.at(path) });
    expect(made).toMatchObject({ branch });
    expect(sample.git("show", `${branch}:a.txt`)).toBe("1\n");
    expect(sample.git("show", `${branch}:sub/b.txt`)).toBe("2\n");
    expect(sample.git("rev-parse", `${branch}^`).trim()).toBe(commit);
    expect(sample.git("status", "--short")).toBe("");
  });

  test.each([
    { what: "is empty", patch: "", says: "apply|changes nothing" },
    {
      what: "changes a file to what it is",
      patch: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+one\n",
      says: "changes nothing",
    },
    {
      what: "does not fit",
      patch: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-two\n+one\n",
      says: "does not apply",
    },
  ])("that $what makes no branch", async ({ patch, says }) => {
    expect(await on("none", { patch })).toEqual({ problem: expect.stringMatching(says) });
    expect(sample.git("branch", "--list", "none")).toBe("");
  });
});
