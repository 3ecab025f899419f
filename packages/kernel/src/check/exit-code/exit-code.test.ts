import { expect, test } from "vitest";
import { fields } from "../../canonical/fields.ts";
import { Float, type JsonObject } from "../../canonical/json.ts";
import { exitCode } from "./exit-code.ts";

test.each<{ what: string; expected: number; evidence: JsonObject; is: string }>([
  { what: "exit code 0", expected: 0, evidence: { exit_code: 0n }, is: "pass" },
  { what: "another exit code", expected: 0, evidence: { exit_code: 1n }, is: "fail" },
  {
    what: "the failure that is wanted",
    expected: 2,
    evidence: { exit_code: 2n },
    is: "pass",
  },
  {
    what: "killed by a signal",
    expected: 0,
    evidence: { signal: "KILL" },
    is: "no_verdict",
  },
  {
    what: "an exit code as text",
    expected: 0,
    evidence: { exit_code: "0" },
    is: "no_verdict",
  },
  {
    what: "an exit code as a float",
    expected: 0,
    evidence: { exit_code: new Float(0) },
    is: "no_verdict",
  },
  { what: "a timeout", expected: 0, evidence: {}, is: "no_verdict" },
])("$what: $is", ({ expected, evidence, is }) => {
  expect(exitCode.judge({ method: "exit_code", expected }, evidence)).toBe(is);
});

test.each<{ source: "terms" | "document"; json: JsonObject; is: number | string }>([
  { source: "terms", json: { expected: 0n }, is: 0 },
  { source: "terms", json: { expected: 255n }, is: 255 },
  { source: "terms", json: { expected: 256n }, is: "256 is outside 0 to 255" },
  { source: "terms", json: { expected: -1n }, is: "-1 is outside 0 to 255" },
  { source: "terms", json: {}, is: "expected an integer, got nothing" },
  { source: "document", json: {}, is: 0 },
  { source: "document", json: { expected: 3n }, is: 3 },
  { source: "document", json: { expected: 256n }, is: "256 is outside 0 to 255" },
])("in $source $json is read as $is", ({ source, json, is }) => {
  const read = fields(json, "check");
  const check = exitCode.read(read, source, () => null);
  expect(read.problem?.problem ?? check.expected).toBe(is);
});

test("how the run ended supports a failure", () => {
  const rows: [JsonObject, boolean][] = [
    [{}, false],
    [{ exit_code: null }, false],
    [{ output: "it fails" }, false],
    [{ exit_code: 1n }, true],
    [{ signal: "SIGSEGV" }, true],
    [{ stopped_by: "time" }, true],
  ];
  for (const [evidence, is] of rows) expect(exitCode.isSupported?.(evidence)).toBe(is);
});
