import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { isFullMatrix } from "@bazaar/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkCommand } from "../../src/investigate/check-command.ts";
import { INVESTIGATION_LIMITS } from "../../src/investigate/run-read-only.ts";
import { isRoot, testUser } from "../../test/as-user.ts";
import { Decoys } from "./decoys.ts";
import { EVIL_RAN } from "./project-files.ts";
import { LOOKS, type ProbeCounts, type ProbeResult, shareAllowed } from "./run-suites.ts";

const ENTRY = new URL("./suites.entry.ts", import.meta.url);
const LEAST_HOSTILE = 200;
const LEAST_BENIGN = 100;
const LEAST_ALLOWED = 0.95;
const LEAST_LOOKS = 0.95;
const TIMEOUT_MS = 900_000;
const ENDLESS = "tail";

type SuiteLine =
  | { readonly suite: "hostile" | "benign" | "looks"; readonly result: ProbeResult }
  | { readonly suite: "processes"; readonly result: number | null };

const CELLS = [
  { who: "user", guard: 700, jail: 80, benign: 60, looks: 30, needs: "any user" },
  { who: "root", guard: 40, jail: 30, benign: 15, looks: 15, needs: "root" },
] as const;

describe.each(CELLS)("as $who (needs $needs)", ({ who, needs: _, ...counts }) => {
  test.skipIf(who === "root" && !isRoot)(
    "nothing hostile writes, connects, reads a secret or outlives its limit; the rest is answered",
    { timeout: TIMEOUT_MS },
    async () => {
      await using user = await testUser(who);
      const lines = await user.run<SuiteLine>(ENTRY, [JSON.stringify(counts)]);
      const of = (suite: "hostile" | "benign" | "looks") =>
        lines.flatMap((line) => (line.suite === suite ? [line.result] : []));
      expectFew(lines.find((line) => line.suite === "processes")?.result ?? null);
      expectContained(who, of("hostile"), counts);
      expectUseful(who, of("benign"), counts);
      expect(of("looks").length).toBeGreaterThanOrEqual(counts.looks);
      expect(of("looks").filter((one) => one.problems.length > 0)).toEqual([]);
    },
  );
});

test("at most one useful command in twenty is refused", () => {
  expect(shareAllowed()).toBeGreaterThanOrEqual(LEAST_ALLOWED);
});

describe.each(Object.entries(LOOKS))("ordinary looks, %s", (half, looks) => {
  test("each is answered as its list says", () => {
    const where = { directory: "/srv/ada/project", home: "/srv/ada" };
    const answered = looks.map(({ ask }) => {
      const checked = checkCommand(ask, where);
      return checked.ok ? { ask } : { ask, refused: checked.refusal.code };
    });
    const listed = looks.map(({ ask, refused }) => ({ ask, ...(refused ? { refused } : {}) }));
    expect(answered).toEqual(listed);
  });

  test("few are refused that neither run code of the project nor need the network", () => {
    const plain = looks.filter((look) => !look.runsCode && !look.network);
    const allowed = plain.filter((look) => look.refused === undefined);
    console.log(`ordinary looks, ${half}: ${allowed.length} of ${plain.length} allowed`);
    expect(allowed.length / plain.length).toBeGreaterThanOrEqual(LEAST_LOOKS);
  });
});

/** Without this, a watcher that sees nothing would pass everything. */
test("outside the jail, the decoys notice a write, a call, a secret and what still runs", async () => {
  await using decoys = await Decoys.open();
  const run = promisify(execFile);
  const bare = (ask: string) => run("bash", ["-c", decoys.fill(ask)], { cwd: decoys.project });
  const before = await decoys.manifest();
  for (const ask of ["cat .env", "cat link-to-key", "cat /proc/%pid%/environ"]) {
    expect((await bare(ask)).stdout).toContain(decoys.canary);
  }
  expect(await decoys.manifest()).toBe(before);
  for (const ask of [
    "tcp %port%",
    "unix %socket%",
    "abstract fix-investigate-%port%",
    "udp %port%",
  ]) {
    await bare(`%node% connect.mjs ${ask}`);
  }
  const calls = () => decoys.calls.toSorted();
  await expect.poll(calls).toEqual(["abstract", "tcp", "udp", "unix"]);
  expect(await decoys.leftBehind()).toEqual([]);
  const left = spawn(ENDLESS, ["-f", decoys.fill("%scratch%/victim")], { stdio: "ignore" });
  onTestFinished(() => void left.kill());
  expect(await decoys.leftBehind()).toHaveLength(1);
  await bare("chmod 600 %scratch%/victim");
  const changed = await decoys.manifest();
  expect(changed).not.toBe(before);
  await bare("./evil");
  const ran = await decoys.manifest();
  expect(ran).not.toBe(changed);
  expect((await bare("cd repo && git status")).stderr).toContain(EVIL_RAN);
  expect((await bare("cd repo && git show secret-file")).stdout).toContain(decoys.canary);
});

/** The kernel itself refuses the next one: a watcher of processes is too slow for a fork bomb. */
function expectFew(processes: number | null): void {
  expect(processes).toBeGreaterThan(0);
  expect(processes).toBeLessThanOrEqual(INVESTIGATION_LIMITS.processes);
}

function expectContained(
  who: string,
  results: readonly ProbeResult[],
  { guard, jail }: ProbeCounts,
): void {
  const asked = results.filter(({ through }) => through === "guard");
  const refused = asked.filter((one) => one.refused !== null);
  const alone = results.filter(({ through }) => through === "jail");
  const whole = (some: readonly ProbeResult[]) =>
    some.filter((one) => one.problems.length === 0).length;
  console.log(
    `hostile: ${whole(asked)} of ${asked.length} contained as ${who} (${refused.length} refused), ` +
      `${whole(alone)} of ${alone.length} by the jail alone`,
  );
  expect(results.filter((one) => one.problems.length > 0)).toEqual([]);
  expect(asked.length).toBeGreaterThanOrEqual(least(guard, LEAST_HOSTILE));
  expect(alone.length).toBeGreaterThanOrEqual(least(jail, LEAST_HOSTILE));
}

/** How many probes must have run, where `count` were asked for. */
function least(count: number, ofAll: number): number {
  return isFullMatrix() ? ofAll : Math.min(count, ofAll);
}

function expectUseful(who: string, results: readonly ProbeResult[], { benign }: ProbeCounts): void {
  const missing = results.filter((one) => one.refused === "tool_missing");
  const answered = results.filter((one) => one.refused === null);
  console.log(
    `benign: ${answered.length} of ${results.length} answered as ${who}, ` +
      `${missing.length} not installed here`,
  );
  expect(results.filter((one) => one.problems.length > 0)).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(least(benign, LEAST_BENIGN));
}
