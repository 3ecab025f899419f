import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TypedTerminal } from "./typed-terminal.ts";

const ASKS = fileURLToPath(new URL("./ask-on-terminal.ts", import.meta.url));
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fix-prompt-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Asks once the terminal has taken what was typed before, which it shows by its echo. */
async function asked(questions: readonly string[], ahead: string, echo: RegExp) {
  const sign = join(folder, "ask");
  const terminal = new TypedTerminal([process.execPath, ASKS, sign, ...questions]);
  await terminal.until(/started/);
  terminal.type(ahead);
  await terminal.until(echo);
  writeFileSync(sign, "");
  return terminal;
}

test.each([
  { what: "a whole line", ahead: "y\n", echo: /y\r\n/ },
  { what: "half a line", ahead: "yes", echo: /yes/ },
  { what: "many lines", ahead: "y\n".repeat(3_000), echo: /(?:y\r\n){1000}/ },
])("$what typed before the question does not answer it", async ({ ahead, echo }) => {
  await using terminal = await asked(["sure?"], ahead, echo);
  await terminal.until(/sure\? \[y\/N\] /);
  terminal.type("\r");
  await terminal.until(/answers: [^\n]*\n/);
  expect(terminal.screen).toContain("answers: [false]");
});

test("what is typed while it stands there does", async () => {
  await using terminal = await asked(["sure?", "and this?"], "n\n", /n\r\n/);
  await terminal.until(/sure\? \[y\/N\] /);
  terminal.type("y\r");
  await terminal.until(/and this\? \[y\/N\] /);
  terminal.type("YES\r");
  await terminal.until(/answers: [^\n]*\n/);
  expect(terminal.screen).toContain("answers: [true,true]");
});

test("two answers at once are an answer to the first question only", async () => {
  await using terminal = await asked(["one?", "two?"], "", /started/);
  await terminal.until(/one\? \[y\/N\] /);
  terminal.type("y\ry\r");
  await terminal.until(/two\? \[y\/N\] /);
  terminal.type("n\r");
  await terminal.until(/answers: [^\n]*\n/);
  expect(terminal.screen).toContain("answers: [true,false]");
});

test("an answer that is neither yes nor no is asked for again, three times at most", async () => {
  await using terminal = await asked(["sure?", "really?"], "", /started/);
  await terminal.until(/sure\? \[y\/N\] /);
  terminal.type("yy\r");
  await terminal.until(/sure\? \[y\/N\] [\s\S]*sure\? \[y\/N\] /);
  terminal.type("y\r");
  for (let round = 1; round <= 3; round += 1) {
    await terminal.until(new RegExp(`(?:really\\? \\[y/N\\] [\\s\\S]*){${round}}`));
    terminal.type("w\r");
  }
  await terminal.until(/answers: [^\n]*\n/);
  expect(terminal.screen).toContain("answers: [true,false]");
});

test.each([
  { typed: ["y\r", "yes\r", "run it\r"], isYes: false },
  { typed: ["\r"], isYes: false },
  { typed: ["y\r", " Run \r"], isYes: true },
])("when a word is asked for, $typed is yes: $isYes", async ({ typed, isYes }) => {
  await using terminal = await asked(["word?"], "", /started/);
  for (const [index, line] of typed.entries()) {
    await terminal.until(new RegExp(`(?:word\\? \\[run/N\\] [\\s\\S]*){${index + 1}}`));
    terminal.type(line);
  }
  await terminal.until(/answers: [^\n]*\n/);
  expect(terminal.screen).toContain(`answers: [${isYes}]`);
});

test("Ctrl+D is a no to everything", async () => {
  await using terminal = await asked(["sure?", "and this?"], "", /started/);
  await terminal.until(/sure\? \[y\/N\] /);
  terminal.type("\u0004");
  await terminal.until(/answers: [^\n]*\n/);
  expect(terminal.screen).toContain("answers: null");
});

test("Ctrl+C ends it", async () => {
  await using terminal = await asked(["sure?"], "", /started/);
  await terminal.until(/sure\? \[y\/N\] /);
  terminal.type("\u0003");
  expect(await terminal.exitCode()).toBe(130);
  expect(terminal.screen).not.toContain("answers");
});
