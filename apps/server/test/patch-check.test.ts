/** What a patch, a repository and a test command may try on the machine that checks the patch. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonObject, judge, namedChecks, type PatchCheck } from "@bazaar/kernel";
import { hasProgram } from "@bazaar/testkit/program";
import { collectPatch, type JobTools, patchBaseline } from "@bazaar/work";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { makeBundle } from "../../../packages/work/test/make-bundle.ts";
import { SampleRepository } from "../../../packages/work/test/sample-repository.ts";
import { checkSandbox } from "../src/check-sandbox.ts";
import { databaseAt } from "../src/stores.ts";
import { FILL_DISK } from "./fill-disk.ts";

const place = mkdtempSync(join(tmpdir(), "bazaar-patches-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const database = databaseAt(join(place, "data.db"));
const files = { database, keyPath: join(place, "key.pem"), settingsPath: null };
const openSandbox = checkSandbox(files, pino({ level: "silent" }));

const TEST = "test.sh";
const FILES = {
  "add.sh": "echo $(($1 - $2))\n",
  [TEST]: 'test "$(sh add.sh 2 3)" = 5\n',
  "docs/a.md": "one\ntwo\nthree\n",
};
const FIXED = "echo $(($1 + $2))\n";

const CHECK: PatchCheck = {
  method: "patch",
  allowedPaths: [],
  disallowedPaths: ["secret"],
  protectedPaths: [TEST],
  commands: [`sh ${TEST}`],
  target: "test_command",
  maxFiles: 10,
  maxBytes: 100_000,
};

const sha256 = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

interface Source {
  readonly repository: SampleRepository;
  readonly commit: string;
  readonly bundle: Uint8Array;
}

async function sourceOf(sample: SampleRepository): Promise<Source> {
  const secrets = { marks: [], kindOf: () => null, holdsSecret: () => false };
  const { directory } = sample;
  const rules = { disallowedPaths: [], secrets };
  const made = await makeBundle({ directory, revision: "HEAD", ...rules });
  if ("problem" in made) throw new Error(made.problem);
  return { repository: sample, commit: made.commit, bundle: made.bundle };
}

const sample = new SampleRepository(FILES);
afterAll(() => sample[Symbol.dispose]());
const source = await sourceOf(sample);
const FIX = sample.patch(() => sample.write("add.sh", FIXED));

interface Case {
  readonly patch?: string;
  readonly claimed?: string;
  readonly check?: Partial<PatchCheck>;
  readonly from?: Pick<Source, "commit" | "bundle">;
  readonly timeoutMs?: number;
  readonly limitMs?: number;
  readonly open?: JobTools["openSandbox"];
}

async function collected(given: Case): Promise<JsonObject> {
  const {
    patch = FIX,
    claimed = sha256(patch),
    from = source,
    timeoutMs = 60_000,
    limitMs = 30_000,
  } = given;
  const endMs = performance.now() + timeoutMs;
  const tools: JobTools = {
    openSandbox: given.open ?? openSandbox,
    readArtifact: async (hash) => (hash === sha256(from.bundle) ? from.bundle : null),
    leftMs: () => endMs - performance.now(),
    limitMs,
    signal: new AbortController().signal,
  };
  const repository = { artifact: `sha256:${sha256(from.bundle)}`, commit: from.commit };
  const result = { patch, patch_sha256: claimed };
  const job = { payload: {}, repository, result, sampleSeed: "" };
  return collectPatch({ ...CHECK, ...given.check }, job, tools);
}

/** The verdict, and the steps that did not pass. */
async function verdictOn(given: Case): Promise<{ verdict: string; open: string; reason: unknown }> {
  const check = { ...CHECK, ...given.check };
  const evidence = await collected(given);
  const others = namedChecks(check, evidence).filter(({ verdict }) => verdict !== "pass");
  const decisive = others.filter(({ verdict }) => verdict === "fail");
  const open = (decisive.length > 0 ? decisive : others).map(({ name }) => name).join(" ");
  return { verdict: judge(check, evidence), open, reason: evidence.reason };
}

const added = (path: string, line = "x", mode = "100644"): string =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`;
const link = (path: string, target: string): string =>
  `diff --git a/${path} b/${path}\nnew file mode 120000\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${target}\n\\ No newline at end of file\n`;

const never: JobTools["openSandbox"] = () => Promise.reject(new Error("nothing had to be run"));

describe("what is decided without a sandbox", () => {
  test.each<Case & { what: string; fails: string }>([
    { what: "another hash", claimed: sha256("other"), fails: "hash_matches" },
    { what: "an empty patch", patch: "", fails: "not_empty" },
    {
      what: "a binary hunk that unfolds",
      patch:
        "diff --git a/x b/x\nnew file mode 100644\nindex 0..1\nGIT binary patch\nliteral 9999999\n",
      fails: "text_only",
    },
    {
      what: "a file copied many times",
      patch: "diff --git a/add.sh b/x\nsimilarity index 100%\ncopy from add.sh\ncopy to x\n",
      fails: "text_only",
    },
    {
      what: "a gigantic diff",
      patch: added("big", "x".repeat(200_000)),
      fails: "within_limits",
    },
  ])("$what: $fails", async ({ fails, ...given }) => {
    expect(await verdictOn({ ...given, open: never })).toMatchObject({
      verdict: "fail",
      open: fails,
    });
  });

  test("without a stored bundle, or a sandbox, there is no verdict and a sentence", async () => {
    const lost = { commit: source.commit, bundle: Buffer.from("") };
    const readsNothing = { ...lost, bundle: new Uint8Array() };
    expect((await verdictOn({ from: readsNothing, open: async () => null })).reason).toContain(
      "no sandbox",
    );
    const evidence = await collectPatch(
      CHECK,
      {
        payload: {},
        repository: { artifact: `sha256:${"0".repeat(64)}`, commit: source.commit },
        result: { patch: FIX, patch_sha256: sha256(FIX) },
        sampleSeed: "",
      },
      {
        openSandbox: never,
        readArtifact: async () => null,
        leftMs: () => 1_000,
        limitMs: 1_000,
        signal: new AbortController().signal,
      },
    );
    expect(evidence.reason).toContain("not stored");
    expect(judge(CHECK, evidence)).toBe("no_verdict");
  });
});

describe.skipIf(!hasProgram("bwrap"))("a patch in the server's sandbox (needs bwrap)", () => {
  test("that fixes the code passes, and its counts are git's own", async () => {
    const evidence = await collected({});
    expect(evidence).toMatchObject({
      applies: true,
      changes: [
        {
          path: "add.sh",
          status: "M",
          old_mode: "100644",
          new_mode: "100644",
          additions: 1n,
          deletions: 1n,
        },
      ],
      baseline: [{ exit_code: 1n }],
      runs: [{ exit_code: 0n, stdout_sha256: sha256(""), stderr_sha256: sha256("") }],
    });
    expect(judge(CHECK, evidence)).toBe("pass");
  });

  test.each<Case & { what: string; fails: string }>([
    { what: "changes nothing that matters", patch: added("docs/b.md"), fails: "tests_pass" },
    { what: "does not fit", patch: FIX.replace("-echo", "-eecho"), fails: "applies_cleanly" },
    { what: "is no patch", patch: "hello\n", fails: "applies_cleanly" },
    { what: "leaves the tree", patch: added("../escape"), fails: "applies_cleanly" },
    {
      what: "names an absolute path",
      patch: added("/tmp/escape"),
      fails: "applies_cleanly",
    },
    {
      what: "renames a file out of the tree",
      patch:
        "diff --git a/add.sh b/../x\nsimilarity index 100%\nrename from add.sh\nrename to ../x\n",
      fails: "applies_cleanly",
    },
    { what: "writes to .git", patch: added(".git/hooks/pre-commit"), fails: "applies_cleanly" },
    { what: "writes to .GIT", patch: added(".GIT/config"), fails: "applies_cleanly" },
    {
      what: "writes to a short name of .git",
      patch: added("git~1/config"),
      fails: "applies_cleanly",
    },
    { what: "has a backslash in a path", patch: added("a\\b"), fails: "paths_allowed" },
    { what: "adds a symlink", patch: link("l", "/etc"), fails: "modes_plain" },
    {
      what: "writes through a symlink of its own",
      patch: link("l", "/tmp") + added("l/escape"),
      fails: "applies_cleanly",
    },
    {
      what: "adds a submodule",
      patch: `diff --git a/s b/s\nnew file mode 160000\n--- /dev/null\n+++ b/s\n@@ -0,0 +1 @@\n+Subproject commit ${"a".repeat(40)}\n`,
      fails: "modes_plain",
    },
    { what: "touches a disallowed path", patch: added("secret/a"), fails: "paths_allowed" },
    {
      what: "touches a path that is not allowed",
      check: { allowedPaths: ["docs"] },
      fails: "paths_allowed",
    },
    {
      what: "changes the test",
      patch: sample.patch(() => sample.write(TEST, "true\n")),
      fails: "tests_untouched",
    },
    {
      what: "renames the test away",
      patch: `diff --git a/${TEST} b/old.sh\nsimilarity index 100%\nrename from ${TEST}\nrename to old.sh\n`,
      fails: "tests_untouched",
    },
    {
      what: "makes the test a program",
      patch: `diff --git a/${TEST} b/${TEST}\nold mode 100644\nnew mode 100755\n`,
      fails: "tests_untouched",
    },
    {
      what: "touches more files than it may",
      patch: Array.from({ length: 11 }, (_, n) => added(`docs/${n}`)).join(""),
      fails: "within_limits",
    },
    {
      what: "touches more files than can be listed",
      patch: Array.from({ length: 600 }, (_, n) => added(`docs/${n}`)).join(""),
      fails: "within_limits",
    },
    {
      what: "breaks another command",
      patch: `${FIX}${added("broken")}`,
      check: { commands: [`sh ${TEST}`, "test ! -e broken"] },
      fails: "verification:1",
    },
  ])("that $what fails: $fails", async ({ fails, ...given }) => {
    expect(await verdictOn(given)).toMatchObject({ verdict: "fail", open: fails });
  });

  test("that brings files for git to obey changes nothing about its check", async () => {
    const attributes = added(".gitattributes", "* filter=x text eol=crlf ident export-ignore");
    const evidence = await collected({ patch: FIX + attributes });
    expect(judge(CHECK, evidence)).toBe("pass");
  });

  test("that writes through a link of the repository fails", async () => {
    using linked = new SampleRepository(FILES);
    linked.link("out", "/tmp");
    linked.commit();
    const from = await sourceOf(linked);
    const patch = FIX + added("out/escape");
    expect(await verdictOn({ from, patch })).toMatchObject({
      verdict: "fail",
      open: "applies_cleanly",
    });
    expect(await verdictOn({ from })).toMatchObject({ verdict: "pass" });
  });

  test("for a job that was done already gets no verdict, and is not run", async () => {
    const done = { check: { commands: ["true"] } };
    expect(await verdictOn(done)).toMatchObject({
      verdict: "no_verdict",
      open: "baseline_red tests_pass",
    });
    expect(await collected(done)).not.toHaveProperty("runs");
  });

  test("may be for a verification command alone", async () => {
    const check = { commands: ["true", `sh ${TEST}`], target: "verification_commands" } as const;
    expect(await verdictOn({ check })).toMatchObject({ verdict: "pass" });
  });
});

describe.skipIf(!hasProgram("bwrap"))("a test command (needs bwrap)", () => {
  test.each<Case & { what: string; by: string }>([
    { what: "never ends", check: { commands: ["sleep 100"] }, limitMs: 2_500, by: "time" },
    {
      what: "fills the disk",
      check: { commands: [`${FILL_DISK}; sh ${TEST}`] },
      by: "disk",
    },
    {
      what: "writes without end",
      check: { commands: ["yes"] },
      by: "output",
    },
  ])("that $what gives no verdict: $by", async ({ by, ...given }) => {
    const evidence = await collected(given);
    expect(evidence.baseline).toMatchObject([{ stopped_by: by }]);
    expect(judge({ ...CHECK, ...given.check }, evidence)).toBe("no_verdict");
  });

  test("that the checker has no time for gives no verdict", async () => {
    const check = { commands: [`sh ${TEST} || exit 1; sleep 100`] };
    const evidence = await collected({ check, timeoutMs: 4_000 });
    expect(evidence.runs).toMatchObject([{ stopped_by: "deadline" }]);
    expect(judge({ ...CHECK, ...check }, evidence)).toBe("no_verdict");
  });

  test.each<{ what: string; fix: string; by: string; limitMs: number }>([
    { what: "hangs", fix: "sleep 100", by: "time", limitMs: 3_000 },
    { what: "prints without end", fix: "yes >&2", by: "output", limitMs: 30_000 },
    { what: "fills the disk", fix: FILL_DISK, by: "disk", limitMs: 30_000 },
  ])("that $what because of the patch fails: $by", async ({ fix, by, limitMs }) => {
    const patch = sample.patch(() => sample.write("add.sh", `${fix}\n`));
    const evidence = await collected({ patch, limitMs });
    expect(evidence.runs).toMatchObject([{ stopped_by: by }]);
    expect(judge(CHECK, evidence)).toBe("fail");
  });

  test("that hangs because of the patch and is not the target is compared, too", async () => {
    const patch = sample.patch(() => sample.write("add.sh", "sleep 100\n"));
    const commands = [`sh ${TEST} || true`, `sh ${TEST}`];
    const check = { commands, target: "verification_commands" } as const;
    const evidence = await collected({ patch, check, limitMs: 3_000 });
    expect(evidence).toMatchObject({
      baseline: [{ exit_code: 0n }, { exit_code: 1n }],
      runs: [{ stopped_by: "time" }],
    });
    expect(judge({ ...CHECK, ...check }, evidence)).toBe("fail");
  });

  test("that forks without end because of the patch fails", async () => {
    const patch = sample.patch(() => sample.write("add.sh", "b() { b | b & }; b; sleep 30\n"));
    const evidence = await collected({ patch, limitMs: 3_000 });
    expect(judge(CHECK, evidence)).toBe("fail");
  });

  test("forks, and nothing of it is left for the next", async () => {
    const bomb = "b() { b | b & }; b; sleep 1; false";
    const { verdict } = await verdictOn({ check: { commands: [bomb] }, timeoutMs: 4_000 });
    expect(verdict).not.toBe("pass");
    expect(await verdictOn({})).toMatchObject({ verdict: "pass" });
  });

  test("that attacks the check-out, the patch and git helps or harms nobody", async () => {
    const attack = [
      "echo true > test.sh",
      "rm -rf ../job.patch ../job.bundle ../patched.tree ../patched.index",
      "git config core.fsmonitor 'touch /tmp/ran' 2>/dev/null",
      "rm -rf .git",
      "exit 1",
    ].join("; ");
    const check = { commands: [`sh ${TEST} || { ${attack}; }`, `sh ${TEST}`] };
    const evidence = await collected({ check });
    expect(judge({ ...CHECK, ...check }, evidence)).toBe("pass");
    const lying = await collected({ check, patch: added("docs/b.md") });
    expect(lying.runs).toMatchObject([{ exit_code: 1n }, { exit_code: 1n }]);
  });

  test("leaves nothing for the next one", async () => {
    const check = {
      commands: [`touch ../left left; sh ${TEST}`, "test ! -e left -a ! -e ../left"],
    };
    expect(await verdictOn({ check })).toMatchObject({ verdict: "pass" });
  });

  test("runs in the directory that the job names", async () => {
    const { baseline } = await baselineIn("docs");
    expect(baseline).toMatchObject([{ exit_code: 1n, stdout_sha256: sha256("a.md\n") }]);
  });

  test("is not red because the directory that the job names is not there", async () => {
    const evidence = await baselineIn("dosc");
    const red = namedChecks(CHECK, evidence).find(({ name }) => name === "baseline_red");
    expect(red?.verdict).toBe("no_verdict");
  });

  function baselineIn(subdir: string): Promise<JsonObject> {
    const check = { ...CHECK, commands: ["ls; false"] };
    const from = { commit: source.commit, bundle: source.bundle };
    return patchBaseline(check, { subdir }, from, {
      openSandbox,
      leftMs: () => 30_000,
      limitMs: 10_000,
      signal: new AbortController().signal,
    });
  }
});

describe.skipIf(!hasProgram("bwrap"))("a bundle (needs bwrap)", () => {
  const damaged = (): Uint8Array => {
    const bytes = Buffer.from(source.bundle);
    bytes.fill(7, bytes.length - 60, bytes.length - 30);
    return bytes;
  };

  test.each<{ what: string; from: () => Pick<Source, "commit" | "bundle">; says: string }>([
    {
      what: "that is none",
      from: () => ({ commit: source.commit, bundle: Buffer.from("hello") }),
      says: "damaged",
    },
    {
      what: "that is cut",
      from: () => ({ commit: source.commit, bundle: source.bundle.slice(0, -40) }),
      says: "damaged",
    },
    {
      what: "that is damaged",
      from: () => ({ commit: source.commit, bundle: damaged() }),
      says: "damaged",
    },
    {
      what: "without the commit",
      from: () => ({ commit: "ab".repeat(20), bundle: source.bundle }),
      says: "does not contain the commit",
    },
    {
      what: "that lies about its commit",
      from: () => {
        const text = Buffer.from(source.bundle).toString("latin1");
        const bundle = Buffer.from(text.replace(source.commit, "ab".repeat(20)), "latin1");
        return { commit: "ab".repeat(20), bundle };
      },
      says: "does not contain the commit",
    },
    {
      what: "that names a file for a commit",
      from: () => ({
        commit: sample.git("rev-parse", "HEAD:add.sh").trim(),
        bundle: source.bundle,
      }),
      says: "does not contain the commit",
    },
  ])("$what gets no verdict, and a sentence", async ({ from, says }) => {
    const { verdict, reason } = await verdictOn({ from: from() });
    expect(reason).toContain(says);
    expect(verdict).toBe("no_verdict");
  });

  test("that unfolds past the disk gets no verdict", async () => {
    using bomb = new SampleRepository();
    bomb.write("zeros", Buffer.alloc(300 * 2 ** 20));
    bomb.commit();
    const from = await sourceOf(bomb);
    expect(from.bundle.length).toBeLessThan(2 ** 20);
    const { verdict, reason } = await verdictOn({ from });
    expect(reason).toMatch(/stopped by its limit|cannot be checked out/);
    expect(verdict).toBe("no_verdict");
  });

  test("of directories in directories without end gets no verdict", async () => {
    using bomb = new SampleRepository({ a: "1" });
    const blob = bomb.git("rev-parse", "HEAD:a").trim();
    const tree = (entry: string): string => {
      const lines = Array.from({ length: 10 }, (_, n) => `${entry}\tn${n}`).join("\n");
      bomb.write("../bazaar-tree-lines", `${lines}\n`);
      return bomb.git("-c", "alias.m=!git mktree < ../bazaar-tree-lines", "m").trim();
    };
    let top = tree(`100644 blob ${blob}`);
    for (let level = 0; level < 9; level += 1) top = tree(`040000 tree ${top}`);
    const commit = bomb.git("commit-tree", top, "-m", "bomb").trim();
    bomb.git("update-ref", "refs/heads/job", commit);
    bomb.git("bundle", "create", "--quiet", "b", "refs/heads/job");
    const from = { commit, bundle: readFileSync(bomb.at("b")) };
    const { verdict, reason } = await verdictOn({ from, timeoutMs: 20_000 });
    expect(reason).toMatch(/stopped by its limit|cannot be checked out/);
    expect(verdict).toBe("no_verdict");
  });

  test("with files that git would obey is checked out byte for byte", async () => {
    using obeyed = new SampleRepository();
    obeyed.write(".git/info/attributes", "* -text -ident !filter !working-tree-encoding\n");
    obeyed.commit({
      ...FILES,
      ".gitattributes": "* text eol=crlf filter=lfs ident working-tree-encoding=UTF-16\n",
      ".gitmodules": '[submodule "s"]\n\tpath = s\n\turl = ext::touch /tmp/ran\n',
      ".lfsconfig": "[lfs]\n\turl = http://127.0.0.1:9\n",
    });
    const from = await sourceOf(obeyed);
    expect(await verdictOn({ from })).toMatchObject({ verdict: "pass" });
  });
});
