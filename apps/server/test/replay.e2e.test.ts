/** A dispute over work of the kind `run`, in a composed server with its real database and sandbox. */
import type { Check, JsonObject } from "@bazaar/kernel";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import type { ComposeOptions } from "../src/compose.ts";
import { disputed } from "./disputed.ts";

const checks: readonly Check[] = [
  { method: "exit_code", expected: 0 },
  { method: "output_match", pattern: "(?m)^sum 7$" },
];
/** The principal asks for a program that adds the numbers of a file. */
const spec = {
  command: 'echo "sum $(sh add.sh < numbers)" && test -s add.sh',
  files: { numbers: "3\n4\n" },
};
const RIGHT = "echo 'n=0; while read -r x; do n=$((n + x)); done; echo $n' > add.sh";
const WRONG = "echo 'echo 8' > add.sh";

const dispute = (handedIn: JsonObject, options: Pick<ComposeOptions, "openSandbox"> = {}) =>
  disputed({ work: { kind: "run", spec }, checks }, () => handedIn, options);

describe.skipIf(!hasProgram("bwrap"))("run again by the server (needs bwrap)", () => {
  test("a result that passes is ruled fulfilled", async () => {
    const { recorded, rulings } = await dispute({ fix: RIGHT });
    const evidence = { exit_code: 0n, output: "sum 7\n" };
    expect(recorded).toEqual({ verdict: "pass", evidence });
    expect(rulings).toMatchObject([{ bench: "replay", outcome: "fulfilled" }]);
  });

  test("a result that fails is ruled canceled, whatever the agent says", async () => {
    const { recorded, rulings } = await dispute({ fix: WRONG, explanation: "it prints sum 7" });
    expect(recorded).toEqual({ verdict: "fail", evidence: { exit_code: 0n, output: "sum 8\n" } });
    expect(rulings).toMatchObject([{ bench: "replay", outcome: "canceled" }]);
  });

  test("a result cannot pass by replacing programs of the server", async () => {
    const { recorded } = await dispute({ fix: "echo 'echo 7' > /bin/sh; echo 8 > add.sh" });
    expect(recorded).toMatchObject({ verdict: "fail" });
  });

  test.each([
    { what: "kills everything", fix: "echo 'kill -9 -1; sleep 9' > add.sh" },
    { what: "fills the disk", fix: "yes > big" },
    { what: "makes the command print without end", fix: "echo 'yes no' > add.sh" },
  ])("a result that $what fails", async ({ fix }) => {
    const { recorded } = await dispute({ fix });
    expect(recorded).toMatchObject({ verdict: "fail" });
  });
});

test("without a sandbox there is no verdict, the record says why, and the court decides", async () => {
  const { recorded, rulings } = await dispute({ fix: RIGHT }, { openSandbox: async () => null });
  const reason = "There is no sandbox to run the check in.";
  expect(recorded).toEqual({ verdict: "no_verdict", evidence: { reason } });
  expect(rulings).toEqual([]);
});

test("a crash of the checker is no verdict", async () => {
  const openSandbox = () => Promise.reject(new Error("no disk"));
  const { recorded, rulings } = await dispute({ fix: WRONG }, { openSandbox });
  const reason = "The server failed to run the check again.";
  expect(recorded).toEqual({ verdict: "no_verdict", evidence: { reason } });
  expect(rulings).toEqual([]);
});
