import { expect, test } from "vitest";
import { unclosed, withClosedString } from "./brackets.ts";

test.each([
  { line: "print(len(names)", open: ")" },
  { line: 'say("(", [1, {', open: "}])" },
  { line: "f(x) # (", open: "" },
  { line: "a)", open: "" },
])("$line still needs $open", ({ line, open }) => {
  expect(unclosed(line)).toBe(open);
});

test.each([
  { line: 'print("ready)', now: 'print("ready")' },
  { line: 'const name = "ada;', now: 'const name = "ada";' },
  { line: 'version = "0.5.0', now: 'version = "0.5.0"' },
  { line: "call(a, ['x])", now: "call(a, ['x'])" },
  { line: '  "host": "web,', now: '  "host": "web",' },
  { line: "print('it's late')", now: null },
  { line: 'print("a", "b")', now: null },
])("$line is closed as $now", ({ line, now }) => {
  expect(withClosedString(line)).toBe(now);
});
