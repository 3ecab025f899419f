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

test.skipIf(!hasSandbox).each([
  { verb: "fix <command>", before: null, words: FAILING, next: null },
  {
    verb: "fix review",
    before: ["--mode", "autonomous", ...FAILING],
    words: ["review"],
    next: /Reject it [\s\S]*\[y\/N\] /,
  },
])("$verb: neither type-ahead nor a bare y runs an agent's command (needs bwrap)", async (way) => {
  using person = new Person({ "a-file.txt": "" });
  if (way.before !== null) await person.fix(way.before);
  await using terminal = atTerminal(person, way.words);
  terminal.type("run\ny\n");
  await terminal.until(
    /this would run for real \(1 line\):\r\n {2}│ ls --all\r\n[\s\S]*\[run\/N\] /,
  );
  terminal.type("y\r");
  if (way.next !== null) {
    await terminal.until(way.next);
    terminal.type("\r");
  }
  expect(await terminal.exitCode()).not.toBe(0);
  expect(terminal.screen).not.toMatch(/ runs +ls --all/);
});

test.skipIf(!hasSandbox)("the word itself runs it (needs bwrap)", async () => {
  using person = new Person({ "a-file.txt": "" });
  await using terminal = atTerminal(person, FAILING);
  await terminal.until(/\[run\/N\] /);
  terminal.type("run\r");
  expect(await terminal.exitCode()).toBe(0);
  expect(terminal.screen).toMatch(/ runs +ls --all/);
});

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
