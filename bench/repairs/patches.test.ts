/**
 * The worker without a model repairs as a job what `fix` repairs on a machine: a situation of every kind of
 * rule becomes a patch, and what no patch can repair is declined with the reason. Toolchains in a home are
 * not seen in a job's sandbox, so Rust, Go, PHP and Ruby have no row; a virtual
 * machine for Java does not start reliably beside other tests.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedWorker } from "@bazaar/agent/provider";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { assignment, bundleIn } from "../../packages/agent/src/provider/test/assignment.ts";
import { ownSituations, type Situation } from "./situation.ts";

const worker = embeddedWorker({});
const here = ownSituations().filter(({ programs }) => programs.every((name) => hasProgram(name)));

interface Row {
  /** A folder of rules. */
  readonly kind: string;
  readonly id: string;
  /** What the patch adds, or the reason says. */
  readonly says: RegExp;
}

const PATCHED: readonly Row[] = [
  { kind: "c", id: "c2-ctype-not-included", says: /^\+#include <ctype\.h>$/m },
  { kind: "config", id: "toml-unquoted-string", says: /^\+host = "db\.internal"$/m },
  { kind: "data", id: "data2-xml-bare-ampersand", says: /^\+.*Mac &amp; Cheese/m },
  { kind: "files", id: "shell-script-crlf", says: /^\+set -e$/m },
  { kind: "make", id: "c-make-missing-separator", says: /^\+\t\$\(CC\)/m },
  { kind: "node", id: "node2-import-without-extension", says: /^\+.*"\.\/lib\/money\.js";$/m },
  { kind: "python", id: "python-missing-self", says: /^\+ {4}def deposit\(self, amount\):$/m },
  { kind: "shell", id: "shell-script-missing-done", says: /^\+done$/m },
  { kind: "source", id: "node-name-typo", says: /^\+.*config\.host/m },
];

const DECLINED: readonly Row[] = [
  { kind: "packages", id: "python-package-missing", says: /polars is not installed/ },
  { kind: "packages", id: "c-header-not-installed", says: /in the package libglfw3-dev/ },
  {
    kind: "node",
    id: "node-dependencies-not-installed",
    says: /in package\.json but not installed/,
  },
  { kind: "options", id: "s2-sort-tab-separator", says: /sort does not read \\t/ },
  { kind: "services", id: "node-two-services-one-port", says: /Port \d+ is in use/ },
  { kind: "git", id: "git-merge-ref-typo", says: /orign\/main - not something/ },
  { kind: "files", id: "shell-mkdir-parents", says: /changes no file of the repository/ },
  // Its makefile can be repaired, but the directory in the home is not part of the repository.
  { kind: "make", id: "data2-makefile-dollar-home", says: /the changed files alone .* make/ },
];

/** What the worker makes of the situation, as a job whose test is its command. */
async function worked({ id, setup, command }: Situation) {
  const home = mkdtempSync(join(tmpdir(), "repair-job-"));
  const directory = join(home, "project");
  mkdirSync(directory);
  try {
    const env = { ...process.env, HOME: home };
    spawnSync("bash", ["-c", setup], { cwd: directory, env, stdio: "ignore" });
    // A job is made of files, not of a history.
    rmSync(join(directory, ".git"), { recursive: true, force: true });
    const repository = bundleIn(directory);
    const asked = { title: id, body: "", test_command: command, verification_commands: [] };
    const allowed = { allowed_paths: ["**"], protected_tests: [] };
    return await worker.work(
      assignment("oa.patch_gen.v1", { ...asked, ...allowed }, { repository }),
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const staged = (rows: readonly Row[]) =>
  rows.flatMap(({ id, ...row }) => {
    const situation = here.find((one) => one.id === id);
    return situation === undefined ? [] : [{ id, situation, ...row }];
  });

test("every row is a situation that is measured", () => {
  const known = new Set(ownSituations().map(({ id }) => id));
  expect([...PATCHED, ...DECLINED].filter(({ id }) => !known.has(id))).toEqual([]);
});

describe.skipIf(!hasProgram("bwrap", "git"))("as a job (needs bwrap and git)", () => {
  test.each(staged(PATCHED))("$kind: $id becomes a patch", async ({ situation, says }) => {
    const done = await worked(situation);
    expect(done).toMatchObject({ is: "done", payload: { patch: expect.stringMatching(says) } });
  });

  test.each(staged(DECLINED))("$kind: $id is declined", async ({ situation, says }) => {
    const failed = await worked(situation);
    expect(failed).toEqual({ is: "failed", because: expect.stringMatching(says) });
  });
});
