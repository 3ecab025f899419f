import type { NamedCheck } from "@bazaar/kernel";
import { expect, test, vi } from "vitest";
import { stepLines } from "./step-lines.ts";
import { tellSteps } from "./tell-steps.ts";

const NAMED: readonly NamedCheck[] = [
  { name: "hash_matches", verdict: "pass", details: null },
  { name: "paths_allowed", verdict: "fail", details: "a.txt\n  9.9s  paid       all" },
  { name: "tests_pass", verdict: "pass", details: "exit code 0" },
];
const HANDED_IN = { step: "handed_in", attempt: 1 } as const;
const VERIFIED = {
  step: "verified",
  verdict: "fail",
  named: NAMED,
  reason: null,
  trajectory: { isValid: true, words: "signed by the provider, 3 lines" },
  result: "",
  payload: null,
} as const;

/** What is printed of the step on a terminal of so many columns; null: on none. */
function printed(columns: number | null, isJson = false): readonly string[] {
  const said: string[] = [];
  const { stdout } = process;
  vi.spyOn(stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
  const before = { isTTY: stdout.isTTY, columns: stdout.columns };
  Object.assign(stdout, { isTTY: columns !== null, columns: columns ?? 0 });
  try {
    const tell = tellSteps(isJson);
    for (const step of [HANDED_IN, VERIFIED]) for (const line of stepLines(step)) tell(line);
    const words = "to take it:";
    tell({ step: "branch", words, facts: {}, command: `git merge ${"x".repeat(80)}` });
  } finally {
    Object.assign(stdout, before);
    vi.restoreAllMocks();
  }
  return said.join("").trimEnd().split("\n");
}

test.each([80, 60])("on %i columns no line but a command is longer", (columns) => {
  const lines = printed(columns);
  expect(lines.filter((line) => line.length > columns)).toEqual([
    expect.stringContaining("git merge x"),
  ]);
});

test("what passes is one line, what fails has its own, and a stranger begins none", () => {
  const lines = printed(null).map((line) => line.replace(/^ +\d+\.\d/, "TIME"));
  expect(lines).toEqual([
    "TIMEs  handed in  result 1; verifying it here",
    "TIMEs  checks     2 pass: hash_matches, tests_pass (exit code 0)",
    "TIMEs  check      fail: paths_allowed: a.txt\\n 9.9s paid all",
    "TIMEs  trajectory valid: signed by the provider, 3 lines",
    "TIMEs  verified   fail",
    "TIMEs  branch     to take it:",
    expect.stringMatching(/^ {19}git merge x+$/),
  ]);
});

test("a program is told each check, and nothing twice", () => {
  const steps = printed(80, true).map((line) => JSON.parse(line));
  expect(steps.map(({ step, name }) => name ?? step)).toEqual([
    "handed_in",
    "hash_matches",
    "paths_allowed",
    "tests_pass",
    "trajectory",
    "verified",
    "branch",
  ]);
});
