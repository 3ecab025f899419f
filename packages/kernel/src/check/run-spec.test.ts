import { expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import { readRunSpec } from "./run-spec.ts";

test("a command, and files by path", () => {
  const spec = { command: "make", files: { "src/a-b.c": "int x;", ".env": "" }, other: 1n };
  const files = new Map([
    ["src/a-b.c", "int x;"],
    [".env", ""],
  ]);
  expect(readRunSpec(spec)).toEqual({ ok: true, value: { command: "make", files } });
  expect(readRunSpec({ command: "make" })).toMatchObject({ ok: true });
});

test.each<{ what: string; spec: JsonObject; field: string }>([
  { what: "no command", spec: {}, field: "work.spec.command" },
  { what: "an empty command", spec: { command: "" }, field: "work.spec.command" },
  {
    what: "a long command",
    spec: { command: "x".repeat(10_001) },
    field: "work.spec.command",
  },
  ...["/etc/passwd", "../a", "a/../b", "a/./b", "-rf", "a//b", "a b", "a\nb", "", "a/"].map(
    (path) => ({
      what: `the path ${JSON.stringify(path)}`,
      spec: { command: "make", files: { [path]: "" } },
      field: "work.spec.files",
    }),
  ),
  {
    what: "a path of 201 characters",
    spec: { command: "make", files: { ["a".repeat(201)]: "" } },
    field: "work.spec.files",
  },
  {
    what: "a file that is not text",
    spec: { command: "make", files: { a: 1n } },
    field: "work.spec.files",
  },
  {
    what: "a file that is also a directory",
    spec: { command: "make", files: { "a/b/c": "", "a/b": "" } },
    field: "work.spec.files",
  },
  {
    what: "101 files",
    spec: {
      command: "make",
      files: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, ""])),
    },
    field: "work.spec.files",
  },
])("$what is refused", ({ spec, field }) => {
  expect(readRunSpec(spec)).toMatchObject({
    ok: false,
    refusal: { code: "malformed_terms", field },
  });
});
