import { expect, test } from "vitest";
import { countLine, tallyOf } from "./tally.ts";

test.each([
  {
    when: "all pass",
    suites: [suite("passed", "passed", "passed")],
    exit: 0,
    line: "2 passed, 0 failed",
  },
  {
    when: "one fails",
    suites: [suite("failed", "passed", "failed")],
    exit: 1,
    line: "1 passed, 1 failed",
  },
  {
    when: "one is skipped",
    suites: [suite("passed", "passed", "skipped")],
    exit: 0,
    line: "1 passed, 0 failed, 1 skipped",
  },
  {
    when: "a suite does not load",
    suites: [suite("passed", "passed"), suite("failed")],
    exit: 1,
    line: "1 passed, 1 failed",
  },
  {
    when: "a hook fails and the tests are left out",
    suites: [suite("failed", "skipped")],
    exit: 1,
    line: "0 passed, 1 failed, 1 skipped",
  },
  {
    when: "an error happens outside every test",
    suites: [suite("passed", "passed")],
    exit: 1,
    line: "1 passed, 1 failed",
  },
  { when: "there are no tests", suites: [], exit: 0, line: "0 passed, 1 failed" },
  {
    when: "every test is skipped",
    suites: [suite("passed", "skipped")],
    exit: 0,
    line: "0 passed, 1 failed, 1 skipped",
  },
])("when $when the run counts as $line", ({ suites, exit, line }) => {
  expect(countLine(tallyOf({ testResults: suites }, exit))).toBe(line);
});

test("a runner that dies without a report is a failure", () => {
  expect(countLine(tallyOf(undefined, 1))).toBe("0 passed, 1 failed");
});

function suite(status: string, ...tests: string[]) {
  return { status, assertionResults: tests.map((test) => ({ status: test })) };
}
