import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Fix, Solver } from "@bazaar/agent";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { sharedServer } from "../../server/test/server.ts";
import { agentAt } from "./agent-at.ts";
import { Person } from "./person.ts";

const hasSandbox = hasProgram("bwrap");

const BROKEN = {
  "sum.js": "export const sum = (a, b) => a + b;\n",
  "test.mjs":
    'import { sum } from "./sum";\nif (sum(2, 2) !== 4) process.exit(1);\nconsole.log("passed");\n',
};

const HOPELESS = { "fail.sh": "exit 42\n" };

/** What no rule of ours knows. */
const STRANGE = {
  "answer.txt": "41\n",
  "test.mjs":
    'import { readFileSync } from "node:fs";\nif (Number(readFileSync("answer.txt", "utf8")) !== 42) process.exit(1);\nconsole.log("passed");\n',
};

describe.skipIf(!hasSandbox)("with the built-in market (needs bwrap)", () => {
  test("a command that succeeds is only run: no key, no market, its own output and code", async () => {
    using person = new Person({});
    const { status, out, err } = await person.fix(["echo", "all well"]);
    expect({ status, out, err }).toEqual({ status: 0, out: "all well\n", err: "" });
    expect(existsSync(join(person.home, ".fix"))).toBe(false);
  });

  test.each([
    { words: ["touch", "made"] },
    { words: ["--", "touch", "made"] },
    { words: ["--yes", "touch", "made"] },
  ])("a wrong setting is said before $words runs", async ({ words }) => {
    using person = new Person({});
    mkdirSync(join(person.home, ".fix"));
    writeFileSync(join(person.home, ".fix/config.json"), '{"mode": "supervisd"}');
    const { status, err } = await person.fix(words);
    expect({ status, err }).toMatchObject({ status: 2 });
    expect(err).toMatch(/config\.json: mode: expected one of supervised, autonomous/);
    expect(existsSync(join(person.project, "made"))).toBe(false);
  });

  test("a mistyped host of ~/.ssh/config is named; nothing is posted, and nothing else is read", async () => {
    const says = "ssh: Could not resolve hostname $1: Name or service not known";
    using person = new Person({ ssh: `#!/bin/sh\necho "${says}" >&2\nexit 255\n` });
    chmodSync(join(person.project, "ssh"), 0o755);
    mkdirSync(join(person.home, ".ssh"));
    const settings = "Host staging\n  HostName 10.0.0.7\n  User pia-secret\n";
    writeFileSync(join(person.home, ".ssh/config"), settings);
    const { status, err } = await person.fix(["PATH=.:$PATH ssh stagign"]);
    expect({ status, err }).toMatchObject({ status: 255 });
    expect(err).toMatch(/try +PATH=\.:\$PATH ssh staging\n/);
    expect(err).not.toMatch(/10\.0\.0\.7|pia-secret|posts/);
  });

  test("a failed command is repaired, verified, committed and paid", async () => {
    using person = new Person(BROKEN);
    const { status, out, err } = await person.fix(["--yes", "node", "test.mjs"]);
    expect({ status, out, err }).toMatchObject({ status: 0, out: "passed\n" });
    expect(err).toMatch(/runs +node test\.mjs\n/);
    expect(err).toContain('-import { sum } from "./sum";');
    expect(err).toMatch(/paid +agent 1\.12 XNO, you 0\.17 XNO, platform 0\.05 XNO/);
    expect(person.read("test.mjs")).toContain('from "./sum.js"');
    expect(statSync(join(person.home, ".fix/key.ed25519")).mode & 0o777).toBe(0o600);
  });

  test("a repaired command has its effects: it runs for real once the fix is there", async () => {
    using person = new Person({});
    const { status, err } = await person.fix(["--yes", "echo hi > made/here.txt"]);
    expect(status).toBe(0);
    expect(person.read("made/here.txt")).toBe("hi\n");
    expect(err).not.toMatch(/changed +the command/);
    for (const words of [["undo"], ["undo", "--all"]]) {
      const refused = await person.fix(words);
      expect(refused).toMatchObject({ status: 1 });
      expect(refused.err).toMatch(/"[^"]*\/made\/here\.txt": it is not of the fix, so its dir/);
      expect(refused.err).not.toContain("--all");
    }
    expect(person.read("made/here.txt")).toBe("hi\n");
  });

  test("what the command rewrote of the fix is said, and fix undo --all keeps a copy of it", async () => {
    const own = `${BROKEN["test.mjs"]}\nimport { appendFileSync } from "node:fs";\nappendFileSync("test.mjs", "// ran\\n");\n`;
    using person = new Person({ ...BROKEN, "test.mjs": own });
    const { status, err } = await person.fix(["--yes", "node", "test.mjs"]);
    expect(status).toBe(0);
    expect(err).toMatch(/changed +the command rewrote what the fix put in place; fix undo --all/);
    const undone = await person.fix(["undo", "--all"]);
    expect(undone).toMatchObject({ status: 0, err: "" });
    expect(person.read("test.mjs")).toBe(own);
    expect(undone.out).toMatch(/\/test\.mjs": fix recover \S+$/m);
  });

  test("what passes in the sandbox and not for real ends with the code of the real run", async () => {
    using person = new Person({});
    const onlyThere = "echo hi > made/here.txt && { [ $(hostname) = sandbox ] || exit 7; }";
    const { status, err } = await person.fix(["--yes", onlyThere]);
    expect({ status, err }).toMatchObject({ status: 7 });
    expect(err).toMatch(/differs +exit 7, although it passed in the sandbox/);
  });

  test("without a terminal and without --yes nothing is committed", async () => {
    using person = new Person(BROKEN);
    const { status, err } = await person.fix(["node", "test.mjs"]);
    expect(status).toBe(1);
    expect(err).toContain("no terminal to ask on");
    expect(err).toContain("its fix passed and was not accepted, so the agent leaves");
    expect(err).toMatch(/paid +agent 0\.67 XNO \(its bond\), you 0\.67 XNO\n/);
    expect(err).toMatch(/unchanged +a fix passed its check and was not accepted; .*\n$/);
    expect(person.read("test.mjs")).toBe(BROKEN["test.mjs"]);
  });

  test("a corrected command that only reads runs for real", async () => {
    using person = new Person({ "a-file.txt": "" });
    const { status, out, err } = await person.fix(["--yes", "ls", "--alll"]);
    expect({ status, out }).toEqual({ status: 0, out: ".\n..\na-file.txt\n" });
    expect(err).toMatch(/runs +ls --all\n/);
    expect(err).not.toContain("Nothing would change");
  });

  test.each([
    { words: ["mkdri", "made"], made: "made", out: "" },
    { words: ["pyhton3", "-c", "print(1); open('n.txt', 'a')"], made: "n.txt", out: "1\n" },
  ])("$words: the correction's changes are committed, and it is not run again", async (row) => {
    using person = new Person({});
    const { status, out, err } = await person.fix(["--yes", ...row.words]);
    expect({ status, out }, err).toEqual({ status: 0, out: row.out });
    expect(err).not.toMatch(/runs /);
    expect(existsSync(join(person.project, row.made))).toBe(true);
  });

  test.each([
    { what: "not harmless", words: ["touhc", ".envrc"], why: /must be approved one by one/ },
    { what: "lost", words: ["mkdri", "../beside"], why: /keeps nothing: ~\/beside/ },
  ])("a correction whose changes are $what is only named", async ({ words, why }) => {
    using person = new Person({});
    const { status, err } = await person.fix(["--yes", ...words]);
    expect({ status, err }).toMatchObject({ status: 127, err: expect.stringMatching(why) });
    const right = { touhc: "touch .envrc", mkdri: "mkdir ../beside" }[words[0] ?? ""];
    expect(err).toMatch(new RegExp(`not run +This would fix it: ${right}\n`));
    expect(existsSync(join(person.project, words[1] ?? ""))).toBe(false);
  });

  test("a command without a repair ends with its own code, and the money is returned", async () => {
    using person = new Person(HOPELESS);
    const { status, err } = await person.fix(["--yes", "sh", "fail.sh"]);
    expect(status).toBe(42);
    expect(err).toMatch(/paid +agent 0\.67 XNO \(its bond\), you 0\.67 XNO/);
    expect(err).toMatch(/no fix +No known fix\.\n$/);
  });

  test("--json prints every event as one object", async () => {
    using person = new Person(BROKEN);
    const { status, out, err } = await person.fix(["--yes", "--json", "node", "test.mjs"]);
    const lines = out.trim().split("\n");
    // The repaired command's own output is not JSON.
    expect(err).toMatch(/^passed$/m);
    const events = lines.map((line) => JSON.parse(line).type);
    expect(status).toBe(0);
    for (const type of ["posted", "looked", "trying", "tried", "changes", "committed"]) {
      expect(events).toContain(type);
    }
  });

  test("after -- a verb is the user's own command", async () => {
    using person = new Person({});
    const { status, err } = await person.fix(["--", "doctor", "--strange"]);
    expect(status).toBe(127);
    expect(err).toContain("doctor: command not found");
  });
});

describe.skipIf(!hasSandbox)("without any market (needs bwrap)", () => {
  test("--explain shows what would help, and changes nothing", async () => {
    using person = new Person(BROKEN);
    const { status, err } = await person.fix(["--explain", "node", "test.mjs"]);
    expect(status).toBe(1);
    expect(err).toContain('+import { sum } from "./sum.js";');
    expect(err).toMatch(/This would fix it: the changes above \(nothing changed\)\n$/);
    expect(person.read("test.mjs")).toBe(BROKEN["test.mjs"]);
  });

  test("--local repairs without a key or a contract", async () => {
    using person = new Person(BROKEN);
    const { status, err } = await person.fix(["--local", "--yes", "node", "test.mjs"]);
    expect(status).toBe(0);
    expect(err).not.toContain("contract");
    expect(person.read("test.mjs")).toContain('from "./sum.js"');
    expect(existsSync(join(person.home, ".fix/key.ed25519"))).toBe(false);
  });

  test.skipIf(!hasProgram("git"))(
    "a new file is named and never committed by itself (needs git)",
    async () => {
      using person = new Person({ "credentials.txt": "mine\n" });
      startRepository(person);
      const words = ["--local", "--yes", "git", "commit", "-m", "second"];
      const { status, err } = await person.fix(words);
      expect(status).toBe(1);
      expect(err).toContain("credentials.txt");
      expect(git(person, "log", "--format=%s")).toBe("first\n");
      expect(git(person, "status", "--short")).toBe("?? credentials.txt\n");
    },
  );

  test.skipIf(!hasProgram("git")).each([
    {
      words: ["gti", "commit", "-m", "second"],
      shows: ["log", "--format=%s"],
      is: "second\nfirst\n",
    },
    {
      words: ["git", "comit", "-m", "second"],
      shows: ["log", "--format=%s"],
      is: "second\nfirst\n",
    },
    {
      words: ["git", "chekout", "-b", "topic"],
      shows: ["branch", "--show-current"],
      is: "topic\n",
    },
  ])("$words: git does what was meant, once (needs git)", async ({ words, shows, is }) => {
    using person = new Person({ "new.txt": "new\n" });
    startRepository(person);
    git(person, "add", "new.txt");
    const { status, err } = await person.fix(["--local", "--yes", ...words]);
    expect({ status, err }).toMatchObject({ status: 0 });
    expect(git(person, ...shows)).toBe(is);
    expect(git(person, "fsck")).toBe("");
  });
});

describe.skipIf(!hasSandbox)("on a market elsewhere (needs bwrap)", () => {
  const SECRET = "a key that is nobody else's";
  const server = sharedServer();

  test.each<{ what: string; fix: Fix }>([
    {
      what: "a fix that deletes everything",
      fix: { shell: "rm -rf ~ / 2>/dev/null; true", explanation: "clean up" },
    },
    {
      what: "a fix that replaces the command that is checked",
      fix: { shell: "true", explanation: "", correctedCommand: "touch ~/owned" },
    },
  ])("$what is not accepted", async ({ fix }) => {
    using person = new Person(STRANGE);
    person.write("../.bashrc", "# mine\n");
    mkdirSync(join(person.home, ".ssh"));
    person.write("../.ssh/id_ed25519", SECRET);
    await using _agent = agentAt(server.url, proposing(fix));
    const words = ["--yes", "--market", server.url, "node", "test.mjs"];
    // Other agents might come and help; this person does not wait for them.
    const { status, err } = await person.fix(words, /back out/);
    expect(status).not.toBe(0);
    expect(err).not.toContain(SECRET);
    expect(existsSync(join(person.home, "owned"))).toBe(false);
    expect(person.read("answer.txt")).toBe(STRANGE["answer.txt"]);
    expect(person.read("../.bashrc")).toBe("# mine\n");
  });

  test("a start file that a fix plants is thrown away", async () => {
    using person = new Person(STRANGE);
    person.write("../.bashrc", "# mine\n");
    const shell = "echo 'touch /tmp/owned' >> ~/.bashrc; echo 42 > answer.txt";
    await using _agent = agentAt(server.url, proposing({ shell, explanation: "" }));
    const words = ["--yes", "--market", server.url, "node", "test.mjs"];
    await person.fix(words);
    expect(person.read("answer.txt")).toBe("42\n");
    expect(person.read("../.bashrc")).toBe("# mine\n");
  });

  test("a fix that works only with what is thrown away is not accepted", async () => {
    using person = new Person({ "test.sh": "test -e ~/.config/tool && test -e made.txt\n" });
    const shell = "mkdir -p ~/.config/tool; touch made.txt";
    await using _agent = agentAt(server.url, proposing({ shell, explanation: "" }));
    const words = ["--yes", "--market", server.url, "sh", "test.sh"];
    const { status } = await person.fix(words, /back out/);
    expect(status).not.toBe(0);
    expect(existsSync(join(person.project, "made.txt"))).toBe(false);
  });

  test.skipIf(!hasProgram("git"))(
    "a stranger's git command is not kept unasked, even if the failed one was git (needs git)",
    async () => {
      using person = new Person({});
      startRepository(person);
      await using _agent = agentAt(
        server.url,
        proposing({ shell: "git branch topic", explanation: "" }),
      );
      const failing = ["git", "rev-parse", "--quiet", "--verify", "topic"];
      const words = ["--yes", "--market", server.url, ...failing];
      const { status, err } = await person.fix(words, /back out/);
      expect(status).not.toBe(0);
      expect(err).toContain("! it is part of the git repository");
      expect(git(person, "branch", "--list", "topic")).toBe("");
    },
  );

  test("--yes accepts a fix unread, and does not run the command for real with it", async () => {
    using person = new Person(STRANGE);
    const shell = "echo 42 > answer.txt; echo 'process.exit(0)' > more.mjs";
    await using _agent = agentAt(server.url, proposing({ shell, explanation: "" }));
    const words = ["--yes", "--market", server.url, "node", "test.mjs"];
    const { status, out, err } = await person.fix(words);
    expect({ status, out }, err).toEqual({ status: 1, out: "" });
    expect(err).toMatch(/repaired +run it again: node test\.mjs\n/);
    expect(person.read("answer.txt")).toBe("42\n");
  });

  test("our own rules come first: what they solve is not posted", async () => {
    using person = new Person(BROKEN);
    const words = ["--yes", "--market", server.url, "node", "test.mjs"];
    const { status, out, err } = await person.fix(words);
    expect({ status, out }, err).toEqual({ status: 0, out: "passed\n" });
    expect(err).not.toMatch(/posted|contract|sent/);
    expect(existsSync(join(person.home, ".fix/key.ed25519"))).toBe(false);
  });

  test("what our own rules can only name is not posted unasked", async () => {
    using person = new Person({});
    mkdirSync(join(person.project, "logs"));
    const words = ["--yes", "--market", server.url, "echo started > logs"];
    const { status, err } = await person.fix(words);
    expect({ status, err }).toMatchObject({ status: 1 });
    expect(err).toMatch(
      /cause +logs is a directory: .*\n.*not posted our own rules have an answer/,
    );
    expect(existsSync(join(person.home, ".fix/key.ed25519"))).toBe(false);
  });

  test("interrupted before an agent came, it says that the money comes back", async () => {
    using person = new Person(HOPELESS);
    const words = ["--yes", "--market", server.url, "sh", "fail.sh"];
    const { status, err } = await person.fix(words, /posted/);
    expect({ status, err }).toMatchObject({ status: 130 });
    expect(err).toMatch(/posts +our own rules know no fix; http\S+ is asked\n/);
    expect(err).toMatch(/public +anyone can read what is sent to a market, for good;.*\n.*posted/);
    expect(err).toMatch(
      /stopped +stopped by you; the contract has ended and your money is returned/,
    );
  });
});

describe.skipIf(!hasSandbox)("with a market that is not there (needs bwrap)", () => {
  test("it is reported soon, and the command keeps its own code", async () => {
    using person = new Person(HOPELESS);
    const words = ["--yes", "--market", "http://127.0.0.1:9", "sh", "fail.sh"];
    const { status, err } = await person.fix(words);
    expect({ status, err }).toMatchObject({ status: 42 });
    expect(err).toMatch(/no market +http:\/\/127\.0\.0\.1:9 did not answer/);
    expect(err).not.toContain("internal error");
  });

  test("Ctrl+C ends the wait for one that is silent", async () => {
    using person = new Person(HOPELESS);
    await using silent = await timeoutAct();
    const words = ["--yes", "--market", silent.url, "sh", "fail.sh"];
    const { status, err } = await person.fix(words, silent.asked);
    expect({ status, err }).toMatchObject({ status: 130 });
    expect(err).toMatch(/stopped +stopped by you; nothing was posted or changed/);
  });
});

function git(person: Person, ...words: readonly string[]): string {
  const env = { ...process.env, HOME: person.home };
  return execFileSync("git", words, { cwd: person.project, env, encoding: "utf8" });
}

function startRepository(person: Person): void {
  git(person, "init", "-q");
  git(person, "config", "user.name", "a");
  git(person, "config", "user.email", "a@example.org");
  git(person, "commit", "-q", "--allow-empty", "-m", "first");
}

/** A market that takes every request and answers none. */
async function timeoutAct(): Promise<AsyncDisposable & { url: string; asked: Promise<unknown> }> {
  const server = createServer();
  const asked = once(server, "request");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An agent that proposes this and nothing else. */
function proposing(fix: Fix): Solver {
  return {
    name: "harmful",
    solve: async (_, tools) =>
      (await tools.propose(fix)).verdict === "pass" ? "solved" : "passed",
  };
}
