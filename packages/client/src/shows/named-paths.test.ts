import { expect, test } from "vitest";
import { namedPaths } from "./named-paths.ts";

const HOME = "/tmp/pia";

test.each([
  ["cat: /data/a: No such file or directory", "/data/a"],
  ["bash: line 1: /data/My Files/a b: No such file or directory", "/data/My Files/a b"],
  ["FileNotFoundError: [Errno 2] No such file or directory: '/data/a b.csv'", "/data/a b.csv"],
  ["Error: ENOENT: no such file or directory, open '/data/a'", "/data/a"],
  ['  File "/data/lib.py", line 3, in <module>', "/data/lib.py"],
  ["/data/x.h:3:14: error: expected ';'", "/data/x.h"],
  ["make: *** No rule to make target '/data/lib.o', needed by 'app'.  Stop.", "/data/lib.o"],
  ["cannot read ~/words.txt.", "/tmp/pia/words.txt"],
  ["    at file:///data/x.mjs:3:1", "/data/x.mjs"],
  ["ld: cannot find -L/opt/none: tried --path=/data/lib", "/data/lib"],
  ["Datei »/data/a« nicht gefunden: /data/ü.txt", "/data/ü.txt"],
])("%s → %s", (text, path) => {
  expect(namedPaths(text, HOME)).toContain(path);
});

test.each([
  "nothing here",
  "a/relative/path and ./one",
  "https://example.org/data/a",
  "//comment",
  "1 / 2",
])("%s names none", (text) => {
  expect(namedPaths(text, HOME)).toEqual([]);
});

test("a long text is read from its end, within bounds", () => {
  const many = Array.from({ length: 50_000 }, (_, number) => `/data/${number}`).join("\n");
  const found = namedPaths(`/first\n${many}\n`, HOME);
  expect(found).not.toContain("/first");
  expect(found.length).toBeLessThanOrEqual(500);
  const hostile = `${"'/a".repeat(50_000)}\n${"~/ ".repeat(30_000)}`;
  expect(namedPaths(hostile, HOME).length).toBeLessThanOrEqual(500);
});
