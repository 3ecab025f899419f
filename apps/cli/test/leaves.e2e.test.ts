/** What leaves for a market elsewhere, with the real `fix` and agents that are honest or curious. */
import { join } from "node:path";
import type { Fix, Look, Solver, Trial } from "@bazaar/agent";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { sharedServer } from "../../server/test/server.ts";
import { agentAt } from "./agent-at.ts";
import { isReadable, Person } from "./person.ts";
import { TypedTerminal } from "./typed-terminal.ts";

const hasSandbox = hasProgram("bwrap");
const isRoot = process.getuid?.() === 0;
const OTHER_UID = 1001;
const FIX = join(import.meta.dirname, "../bin/fix.mjs");
const FILES = {
  "answer.txt": "41\n",
  "test.mjs":
    'import { readFileSync } from "node:fs";\nif (Number(readFileSync("answer.txt", "utf8")) !== 42) process.exit(1);\nconsole.log("passed");\n',
  "diary.txt": "walnut harbour lantern\n",
};
const RIGHT: Fix = { shell: "echo 42 > answer.txt", explanation: "" };
/** Its check fails with another error than before. */
const WRONG: Fix = { shell: "cat diary.txt >> test.mjs", explanation: "" };
const NEW_LINE = "SyntaxError: Unexpected identifier";

describe.skipIf(!hasSandbox)("on a market elsewhere (needs bwrap)", () => {
  const server = sharedServer();

  function words(...flags: readonly string[]): string[] {
    return [...flags, "--market", server.url, "node", "test.mjs"];
  }

  test("an honest agent repairs, and what left is counted and listed", async () => {
    using person = new Person(FILES);
    const honest: Solver = {
      name: "honest",
      async solve(_, tools) {
        await tools.look("cat test.mjs");
        return (await tools.propose(RIGHT)).verdict === "pass" ? "solved" : "passed";
      },
    };
    await using _agent = agentAt(server.url, honest);
    const { status, err } = await person.fix(words("--yes"));
    // It was accepted unread, and is not run for real.
    expect({ status, err }).toMatchObject({ status: 1 });
    expect(person.read("answer.txt")).toBe("42\n");
    const [, bytes, id = ""] =
      /sent +([\d,]+) bytes left this machine; fix show (\w+) --sent/.exec(err) ?? [];
    const sent = await person.fix(["show", id, "--sent"]);
    expect(sent.out).toMatch(/ post +[\d,]+ bytes {2}the failed command, its output/);
    expect(sent.out).toMatch(/ result +[\d,]+ bytes {2}the answer to: /);
    expect(sent.out).toMatch(/ verify +[\d,]+ bytes {2}a fix passed: exit 0, at most [\d.]+ s, 0 /);
    expect(sent.out).toContain(`${bytes} bytes left this machine.`);
  });

  test.skipIf(!isRoot || !isReadable(FIX))(
    "--yes shares neither for an ordinary user (needs root, a readable checkout)",
    async () => {
      using person = new Person(FILES, { uid: OTHER_UID });
      const seen = new Curious();
      await using _agent = agentAt(server.url, seen);
      const { err } = await person.fix(words("--yes"));
      expect(seen.said).toContain('"exit_code":1');
      expect(seen.said).not.toMatch(/SyntaxError|walnut/);
      expect(seen.looks).toEqual([expect.stringContaining("is not sent")]);
      const [, id = ""] = /fix show (\w+) --sent/.exec(err) ?? [];
      const sent = await person.fix(["show", id, "--sent"]);
      expect(sent.out).toMatch(/verify +[\d,]+ bytes {2}a fix failed: exit 1/);
    },
  );

  test("--yes shares no new lines and no other file; --share-output shares lines", async () => {
    using person = new Person(FILES);
    for (const { flags, has } of [
      { flags: ["--yes"], has: false },
      { flags: ["--yes", "--share-output"], has: true },
    ]) {
      person.write("answer.txt", FILES["answer.txt"]);
      const seen = new Curious();
      await using _agent = agentAt(server.url, seen);
      await person.fix(words(...flags));
      expect(seen.said.includes(NEW_LINE)).toBe(has);
      expect(seen.said).not.toMatch(/walnut|harbour|lantern/);
      expect(seen.looks).toEqual([expect.stringContaining("diary.txt is not sent: the failure")]);
    }
  });

  test("autonomous mode shares no output, and refuses to be told to", async () => {
    using person = new Person(FILES);
    const seen = new Curious();
    await using _agent = agentAt(server.url, seen);
    const { err } = await person.fix(words("--mode", "autonomous"));
    expect(err).toMatch(/waits +in the sandbox/);
    expect(seen.said).not.toContain(NEW_LINE);
    expect(seen.looks).toEqual([expect.stringContaining("is not sent")]);
    const refused = await person.fix(words("--mode", "autonomous", "--share-output"));
    expect(refused).toMatchObject({ status: 2, err: expect.stringContaining("never shares") });
  });

  test("at a terminal the user sees what would leave, and decides", async () => {
    using person = new Person(FILES);
    const seen = new Curious();
    await using _agent = agentAt(server.url, seen);
    const env = { HOME: person.home, XDG_STATE_HOME: person.state, LANG: "C.UTF-8" };
    await using terminal = new TypedTerminal([process.execPath, FIX, ...words()], {
      cwd: person.project,
      env,
      columns: 200,
    });
    await terminal.until(/asks for diary\.txt, which the failure does not name\. Send it\?[^:]*:/);
    terminal.type("y\r");
    await terminal.until(
      /│ SyntaxError: Unexpected identifier[\s\S]*Send these lines to the agent/,
    );
    expect(terminal.screen).not.toMatch(/new +\d+ new lines?[\s\S]*harbour[\s\S]*Send these lines/);
    terminal.type("y\r");
    await terminal.until(/Commit 1 harmless change\? \[y\/N\] /);
    terminal.type("y\r");
    expect(await terminal.exitCode()).toBe(0);
    expect(seen.looks).toEqual([FILES["diary.txt"]]);
    expect(seen.said).toContain(NEW_LINE);
  });
});

/** Asks for a file that has nothing to do with the failure, and fails once before it succeeds. */
class Curious implements Solver {
  readonly name = "curious";
  readonly looks: string[] = [];
  said = "";

  async solve(_: unknown, tools: Parameters<Solver["solve"]>[1]): Promise<"solved" | "passed"> {
    const look: Look = await tools.look("cat diary.txt");
    this.looks.push(look.isSeen ? look.output : look.because);
    const trial: Trial = await tools.propose(WRONG);
    this.said = trial.verdict === "fail" ? trial.said : "";
    return (await tools.propose(RIGHT)).verdict === "pass" ? "solved" : "passed";
  }
}
