/** Patches on branches of real repositories. */
import { rmSync } from "node:fs";
import { hasProgram } from "@bazaar/testkit/program";
import { gitProcess } from "@bazaar/work/git-process";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
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

  test("is on the branch already if an earlier run made it, and nothing else is taken for it", async () => {
    const made = await on("before");
    expect(await on("before")).toEqual(made);
    const patch = sample.patch(() => sample.write("a.txt", "other\n"));
    const taken = { problem: "There is a branch before already." };
    expect(await on("before", { patch })).toEqual(taken);
    sample.git("branch", "plain", commit);
    expect(await on("plain")).toEqual({ problem: "There is a branch plain already." });
  });

  test.each<{ what: string; spoil: (copy: SampleRepository) => void; says: string }>([
    {
      what: "is no git repository any more",
      spoil: (copy) => rmSync(copy.at(".git"), { recursive: true }),
      says: "is not a git repository",
    },
    {
      what: "is gone",
      spoil: (copy) => rmSync(copy.directory, { recursive: true }),
      says: "is not a git repository",
    },
    {
      what: "has a branch above that name",
      spoil: (copy) => copy.git("branch", "new"),
      says: "Git could not make the branch new/one.",
    },
    {
      what: "is locked by another git",
      spoil: (copy) => copy.write(".git/refs/heads/new/one.lock", ""),
      says: "Git could not make the branch new/one.",
    },
    {
      what: "has lost the commit",
      spoil: (copy) => rmSync(copy.at(`.git/objects/${commit.slice(0, 2)}`), { recursive: true }),
      says: "Git could not make the branch new/one.|is gone",
    },
  ])("for a repository that $what is refused with a sentence", async ({ spoil, says }) => {
    using copy = new SampleRepository();
    copy.git("fetch", "--quiet", sample.directory, commit);
    copy.git("reset", "--quiet", "--hard", commit);
    spoil(copy);
    const problem = { problem: expect.stringMatching(says) };
    expect(await on("new/one", { directory: copy.directory })).toEqual(problem);
  });

  test.skipIf(!hasProgram("bwrap"))(
    "for a repository that may not be written is refused with a sentence (needs bwrap)",
    async () => {
      using copy = new SampleRepository();
      copy.git("fetch", "--quiet", sample.directory, commit);
      // Root may write anywhere but on a file system that is read-only.
      const bwrap = `bwrap --dev-bind / / --ro-bind ${copy.at(".git")} ${copy.at(".git")}`;
      const script = `#!/bin/sh\nPATH=${process.env.PATH} exec ${bwrap} git "$@"\n`;
      copy.write("bin/git", script, 0o755);
      vi.stubEnv("PATH", `${copy.at("bin")}:${process.env.PATH}`);
      onTestFinished(() => void vi.unstubAllEnvs());
      const asked = { directory: copy.directory };
      expect(await on("new", asked)).toEqual({
        problem: expect.stringContaining("may you not write"),
      });
    },
  );
});
