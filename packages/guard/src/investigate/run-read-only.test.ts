import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { INVESTIGATION_LIMITS, runReadOnly } from "./run-read-only.ts";

const RUN = {
  directory: "/",
  home: "/nonexistent",
  workingTree: "/",
  searchPath: "/usr/bin:/bin",
  limits: INVESTIGATION_LIMITS,
};

test("a program reads the input it is given, and otherwise none", async () => {
  const count = async (input: { readonly input?: string }) =>
    (await runReadOnly({ ...RUN, ...input, words: ["/usr/bin/wc", "-c"] })).stdout.trim();
  expect(await count({ input: "x".repeat(200_000) })).toBe("200000");
  expect(await count({})).toBe("0");
});

test("a program that stops reading early ends as it wants", async () => {
  const input = "line\n".repeat(200_000);
  const run = await runReadOnly({ ...RUN, input, words: ["/usr/bin/head", "-n", "1"] });
  expect(run).toMatchObject({ exitCode: 0, stdout: "line\n" });
});

test("settings of one program are added to its environment", async () => {
  const words = ["/usr/bin/env"];
  const run = await runReadOnly({ ...RUN, environment: { GIT_PAGER: "cat" }, words });
  expect(run.stdout).toContain("GIT_PAGER=cat\n");
  expect(run.stdout).toContain("LESSSECURE=1\n");
});

test("a secret that is deleted while the jail starts does not stop the look", async () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "guard-gone-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const project = join(home, "project");
  mkdirSync(join(project, "build"), { recursive: true });
  writeFileSync(join(project, "build/.env"), "SECRET=x\n");
  writeFileSync(join(project, "plain"), "plain\n");
  const place = { directory: project, workingTree: project, home, stateDirectory: home };
  const looking = runReadOnly({ ...RUN, ...place, words: ["/usr/bin/cat", "plain"] });
  // The jail is planned and its program started; it has not mounted anything yet.
  rmSync(join(project, "build"), { recursive: true });
  expect(await looking).toMatchObject({ exitCode: 0, stdout: "plain\n" });
});
