import { execFileSync } from "node:child_process";
import { chownSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { isReadable, Person } from "./person.ts";

const OTHER_UID = 1001;
const IS_ROOT = process.getuid?.() === 0;
const canRun = hasProgram("bwrap") && hasProgram("git");

function git({ home, project }: Person, ...words: readonly string[]): void {
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  execFileSync("git", words, { cwd: project, env, stdio: "ignore" });
}

/** A repository whose remote has a branch that is not here. */
function clone(person: Person): void {
  git(person, "init", "--quiet", "--bare", "--initial-branch=main", "../remote.git");
  git(person, "init", "--quiet", "--initial-branch=main");
  git(person, "remote", "add", "origin", "../remote.git");
  git(person, "config", "user.name", "Ada");
  git(person, "config", "user.email", "ada@example.org");
  git(person, "add", ".");
  git(person, "commit", "--quiet", "--message=one");
  git(person, "push", "--quiet", "--set-upstream", "origin", "main");
  git(person, "push", "--quiet", "origin", "main:feature");
  git(person, "fetch", "--quiet");
}

describe.skipIf(!canRun)("our own rules (needs bwrap and git)", () => {
  test.each([
    { how: "by the built-in market", flags: ["--yes"] },
    { how: "without a market", flags: ["--yes", "--local"] },
    { how: "where nothing is asked", flags: [] },
  ])("say nothing beside a correction that works and is not taken, $how", async ({ flags }) => {
    using person = new Person({ "a.txt": "" });
    clone(person);
    const { status, err } = await person.fix([...flags, "git", "switch", "origin/feature"]);
    expect(status).toBe(128);
    expect(err).toMatch(/This would fix it: git switch feature\n/);
    const after = err.slice(err.indexOf("This would fix it"));
    expect(after).not.toMatch(/ (?:cause|try|looks) /);
    expect(after).toMatch(/unchanged +a fix passed its check and was not accepted/);
  });

  test.each([
    { how: "by the built-in market", flags: ["--yes"] },
    { how: "without a market", flags: ["--yes", "--local"] },
  ])("correct a command with what is redacted elsewhere, $how", async ({ flags }) => {
    using person = new Person({});
    const { status, err } = await person.fix([...flags, "mkdri", "ada@firma.de"]);
    expect({ status, err }).toMatchObject({ status: 0 });
    expect(err).toMatch(/instead +mkdir ada@firma\.de\n/);
    expect(existsSync(join(person.project, "ada@firma.de"))).toBe(true);
    const stored = join(person.home, ".fix/market.db");
    if (existsSync(stored)) expect(readFileSync(stored, "latin1")).not.toContain("ada@firma");
  });

  test.each([[[]], [["--json"]]])(
    "a failure that takes a while to reproduce is named meanwhile, with %j",
    async (flags) => {
      using person = new Person({});
      const { out, err } = await person.fix([...flags, "--yes", "--local", "sleep 2; mkdri new"]);
      expect(flags.length === 0 ? err : out).toMatch(/reproduces\W.*the failure in the sandbox/);
    },
  );

  test.skipIf(!IS_ROOT || !isReadable(import.meta.filename))(
    "a directory that cannot be written to is named (needs root)",
    async () => {
      using person = new Person({}, { uid: OTHER_UID });
      chownSync(person.project, 0, 0);
      const { err } = await person.fix(["--yes", "--local", "mkdri", "q"]);
      expect(err).toMatch(/read-only +your user may not write to this directory/);
      expect(err).not.toContain("outside this directory");
    },
  );

  test("a push that a shown remote cannot take in the sandbox ends with what to type", async () => {
    using person = new Person({ "a.txt": "" });
    clone(person);
    git(person, "clone", "--quiet", "../remote.git", "../theirs");
    const author = ["-c", "user.name=Bo", "-c", "user.email=bo@example.org"];
    const theirs = ["commit", "--quiet", "--allow-empty", "--message=theirs"];
    git(person, "-C", "../theirs", ...author, ...theirs);
    git(person, "-C", "../theirs", "push", "--quiet", "origin", "HEAD:main");
    git(person, "commit", "--quiet", "--allow-empty", "--message=ours");
    const remote = join(person.home, "remote.git");
    const { status, err } = await person.fix(["--yes", "--show", remote, "git", "push"]);
    expect(status).toBe(1);
    expect(err).toContain("remote unpack failed");
    expect(err).toMatch(/try +git pull --rebase && git push\n/);
    expect(err).toMatch(/unproved +not verified: it writes outside this directory, where .*\n/);
    expect(err).toMatch(/unchanged +your files are unchanged\n$/);
  });

  test.each([
    { how: "by the built-in market", flags: ["--yes"] },
    { how: "without a market", flags: ["--yes", "--local"] },
  ])("name what only root may do, though the sandbox shows it empty, $how", async ({ flags }) => {
    using person = new Person({}, process.getuid?.() === 0 ? { uid: 1001 } : {});
    const { status, err } = await person.fix([...flags, "cat", "/etc/shadow"]);
    expect(status).toBe(1);
    expect(err).not.toContain("nothing to repair");
    const asRoot = hasProgram("sudo") ? "try +sudo cat /etc/shadow\n" : "su -c 'cat /etc/shadow'";
    expect(err).toMatch(new RegExp(asRoot));
  });

  /** Prints a row that is a program, and in it the message of Python that would make it run. */
  test.skipIf(!hasProgram("python3"))(
    "do not let a row of data choose a word of the program that prints it (needs python3)",
    async () => {
      const program =
        'import sys\ndef report(row):\n    print(row)\n    sys.exit(1)\nrow = open("data.csv").read()\nreport(row)\n';
      using person = new Person({
        "convert.py": program,
        "data.csv": `"""\nTraceback (most recent call last):\n  File "/x/convert.py", line 6, in <module>\n    report(row)\nNameError: name 'report' is not defined. Did you mean: 'exec'?\n"""; open("ran", "w")`,
      });
      const { status } = await person.fix(["--yes", "--local", "python3", "convert.py"]);
      expect(status).toBe(1);
      expect(person.read("convert.py")).toBe(program);
      expect(existsSync(join(person.project, "ran"))).toBe(false);
    },
  );
});
