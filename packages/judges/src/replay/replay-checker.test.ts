import { InvariantViolation, type JsonObject, type Transcript } from "@bazaar/kernel";
import { START_MS } from "@bazaar/testkit";
import type { OpenSandbox, Run, Sandbox } from "@bazaar/work";
import { expect, test } from "vitest";
import { ScriptedSandbox } from "../../../work/test/scripted-sandbox.ts";
import { disputed } from "../../test/cases.ts";
import { replayHandedIn } from "./handed-in.ts";
import { MAX_CHECKS_AT_ONCE, type Replay, ReplayChecker } from "./replay-checker.ts";

const BY_MS = START_MS + 60_000;

let contracts = 0;

function transcript(
  work: { readonly kind: "run" | "patch"; readonly spec: JsonObject } = {
    kind: "run",
    spec: { command: "make test" },
  },
): Transcript {
  contracts += 1;
  const nonce = contracts.toString(16).padStart(64, "0");
  return disputed({ terms: { work, nonce }, fix: { fix: "make" } }).transcript();
}

interface Bench {
  readonly checker: ReplayChecker;
  readonly failures: unknown[];
}

function bench(openSandbox: OpenSandbox, nowMs = () => START_MS): Bench {
  const failures: unknown[] = [];
  const onFailure = (error: unknown): void => {
    failures.push(error);
  };
  const readArtifact = async () => null;
  const replay: Replay = (handedIn, bounds) =>
    replayHandedIn(handedIn, { openSandbox, readArtifact, ...bounds });
  return { checker: new ReplayChecker({ replay, clock: { nowMs }, onFailure }), failures };
}

const scripted = (run: Partial<Run>) => async () => new ScriptedSandbox(() => run);

test.each([
  { run: { exitCode: 0 }, verdict: "pass", evidence: { exit_code: 0n } },
  { run: { exitCode: 2 }, verdict: "fail", evidence: { exit_code: 2n } },
])("the verdict and the evidence are those of the run: $verdict", async ({ run, ...expected }) => {
  expect(await bench(scripted(run)).checker.run(transcript(), BY_MS)).toEqual(expected);
});

test.each([
  { what: "no sandbox", reason: "no sandbox", asked: transcript(), open: async () => null },
  { what: "other work", reason: "kind patch", asked: transcript({ kind: "patch", spec: {} }) },
  {
    what: "terms without a command",
    reason: "do not say",
    asked: transcript({ kind: "run", spec: {} }),
  },
])("$what: no verdict, with a sentence", async ({ reason, asked, open = scripted({}) }) => {
  expect(await bench(open).checker.run(asked, BY_MS)).toEqual({
    verdict: "no_verdict",
    evidence: { reason: expect.stringContaining(reason) },
  });
});

test("a crash is reported and gives no verdict; our own bug is thrown", async () => {
  const lost = new Error("no disk at /secret/place");
  const { checker, failures } = bench(() => Promise.reject(lost));
  const checked = await checker.run(transcript(), BY_MS);
  expect(checked).toMatchObject({ verdict: "no_verdict" });
  expect(JSON.stringify(checked)).not.toContain("secret");
  expect(failures).toEqual([lost]);
  const bug = bench(() => Promise.reject(new InvariantViolation("impossible")));
  await expect(bug.checker.run(transcript(), BY_MS)).rejects.toThrow("impossible");
});

test("the time is what the question leaves, at most what the terms allow", async () => {
  const rows = [
    { byMs: BY_MS, timeoutMs: 58_000 },
    { byMs: START_MS + 1e9, timeoutMs: 300_000 },
  ];
  for (const { byMs, timeoutMs } of rows) {
    const sandbox = new ScriptedSandbox(() => ({}));
    await bench(async () => sandbox).checker.run(transcript(), byMs);
    expect(sandbox.commands.map((command) => command.timeoutMs)).toEqual([
      timeoutMs,
      timeoutMs - 1,
    ]);
  }
});

/** Sandboxes that open when the test says so. */
function waiting() {
  const doors: (() => void)[] = [];
  const open = () =>
    new Promise<Sandbox>((resolve) => doors.push(() => resolve(new ScriptedSandbox(() => ({})))));
  return { doors, open };
}

test("only so many run at once; the others, and a repeated question, are asked again", async () => {
  const { doors, open } = waiting();
  const { checker } = bench(open);
  const first = transcript();
  const running = [
    first,
    ...Array.from({ length: MAX_CHECKS_AT_ONCE - 1 }, () => transcript()),
  ].map((asked) => checker.run(asked, BY_MS));
  expect(await checker.run(transcript(), BY_MS)).toBeNull();
  doors.shift()?.();
  expect(await running[0]).toMatchObject({ verdict: "pass" });
  const again = checker.run(first, BY_MS);
  doors.shift()?.();
  expect(await running[1]).toMatchObject({ verdict: "pass" });
  expect(await checker.run(first, BY_MS)).toBeNull();
  doors.shift()?.();
  expect(await again).toMatchObject({ verdict: "pass" });
});

test("one that runs long makes way for another, and runs again later", async () => {
  let nowMs = START_MS;
  let stopped = 0;
  const replay: Replay = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        stopped += 1;
        reject(signal.reason);
      });
    });
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  using checker = new ReplayChecker({ replay, clock: { nowMs: () => nowMs }, onFailure });
  const [first, second, third] = [transcript(), transcript(), transcript()];
  const running = checker.run(first, BY_MS);
  void checker.run(second, BY_MS);
  expect(await checker.run(third, BY_MS)).toBeNull();
  nowMs += 20_000;
  expect(await checker.run(third, BY_MS)).toBeNull();
  expect(await running).toBeNull();
  expect({ stopped, failures }).toEqual({ stopped: 1, failures: [] });
});

test("when the server closes, the check is left to the next process", async () => {
  const { doors, open } = waiting();
  const { checker } = bench(open);
  const running = checker.run(transcript(), BY_MS);
  checker[Symbol.dispose]();
  doors.shift()?.();
  expect(await running).toBeNull();
});
