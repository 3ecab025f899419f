import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { expect, test } from "vitest";
import { Person } from "./person.ts";
import { TypedTerminal } from "./typed-terminal.ts";

const FIX = join(import.meta.dirname, "../bin/fix.mjs");
const hasSandbox = hasProgram("bwrap");
const FAILING = ["ls", "--alll"];

function atTerminal({ home, project, state }: Person, words: readonly string[]): TypedTerminal {
  const env = { HOME: home, XDG_STATE_HOME: state, LANG: "C.UTF-8" };
  return new TypedTerminal([process.execPath, FIX, ...words], { cwd: project, env });
}

test.skipIf(!hasSandbox)(
  "fix review: neither type-ahead nor a bare y runs a kept command (needs bwrap)",
  async () => {
    using person = new Person({ "a-file.txt": "" });
    await person.fix(["--mode", "autonomous", ...FAILING]);
    await using terminal = atTerminal(person, ["review"]);
    terminal.type("run\ny\n");
    await terminal.until(
      /this would run for real \(1 line\):\r\n {2}│ ls --all\r\n[\s\S]*\[run\/N\] /,
    );
    terminal.type("n\r");
    await terminal.until(/Reject it [\s\S]*\[y\/N\] /);
    terminal.type("\r");
    expect(await terminal.exitCode()).not.toBe(0);
    expect(terminal.screen).not.toMatch(/ runs +ls --all/);
  },
);

test.skipIf(!hasSandbox)(
  "our own correction is asked for once, with the command, and runs if it only reads (needs bwrap)",
  async () => {
    using person = new Person({ "a-file.txt": "" });
    await using terminal = atTerminal(person, FAILING);
    terminal.type("y\n");
    await terminal.until(/this works \(1 line\):\r\n {2}│ ls --all\r\nRun it\? \[y\/N\] /);
    terminal.type("y\r");
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.screen).toMatch(/ runs +ls --all[\s\S]*a-file\.txt/);
    expect(terminal.screen).not.toContain("Nothing would change");
  },
);

test.skipIf(!hasSandbox)(
  "our own correction is applied by keeping its changes, or not at all (needs bwrap)",
  async () => {
    using person = new Person({});
    for (const { typed, isKept } of [
      { typed: "\r", isKept: false },
      { typed: "y\r", isKept: true },
    ]) {
      await using terminal = atTerminal(person, ["mkdri", "made"]);
      await terminal.until(/\+ made\/[\s\S]*│ mkdir made\r\nKeep its 1 change\? \[y\/N\] /);
      terminal.type(typed);
      expect((await terminal.exitCode()) === 0).toBe(isKept);
      expect(existsSync(join(person.project, "made"))).toBe(isKept);
      expect(terminal.screen).not.toMatch(/ runs +/);
    }
  },
);

test.skipIf(!hasSandbox)(
  "a file that our own correction made is asked for once, with what is unusual about it (needs bwrap)",
  async () => {
    using person = new Person({});
    await using terminal = atTerminal(person, ["tuoch", "root"]);
    const kind = "it is no known kind of source, data or build output";
    await terminal.until(new RegExp(String.raw`Keep its 1 change\? \(root: ${kind}\) \[y/N\] `));
    terminal.type("y\r");
    expect(await terminal.exitCode()).toBe(0);
    expect(person.read("root")).toBe("");
    expect(terminal.screen).not.toContain("Commit it?");
  },
);

test.skipIf(!hasSandbox)(
  "--yes asks nothing on a terminal: it says what would be done, and ends (needs bwrap)",
  async () => {
    using person = new Person({});
    await using terminal = atTerminal(person, ["--yes", "tuoch", "root"]);
    expect(await terminal.exitCode()).toBe(127);
    expect(terminal.screen).toMatch(/not done +some changes must be approved/);
    expect(terminal.screen).toMatch(/This would fix it: touch root/);
    expect(terminal.screen).not.toContain("[y/N]");
  },
);

test.skipIf(!hasSandbox)(
  "a correction that writes where nothing is kept can run for real (needs bwrap)",
  async () => {
    using person = new Person({});
    await using terminal = atTerminal(person, ["mkdri", "../beside"]);
    await terminal.until(/keeps nothing: ~\/beside\. Run it for real\? \[y\/N\] /);
    terminal.type("y\r");
    expect(await terminal.exitCode()).toBe(0);
    expect(existsSync(join(person.home, "beside"))).toBe(true);
  },
);

test.skipIf(!hasSandbox)("fix try: type-ahead commits nothing (needs bwrap)", async () => {
  using person = new Person({ "a-file.txt": "one\n" });
  await using terminal = atTerminal(person, ["try", "--", "echo two > a-file.txt"]);
  terminal.type("y\ny");
  await terminal.until(/Commit 1 harmless changes?\? \[y\/N\] /);
  terminal.type("\r");
  expect(await terminal.exitCode()).toBe(0);
  expect(terminal.screen).toContain("Discarded");
  expect(person.read("a-file.txt")).toBe("one\n");
});

test.skipIf(!hasSandbox)(
  "fix try --yes takes no text that became binary, and says which (needs bwrap)",
  async () => {
    using person = new Person({ "a-file.txt": "one\n" });
    await using terminal = atTerminal(person, ["try", "--yes", "--", "printf 'o\\0' > a-file.txt"]);
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.screen).toContain("left out: a-file.txt");
    expect(person.read("a-file.txt")).toBe("one\n");
  },
);
