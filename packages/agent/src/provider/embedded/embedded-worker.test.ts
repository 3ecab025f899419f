/** The embedded worker in real sandboxes. */
import { createHash } from "node:crypto";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { assignment, bundleOf } from "../test/assignment.ts";
import { embeddedWorker } from "./embedded-worker.ts";

const worker = embeddedWorker({});
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const lacksBwrap = !hasProgram("bwrap") || !hasProgram("git");

describe("a job", () => {
  test.each([
    { schemaId: "oa.text_gen.v1", says: "needs a model" },
    { schemaId: "oa.embedding.v1", says: "needs a model" },
    { schemaId: "constructor", says: "needs a model" },
    {
      schemaId: "oa.repo_index.v1",
      payload: { index_types: ["embeddings"] },
      says: "needs? a model",
    },
  ])("that needs a model is declined: $schemaId", ({ schemaId, payload = {}, says }) => {
    expect(worker.declines(assignment(schemaId, payload).job)).toMatch(new RegExp(says));
  });

  test.each(["/etc", "src/../.."])("in %s, outside its repository, is declined", (subdir) => {
    const asked = { title: "It is red", test_command: "false", subdir };
    expect(worker.declines(assignment("oa.patch_gen.v1", asked).job)).toContain("subdir");
  });

  test("of review needs no sandbox, and its hash is that of the review", async () => {
    const diff = "--- a/a.js\n+++ b/a.js\n@@ -1,0 +2 @@\n+debugger;\n";
    const payload = { diff, focus: ["all"], depth: "quick" };
    const worked = await worker.work(assignment("oa.code_review.v1", payload));
    expect(worked).toMatchObject({
      is: "done",
      payload: { status: "success", review: { approval_status: "request_changes" } },
    });
  });
});

describe.skipIf(lacksBwrap)("a run (needs bwrap)", () => {
  const resources = { timeout_secs: 30n };
  const sandbox = { network_policy: "none", resources };
  const run = (commands: readonly object[], more: object = {}) =>
    worker.work(
      assignment("oa.sandbox_run.v1", { sandbox, commands, ...more } as never, {
        timeoutMs: 30_000,
      }),
    );

  test("reports exit codes and the hashes of whole outputs, and stops at a failure", async () => {
    const commands = [
      { cmd: "printf 'a'; printf 'b' >&2; printf \"$WHO\"" },
      { cmd: "exit 3", continue_on_fail: true },
      { cmd: "mkdir d && echo x > d/f && false" },
      { cmd: "echo never" },
    ];
    const worked = await run(commands, { env: { WHO: "it's me" } });
    expect(worked).toMatchObject({ is: "done", payload: { status: "failed" } });
    if (worked.is !== "done") return;
    const { runs } = worked.payload as unknown as { runs: readonly Record<string, unknown>[] };
    expect(runs).toHaveLength(3);
    expect(runs[0]).toMatchObject({
      cmd: commands[0]?.cmd,
      exit_code: 0n,
      stdout_sha256: sha256("ait's me"),
      stderr_sha256: sha256("b"),
      stdout_preview: "ait's me",
    });
    expect(runs.map(({ exit_code }) => exit_code)).toEqual([0n, 3n, 1n]);
  });

  test("that hangs ends with its time", async () => {
    const worked = await worker.work(
      assignment(
        "oa.sandbox_run.v1",
        { sandbox, commands: [{ cmd: "sleep 100 & sleep 100" }] } as never,
        {
          timeoutMs: 2_000,
        },
      ),
    );
    expect(worked).toMatchObject({
      is: "done",
      payload: { status: "timeout", runs: [{ exit_code: -1n }] },
    });
  });

  test("that prints more than a check allows is given back then, with the reason", async () => {
    const commands = [{ cmd: "true" }, { cmd: "head -c 9000000 /dev/zero" }, { cmd: "sleep 100" }];
    const because = "command 2 cannot be checked: it printed more than it may";
    expect(await run(commands)).toEqual({ is: "failed", because });
  });

  test.each([{ workdir: "../.." }, { workdir: "/etc" }])(
    "does not start at $workdir",
    async (more) => {
      expect(await run([{ cmd: "pwd", ...more }])).toMatchObject({ is: "failed" });
    },
  );

  test("starts in the check-out of its commit, and sees neither network nor the provider's files", async () => {
    const repository = await bundleOf({ "a/b.txt": "hello" });
    const commands = [
      { cmd: "cat b.txt; awk 'NR > 2 { print $1 }' /proc/net/dev; ls -A ~", workdir: "a" },
    ];
    const worked = await worker.work(
      assignment("oa.sandbox_run.v1", { sandbox, commands } as never, { repository }),
    );
    expect(worked).toMatchObject({ payload: { runs: [{ stdout_preview: "hellolo:\nwork\n" }] } });
  });
});

describe.skipIf(lacksBwrap)("an index (needs bwrap)", () => {
  const FILES = {
    "package.json": '{"dependencies": {"left-pad": "1.0.0"}}',
    "a.ts": "export function hello() {}\n",
    "b.bin": "\u0000",
  };
  const index = async (files: Readonly<Record<string, string>>, by = worker) => {
    const index_types = ["digests", "symbols", "dependencies"];
    const repository = await bundleOf(files);
    const worked = await by.work(assignment("oa.repo_index.v1", { index_types }, { repository }));
    if (worked.is !== "done") throw new Error(worked.because);
    return worked.payload;
  };

  test("lists digests, symbols and dependencies of every file", async () => {
    expect(await index(FILES)).toMatchObject({
      status: "success",
      tree_sha256: expect.stringMatching(/[0-9a-f]{64}$/),
      digests: [
        { path: "a.ts", sha256: sha256(FILES["a.ts"]) },
        { path: "b.bin" },
        { path: "package.json" },
      ],
      symbols: [{ name: "hello", path: "a.ts", line: 1n }],
      dependencies: [{ name: "left-pad", version: "1.0.0" }],
    });
  });

  test("of a tree that has changed is the same with and without memory of the old one", async () => {
    const changed = { ...FILES, "a.ts": "export function bye() {}\n", "c.ts": FILES["a.ts"] };
    await index(FILES);
    expect(await index(changed)).toEqual(await index(changed, embeddedWorker({})));
  });

  test("fails where a small bundle has more symbols than an index may list", async () => {
    const text = "var a;\n".repeat(10_000);
    const files = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`${at}.js`, text]));
    await expect(index(files)).rejects.toThrow("more than 200000 entries");
  });
});

describe.skipIf(lacksBwrap)("a patch (needs bwrap)", () => {
  const asked = { title: "It is red", body: "", verification_commands: ["true"] };

  test("repairs what a rule knows, and takes only what the repair changed", async () => {
    const repository = await bundleOf({
      "data.json": '{"a": 1,}\n',
      "test.sh": "touch built\npython3 -m json.tool data.json\n",
    });
    const payload = { ...asked, test_command: "sh test.sh" };
    const worked = await worker.work(assignment("oa.patch_gen.v1", payload, { repository }));
    expect(worked).toMatchObject({
      is: "done",
      payload: {
        status: "success",
        verification: {
          test_exit_code: 0n,
          files_changed: 1n,
          additions: 1n,
          deletions: 1n,
          verification_results: [{ command: "true", exit_code: 0n }],
        },
      },
    });
    if (worked.is !== "done") return;
    const { patch, patch_sha256 } = worked.payload;
    expect(patch).toContain('-{"a": 1,}\n+{"a": 1}');
    expect(patch).not.toContain("built");
    expect(patch_sha256).toBe(sha256(String(patch)));
  });

  test("may have as many commands as a request can name", async () => {
    const repository = await bundleOf({ "data.json": '{"a": 1,}\n' });
    const verification_commands = Array.from({ length: 19 }, () => "true");
    const test_command = "python3 -m json.tool data.json";
    const payload = { ...asked, test_command, verification_commands };
    const job = assignment("oa.patch_gen.v1", payload, { repository });
    expect(worker.declines(job.job)).toBeNull();
    expect(await worker.work(job)).toMatchObject({ is: "done" });
  });

  test.each([
    { what: "is green already", test_command: "true", says: "every command succeeds" },
    { what: "no rule knows", test_command: "echo it is broken; exit 1", says: "it is broken" },
    {
      what: "no rule knows, with more after its error",
      test_command: "printf 'Error [E1]: no such thing\\n    at main\\n\\nNode.js v24\\n'; exit 1",
      says: "repair this: Error [E1]: no such thing",
    },
  ])("of what $what fails: $says", async ({ test_command, says }) => {
    const repository = await bundleOf({ a: "b" });
    const payload = { ...asked, test_command };
    const worked = await worker.work(assignment("oa.patch_gen.v1", payload, { repository }));
    expect(worked).toEqual({ is: "failed", because: expect.stringContaining(says) });
  });

  test.each([
    { allowed_paths: ["src"], says: "is not among the allowed paths" },
    { disallowed_paths: ["**/*.json"], says: "is among the disallowed paths" },
    { protected_paths: ["data.json"], says: "is protected" },
    { protected_tests: ["data.json"], says: "decides how tests run" },
  ])("that may not change what must change is not made: %o", async ({ says, ...paths }) => {
    const repository = await bundleOf({ "data.json": '{"a": 1,}\n' });
    const payload = { ...asked, ...paths, test_command: "python3 -m json.tool data.json" };
    const worked = await worker.work(assignment("oa.patch_gen.v1", payload, { repository }));
    const because = `the repair changes data.json, which ${says}`;
    expect(worked).toEqual({ is: "failed", because });
  });

  test("whose bundle does not contain the commit fails before anything runs", async () => {
    const { bundle } = await bundleOf({ a: "b" });
    const repository = { bundle, commit: "0".repeat(40) };
    const payload = { ...asked, test_command: "false" };
    const worked = await worker.work(assignment("oa.patch_gen.v1", payload, { repository }));
    expect(worked).toEqual({
      is: "failed",
      because: expect.stringContaining("contain the commit"),
    });
  });
});
