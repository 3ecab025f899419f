import { expect, test } from "vitest";
import { nodeSlips } from "./slips.ts";

const PYTHON = `Traceback (most recent call last):
  File "check.py", line 1, in <module>
    assert 1 == 2
AssertionError`;

test.each([
  { command: "node --test", error: "AssertionError [ERR_ASSERTION]: NaN == 3", isSeen: true },
  { command: "make test", error: "not ok 1 - mean", isSeen: true },
  { command: "python3 check.py", error: PYTHON, isSeen: false },
  { command: "python3 -m pytest", error: "AssertionError: 1 != 2", isSeen: false },
  { command: "make test", error: PYTHON, isSeen: false },
])("$command looks for a misspelt length in JavaScript: $isSeen", ({ command, error, isSeen }) => {
  const length = nodeSlips.find(({ name }) => name === "javascript-length");
  expect(length?.matches({ command, error, capabilities: [] })).toBe(isSeen);
});
