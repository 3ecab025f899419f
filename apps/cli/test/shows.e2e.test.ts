/** What a fix sees besides the project: asked for by flag, at a terminal, or remembered. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { Folder, TestServer } from "../../server/test/server.ts";
import { agentAt } from "./agent-at.ts";
import { isReadable, Person } from "./person.ts";
import { TypedTerminal } from "./typed-terminal.ts";

const hasSandbox = hasProgram("bwrap");
const isRoot = process.getuid?.() === 0;
const OTHER_UID = 1001;
const FIX = join(import.meta.dirname, "../bin/fix.mjs");

/** A directory beside the project, with a secret in it. */
function withData(person: Person, uid?: number): string {
  const data = join(person.home, "data");
  mkdirSync(data);
  writeFileSync(join(data, "words.txt"), "walnut\n");
  writeFileSync(join(data, ".env"), "TOKEN=harbour\n");
  if (uid !== undefined) execFileSync("chown", ["-R", `${uid}:${uid}`, data]);
  return realpathSync(data);
}

const READ = ["try", "--discard", "--", "cat ../data/words.txt ../data/.env"];

describe.skipIf(!hasSandbox).each([
  { who: "the same user", needs: "bwrap", uid: undefined, isHere: true },
  {
    who: "an ordinary user",
    needs: "bwrap, root, a readable checkout",
    uid: OTHER_UID,
    isHere: isRoot && isReadable(FIX),
  },
])("for $who (needs $needs)", ({ uid, isHere }) => {
  test.skipIf(!isHere)("a path is seen by flag or as remembered, and not without", async () => {
    using person = new Person({}, uid === undefined ? {} : { uid });
    const data = withData(person, uid);
    const without = await person.fix(READ.with(-1, `cat ${data}/words.txt`));
    expect(without.out).not.toContain("walnut");
    expect(without.err).toContain("hidden here; --show <path> shows one");
    const [verb = "", ...rest] = READ;
    const asked = await person.fix([verb, "--show", "../data", ...rest]);
    expect(asked).toMatchObject({ status: 0, out: expect.stringContaining("walnut") });
    expect(asked.out).not.toContain("harbour");

    expect(await person.fix(["shown", "--add", data])).toMatchObject({ status: 0, err: "" });
    const remembered = await person.fix(READ);
    expect(remembered.out).toContain("walnut");
    expect(remembered.err).toContain(`${data} is shown too; fix shown lists this`);
    const look = await person.fix(["guard", "--run", `cat ${data}/words.txt`]);
    expect(look.out).toContain("walnut");

    expect(await person.fix(["shown", "--remove", "../data"])).toMatchObject({ status: 0 });
    expect((await person.fix(["shown"])).out).toContain("nothing is shown");
  });
});

test.skipIf(!hasSandbox)("a bad list shows nothing and says so (needs bwrap)", async () => {
  using person = new Person({});
  const data = withData(person);
  await person.fix(["shown", "--add", data]);
  const folder = join(person.home, ".fix/shows");
  const file = join(folder, readdirSync(folder)[0] ?? "");
  writeFileSync(file, '{"version":1,"paths":["/"]}', { mode: 0o600 });
  const tried = await person.fix(READ);
  expect(tried.out).not.toContain("walnut");
  expect(tried.err).toMatch(/shows\/\w+\.json: .*; nothing in it is shown/);
  expect((await person.fix(["shown", "--add", data])).status).toBe(2);
});

test.skipIf(!hasSandbox)(
  "a remembered path that leads elsewhere is not shown (needs bwrap)",
  async () => {
    using person = new Person({});
    const data = withData(person);
    await person.fix(["shown", "--add", data]);
    execFileSync("mv", [data, join(person.home, "moved")]);
    expect((await person.fix(["shown"])).err).toContain(`${data} is not shown: it does not exist`);
    symlinkSync(join(person.home, "moved"), data);
    const tried = await person.fix(READ);
    expect(tried.err).toContain(`${data} is not shown: it is a link to ${person.home}/moved now`);
    expect(tried.out).not.toContain("walnut");
  },
);

test("what is never shown is refused before the command runs", async () => {
  using person = new Person({});
  mkdirSync(join(person.home, ".ssh"));
  for (const { path, problem } of [
    { path: "~/.ssh", problem: "keys, passwords or histories are kept there" },
    { path: "/", problem: "too much" },
    { path: "~/miss\u202eing", problem: "~/miss\\u{202e}ing cannot be shown: it does not exist" },
  ]) {
    const { status, out, err } = await person.fix(["--show", path, "echo ran; false"]);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(problem);
  }
});

test("the list is that of the project, also in its directories", async () => {
  using person = new Person({});
  const data = withData(person);
  execFileSync("git", ["init", "-q", person.project]);
  await person.fix(["shown", "--add", data]);
  mkdirSync(join(person.project, "deep"));
  const env = { HOME: person.home, PATH: process.env.PATH };
  const said = (cwd: string) =>
    execFileSync(process.execPath, [FIX, "shown", "--json"], { cwd, env, encoding: "utf8" });
  expect(JSON.parse(said(join(person.project, "deep")))).toEqual({
    project: person.project,
    shown: [data],
    problems: [],
  });
  expect(JSON.parse(said(data)).shown).toEqual([]);
});

/** Fails for a reason that is repaired inside the project, after it has read a file beside it. */
function failing(person: Person): readonly string[] {
  const data = withData(person);
  writeFileSync(join(data, "diary.txt"), "lantern\n");
  person.write("run.sh", `cat ${data}/words.txt || exit 3\necho hi > made/here.txt\n`);
  return ["bash", "run.sh"];
}

function atTerminal({ home, project, state }: Person, words: readonly string[]): TypedTerminal {
  const env = { HOME: home, XDG_STATE_HOME: state, LANG: "C.UTF-8" };
  return new TypedTerminal([process.execPath, FIX, ...words], { cwd: project, env, columns: 200 });
}

const QUESTION =
  /The command needs \S+\/data\/words\.txt, which a stranger's fix cannot see\.\r\n[\s\S]*Show it\? \[y\/N, a: always in this project\] /;
const COMMIT = /Commit 1 harmless changes?\? \[y\/N\] /;

describe.skipIf(!hasSandbox)("a command that fails for lack of a hidden file (needs bwrap)", () => {
  test("shown this time, the fix works", async () => {
    using person = new Person({});
    await using terminal = atTerminal(person, ["--local", ...failing(person)]);
    await terminal.until(QUESTION);
    terminal.type("y\r");
    await terminal.until(COMMIT);
    terminal.type("y\r");
    expect(await terminal.exitCode()).toBe(0);
    expect(person.read("made/here.txt")).toBe("hi\n");
    expect((await person.fix(["shown"])).out).toContain("nothing is shown");
  });

  test("shown always, it is not asked for again", async () => {
    using person = new Person({});
    const words = ["--local", ...failing(person)];
    {
      await using terminal = atTerminal(person, words);
      await terminal.until(QUESTION);
      terminal.type("a\r");
      await terminal.until(COMMIT);
      terminal.type("n\r");
      await terminal.exitCode();
    }
    expect((await person.fix(["shown"])).out).toMatch(/\/data\/words\.txt\n$/);
    await using terminal = atTerminal(person, words);
    await terminal.until(COMMIT);
    expect(terminal.screen).toMatch(/shown +\S+\/words\.txt: a fix can read it too/);
    expect(terminal.screen).not.toMatch(QUESTION);
    terminal.type("n\r");
    await terminal.exitCode();
  });

  test("without an answer it stays hidden; type-ahead is no answer", async () => {
    using person = new Person({});
    await using terminal = atTerminal(person, ["--local", ...failing(person)]);
    terminal.type("y\ra\r");
    await terminal.until(QUESTION);
    terminal.type("\r");
    expect(await terminal.exitCode()).toBe(1);
    expect(terminal.screen).toMatch(/failed +exit 3/);
    expect((await person.fix(["shown"])).out).toContain("nothing is shown");
  });

  test("--yes and no terminal ask nothing, and name the flag", async () => {
    using person = new Person({});
    const words = ["--local", "--yes", ...failing(person)];
    const { err, status } = await person.fix(words);
    expect(status).toBe(1);
    expect(err).toMatch(/hidden +the command needs [^;]+; --show \S+\/data\/words\.txt\s+shows it/);
    await using terminal = atTerminal(person, words);
    expect(await terminal.exitCode()).toBe(1);
    expect(terminal.screen).not.toMatch(QUESTION);
    const data = join(person.home, "data");
    expect((await person.fix(["--show", data, ...words])).status).toBe(0);
  });

  test("a stranger's fix cannot have a path of its choice asked for", async () => {
    using folder = new Folder();
    await using server = await TestServer.start(folder);
    using person = new Person({});
    const words = failing(person);
    // What no rule of ours knows, so that it is posted.
    const data = join(person.home, "data");
    person.write("run.sh", `cat ${data}/words.txt || exit 3\ntest -e made.txt\n`);
    const shell = 'echo "cat $PWD/../data/diary.txt ~/data/diary.txt" > run.sh';
    const verdicts: string[] = [];
    await using _agent = agentAt(server.url, {
      name: "curious",
      async solve(_, { propose }) {
        for (const each of [shell, "touch made.txt"]) {
          verdicts.push((await propose({ shell: each, explanation: "" })).verdict);
        }
        return "solved";
      },
    });
    await using terminal = atTerminal(person, ["--market", server.url, ...words]);
    await terminal.until(QUESTION);
    terminal.type("y\r");
    await terminal.until(COMMIT);
    terminal.type("y\r");
    expect(await terminal.exitCode()).toBe(0);
    expect(verdicts).toEqual(["fail", "pass"]);
    expect(terminal.screen).toMatch(/diary\.txt: No such file/);
    expect(terminal.screen.match(/which a stranger's fix cannot see/g)).toHaveLength(1);
    expect(terminal.screen).not.toMatch(/The command needs \S+diary/);
  });
});
