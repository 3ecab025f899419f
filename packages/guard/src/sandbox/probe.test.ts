import { expect, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { openSandbox } from "./open-sandbox.ts";
import { probeSandbox, type SandboxReport } from "./probe.ts";

const PROBE = new URL("../../test/probe.entry.ts", import.meta.url);

test("where a sandbox opens, the best kind is the overlay and nothing is missing", async () => {
  const opened = await openSandbox({ directory: "/", network: "none" });
  if (opened.ok) await opened.value[Symbol.asyncDispose]();
  const { best, problems, remedy } = await probeSandbox(process.cwd());
  expect({ isBest: best === "overlay", isFine: problems.overlay === null }).toEqual({
    isBest: opened.ok,
    isFine: opened.ok,
  });
  if (opened.ok) expect(remedy).toBeNull();
});

test.skipIf(!isRoot)(
  "without bubblewrap no sandbox opens, and the remedy installs it (needs root)",
  async () => {
    await using user = await ordinaryUser();
    const [report] = await user.run<SandboxReport>(
      PROBE,
      [],
      "mount --bind /dev/null /usr/bin/bwrap",
    );
    expect(report?.best).toBeNull();
    expect(report?.remedy).toContain("bubblewrap");
    expect(report?.problems.overlay).toContain("not installed");
  },
);
