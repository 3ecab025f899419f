import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
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
  await writeFile(join(home, "project/.env"), "TOKEN=a secret word");
  await writeFile(join(home, "project/ls"), "#!/bin/sh\necho the project's own\n");
  await chmod(join(home, "project/ls"), 0o755);
  execFileSync(MAKE_PIPE, [join(home, "project/nobody-writes-here")]);
  await symlink("../.ssh/id", join(home, "project/innocent"));
  await symlink("project", join(home, "way"));
  await mkdir(join(home, "project/a-directory"));
  await writeFile(join(home, "project/a-directory/one.txt"), "one\n");
  await writeFile(join(home, "project/a-directory/two.txt"), "two\n");
  await writeFile(join(home, "project/settings"), "password=hunter2\n");
  await symlink("/usr", join(home, "project/way-out"));
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

test("what cannot be reached is said in a sentence, and the rest of the line is answered", async () => {
  const finding = await answer("curl -s http://example.org 2>/dev/null | head -1; cat notes");
  expect(finding).toMatchObject({ exitCode: 0 });
  expect("output" in finding && finding.output).toMatch(/^\[curl: .*no network here\]\na secret/);
  expect(await answer("git ls-remote origin || echo $?")).toMatchObject({
    output: expect.stringMatching(/no network here\]\n1\n$/),
  });
});

test.each([
  { command: "cat $(ls notes)", output: "a secret word\n" },
  { command: "echo [$(cat notes)]", output: "[a secret word]\n" },
  { command: `echo "$(ls a-directory)" | wc -l`, output: "2\n" },
  { command: "cat $(find a-directory -name '*.txt' 2>/dev/null | sort)", output: "one\ntwo\n" },
  { command: "basename $(dirname $(realpath a-directory/one.txt))", output: "a-directory\n" },
  { command: "head -n $(echo 1) notes", output: "a secret word\n" },
  { command: "echo a $(true) b", output: "a b\n" },
  { command: "dirname $(true) 2>/dev/null; echo $?", output: "1\n" },
  { command: "echo '$(ls)' \"*$(echo '*')\"", output: "$(ls) **\n" },
])("$command is answered", async ({ command, output }) => {
  expect(await answer(command)).toMatchObject({ exitCode: 0, output });
});

test("what a substituted command prints is judged like any other word", async () => {
  const code = async (command: string) => {
    const found = await answer(command);
    return "code" in found ? found.code : "answered";
  };
  expect(await code("cat $(echo .env)")).toBe("secret_path");
  expect(await code("cat $(ls innocent)")).toBe("secret_path");
  expect(await code("sort $(echo -o/tmp/out) notes")).toBe("flag_refused");
  expect(await code("git $(echo push)")).toBe("subcommand_refused");
  expect(await code("cat $(cat .env)")).toBe("secret_path");
  expect(await code('echo "$(cat long)"')).toBe("not_one_command");
  const scrub = (text: string): string => text.replaceAll("hunter2", "[REDACTED:test]");
  const found = await answer("cat $(cut -d= -f2 settings)", { scrub });
  expect(JSON.stringify(found)).toContain("[REDACTED:test]");
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
  const finding = await answer("grep -rhw word .");
  expect(finding).toMatchObject({ output: "a secret word\n" });
  const named = await answer("grep -rw --include=.env word .");
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

test("an archive is printed without its .env files", async () => {
  const directory = join(home, "project");
  await mkdir(join(directory, "packed/sub"), { recursive: true });
  const files = { "packed/a.txt": "one", "packed/.env": "two", "packed/sub/.env.local": "three" };
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  execFileSync("tar", ["cf", "a.tar", "packed"], { cwd: directory });
  expect(await answer("tar xOf a.tar packed")).toMatchObject({ exitCode: 0, output: "one" });
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

test("commands are joined as a shell joins them", async () => {
  const output = async (command: string) => {
    const found = await answer(command);
    return "output" in found ? found.output : found.code;
  };
  expect(await output("printf 'b\\na\\nb\\n' | sort | uniq -c | tr -s ' ' | head -n 1")).toBe(
    " 1 a\n",
  );
  expect(await output("test -d nowhere && echo yes || echo no")).toBe("no\n");
  expect(await output("test -d a-directory; echo $?")).toBe("0\n");
  expect(await output("false; echo $?; true && echo then")).toBe("1\nthen\n");
  expect(await output("cd a-directory && pwd && ls | wc -l; cat *.txt")).toBe(
    `${join(home, "project/a-directory")}\n2\none\ntwo\n`,
  );
  expect(await output("cat missing 2>/dev/null | wc -l")).toBe("0\n");
  expect(await output("cat missing 2>&1 | grep -c 'No such file'")).toBe("1\n");
  expect(await output("ls a-directory >/dev/null")).toBe("");
  expect(await output("find a-directory -name '*.txt' -print0 | xargs -0 cat")).toContain("two\n");
  expect(await output("find a-directory -name 'o*.txt' -exec cat {} +")).toBe("one\n");
  expect(await output("cd way-out && ls")).toContain("no such directory in the working tree");
  expect((await answer("cat missing | sort")) as object).toMatchObject({ exitCode: 0 });
});

test("what cuts lines into parts gets them scrubbed", async () => {
  const scrub = (text: string): string => text.replaceAll(/password=\w+/g, "[REDACTED:test]");
  for (const command of [
    "cat settings | cut -c 1-12",
    "cut -c 10- settings",
    "sed 's/=/ /' settings",
    "awk -F= '{print $2}' settings",
    "grep -o 'hunter.*' settings",
    "head -c 14 settings",
    "tail -c 5 settings",
    "tr = ' ' < settings",
    "rev settings | rev | base64",
    "od -c settings",
    "xxd settings",
    "cat settings | tr = ' ' | xargs ls",
    "sed 's/password=//' settings | xargs -n 1 basename",
    "cat settings | xargs ls",
    "cat settings missing 2>&1 | cut -d = -f 2",
  ]) {
    const found = await answer(command, { scrub });
    const shown = "output" in found ? found.output : found.code;
    expect(shown, command).not.toMatch(/hunter|nter2|aHVudGVy|h {3}u {3}n|6875/);
    expect(shown, command).not.toBe("flag_refused");
  }
});

test("a pattern matches no private file, and none that starts with a dot", async () => {
  const found = await answer("ls -d *");
  expect("output" in found && found.output).toContain("a-directory");
  expect("output" in found && found.output).not.toMatch(/innocent|^\.env/m);
  expect(await answer("echo .en*")).toMatchObject({ output: ".en*\n" });
  expect(await answer("echo a-dir*/*.txt a-directory/[o]ne.* 'a-dir*' none*")).toMatchObject({
    output: "a-directory/one.txt a-directory/two.txt a-directory/one.txt a-dir* none*\n",
  });
});

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
  const endless = join(home, "project/endless");
  await writeFile(endless, "");
  onTestFinished(() => rm(endless));
  // All holes: it takes longer to read than anybody waits.
  await truncate(endless, 2 ** 42);
  const finding = await answer("wc endless", { limits });
  expect(finding).toMatchObject({
    exitCode: null,
    stoppedBy: "time",
    output: expect.stringContaining("[ended after 0.3 seconds]"),
  });
});

test("a pipe is not read: what is in it is for somebody else", async () => {
  expect(await answer("cat nobody-writes-here")).toMatchObject({ code: "operand_refused" });
  expect(await answer("cat /dev/tty")).toMatchObject({ code: "operand_refused" });
  expect(await answer("cat /dev/null")).toMatchObject({ exitCode: 0 });
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
  // One line: the names end in zeros.
  const places = "/usr ".repeat(200);
  const finding = await answer(`timeout 1 find ${places} -name 'lib*z*' -print0 2>/dev/null`);
  expect(finding).toMatchObject({ exitCode: 124, output: "" });
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
