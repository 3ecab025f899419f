import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type InvestigationRequest, investigate } from "./investigate.ts";
import { INVESTIGATION_LIMITS } from "./run-read-only.ts";

const MAKE_PIPE = "mkfifo";

let home = "";

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "fix-investigate-"));
  await mkdir(join(home, ".ssh"));
  await mkdir(join(home, "project"));
  await writeFile(join(home, ".ssh/id"), "a key");
  await writeFile(join(home, "project/notes"), "a secret word\n");
  await writeFile(join(home, "project/long"), `${"x".repeat(99)}\n`.repeat(3_000));
  await writeFile(join(home, "project/half"), "whole\nhal");
  await writeFile(join(home, "project/.env"), "TOKEN=a secret word");
  await writeFile(join(home, "project/ls"), "#!/bin/sh\necho the project's own\n");
  await chmod(join(home, "project/ls"), 0o755);
  execFileSync(MAKE_PIPE, [join(home, "project/nobody-writes-here")]);
  await symlink("../.ssh/id", join(home, "project/innocent"));
  await symlink("project", join(home, "way"));
});

afterAll(() => rm(home, { recursive: true }));

test("the output is scrubbed, and so are the notes on it", async () => {
  const scrub = (text: string): string => text.replaceAll("secret", "[REDACTED:test]");
  expect(await answer("cat notes", { scrub })).toMatchObject({
    exitCode: 0,
    stoppedBy: null,
    output: "a [REDACTED:test] word\n",
  });
});

test("the scrub sees everything before anything is cut", async () => {
  let seen = 0;
  const finding = await answer("cat long", {
    scrub: (text) => {
      seen = text.length;
      return text;
    },
  });
  expect(seen).toBe(300_000);
  expect(finding).toMatchObject({ exitCode: 0 });
  expect("output" in finding && finding.output.length).toBeLessThanOrEqual(100_000);
  expect("output" in finding && finding.output).toMatch(/\n\[\d+ characters left out\]\n/);
});

test("an exit code is part of the answer", async () => {
  expect(await answer("grep nothing notes")).toMatchObject({ exitCode: 1, output: "" });
  expect(await answer("cat missing")).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining("No such file"),
  });
});

test("a link to a secret is a secret, and says where it leads", async () => {
  expect(await answer("cat innocent")).toMatchObject({
    code: "secret_path",
    path: join(home, ".ssh/id"),
  });
});

test("a search through the tree does not read what is masked", async () => {
  const finding = await answer("grep -rh word .");
  expect(finding).toMatchObject({ output: "a secret word\n" });
  const named = await answer("grep -r --include=.env word .");
  expect("output" in named && named.output).not.toContain("TOKEN");
});

const SEARCHES = [
  { tool: "grep", command: "grep -rh --include='.e*' DEEP a" },
  { tool: "grep", command: "grep -rh -e DEEP -e .env a" },
  { tool: "rg", command: "rg -uu --no-filename -g '.e*' DEEP a" },
  { tool: "rg", command: "rg -uu --no-filename -e DEEP -e .env a" },
  { tool: "diff", command: "diff -rN a missing" },
];

describe.each(SEARCHES)("$command (needs $tool)", ({ tool, command }) => {
  test.skipIf(!hasProgram(tool))("does not read an .env file too deep to be masked", async () => {
    await makeDeepEnvironment();
    const finding = await answer(command);
    expect("output" in finding && finding.output).not.toMatch(/DEEP$/m);
  });
});

test("a search reads an example of an .env file", async () => {
  await makeDeepEnvironment();
  expect(await answer("grep -rh DEEP a")).toMatchObject({ output: "A=DEEP EXAMPLE\n" });
});

async function makeDeepEnvironment(): Promise<void> {
  const deep = join(home, "project/a/b/c/d/e/f/g/h/i/j");
  await mkdir(deep, { recursive: true });
  onTestFinished(() => rm(join(home, "project/a"), { recursive: true }));
  await writeFile(join(deep, ".env"), "A=DEEP\n");
  await writeFile(join(deep, ".env.example"), "A=DEEP EXAMPLE\n");
}

test("a program of the project is never run, whatever the search path says", async () => {
  const finding = await answer("ls", { searchPath: join(home, "project") });
  expect("output" in finding && finding.output).not.toContain("the project's own");
  expect(await answer("which ls", { searchPath: join(home, "project") })).toMatchObject({
    output: `${join(home, "project/ls")}\n`,
  });
});

test("a directory that is reached by a link is the one it leads to", async () => {
  const finding = await answer("pwd", { directory: join(home, "way") });
  expect(finding).toMatchObject({ output: `${join(home, "project")}\n` });
});

test("a command that does not end is stopped, and the answer says so", async () => {
  const limits = { ...INVESTIGATION_LIMITS, timeoutMs: 300 };
  const finding = await answer("cat nobody-writes-here", { limits });
  expect(finding).toMatchObject({
    exitCode: null,
    stoppedBy: "time",
    output: expect.stringContaining("[ended after 0.3 seconds]"),
  });
});

test("output above the limit is cut after a whole line, and the answer says so", async () => {
  const limits = { ...INVESTIGATION_LIMITS, outputBytes: 10_050 };
  const finding = await answer("cat long", { limits });
  expect(finding).toMatchObject({
    stoppedBy: "output",
    output: expect.stringContaining("[ended after 10050 bytes of output]"),
  });
  expect("output" in finding && finding.output.endsWith(`${"x".repeat(99)}\n`)).toBe(true);
});

test("half a line of a command that timed out is not shown", async () => {
  const finding = await answer("timeout 0.2 cat half nobody-writes-here");
  expect(finding).toMatchObject({ exitCode: 124, output: "whole\n" });
});

test("a tool that is not installed is told apart from one that is refused", async () => {
  // No system has both.
  const answers = await Promise.all([answer("rpm -qa"), answer("pacman -Q"), answer("dpkg -l")]);
  expect(answers).toContainEqual(expect.objectContaining({ code: "tool_missing" }));
});

/** The finding, or the refusal. */
async function answer(command: string, changed: Partial<InvestigationRequest> = {}) {
  const directory = join(home, "project");
  const answer = await investigate({ command, directory, home, scrub: String, ...changed });
  return answer.ok ? answer.value : answer.refusal;
}
