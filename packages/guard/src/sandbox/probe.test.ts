import { expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { openSandbox } from "./open-sandbox.ts";
import { type LadderReport, probeLadder } from "./probe.ts";

const PROBE = new URL("../../test/probe.entry.ts", import.meta.url);

test("where a sandbox opens, the best rung is A and nothing is missing", async () => {
  const opened = await openSandbox({ directory: "/", network: "none" });
  if (opened.ok) await opened.value[Symbol.asyncDispose]();
  const { best, remedy } = await probeLadder();
  expect({ best, remedy: remedy === null }).toEqual({
    best: opened.ok ? "A" : "E",
    remedy: opened.ok,
  });
});

test.skipIf(!isRoot)(
  "without bubblewrap nothing is run, and the one command that installs it is named (needs root)",
  async () => {
    await using user = await ordinaryUser();
    const [report] = await user.run<LadderReport>(
      PROBE,
      [],
      "mount --bind /dev/null /usr/bin/bwrap",
    );
    expect(report?.best).toBe("E");
    expect(report?.remedy).toContain("bubblewrap");
    expect(report?.rungs.find(({ name }) => name === "A")?.problem).toContain("not installed");
  },
);

test("rungs that are not built say so, and why", async () => {
  const { rungs } = await probeLadder();
  expect(rungs.filter(({ isBuilt }) => isBuilt).map(({ name }) => name)).toEqual(["A", "D", "E"]);
  expect(
    rungs.filter(({ isBuilt, notBuiltBecause }) => isBuilt !== (notBuiltBecause === null)),
  ).toEqual([]);
});
