import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TerminalView } from "./terminal-view.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function viewOf(columns: number | null, hasColours = false) {
  const written: string[] = [];
  let nowMs = 0;
  const view = new TerminalView({
    write: (text) => written.push(text),
    columns: columns === null ? null : () => columns,
    hasColours,
    nowMs: () => nowMs,
    dateMs: () => nowMs,
  });
  const pass = (ms: number): void => {
    nowMs += ms;
    vi.advanceTimersByTime(ms);
  };
  return { view, written, pass };
}

const TRYING = {
  type: "trying",
  proposal: { fix: "touch it", explanation: "it is missing", correctedCommand: null },
  attempt: 2,
} as const;
const CLEAR = "\r\u001b[K";

test("a line moves while a fix runs, and is gone before anything else is shown", () => {
  const { view, written, pass } = viewOf(100);
  view.show(TRYING);
  const before = written.length;
  pass(3_500);
  const lines = written.slice(before);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain("running the fix and the check in the sandbox, attempt 2");
  expect(lines.at(-1)).toContain("attempt 2, 3 s");
  expect(lines.every((line) => line.startsWith(CLEAR) && !line.endsWith("\n"))).toBe(true);
  view.show({ type: "output", bytes: Buffer.from("made\n"), stream: "stdout" });
  expect(written.slice(-2)).toEqual([CLEAR, "        made\n"]);
  pass(3_000);
  expect(written.at(-1)).toBe("        made\n");
});

test("what is over soon does not flicker", () => {
  const { view, written, pass } = viewOf(100);
  view.works("running the command in the sandbox");
  pass(200);
  view.quiet();
  pass(1_000);
  expect(written).toEqual([]);
});

test.each([true, false])("it fits a narrow screen, and ends its colours: %s", (hasColours) => {
  const { view, written, pass } = viewOf(30, hasColours);
  view.works("running the command in the sandbox");
  pass(1_500);
  expect(written).toHaveLength(2);
  for (const line of written) {
    const plain = stripVTControlCharacters(line.replace("\r", ""));
    expect(plain).toMatch(/^.{28}…$/u);
    expect(line.split("\u001b[2m").length).toBe(line.split("\u001b[22m").length);
  }
});

test("where lines cannot be rewritten it is not shown", () => {
  const { view, written, pass } = viewOf(null);
  view.works("running the command in the sandbox");
  pass(3_000);
  expect(written).toEqual([]);
});
