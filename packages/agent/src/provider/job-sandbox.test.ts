/** A job has up to a hundred commands, and the provider holds what they printed until the job is done. */
import { createHash } from "node:crypto";
import { hasProgram } from "@bazaar/testkit/program";
import { expect, test } from "vitest";
import { openJobSandbox } from "./job-sandbox.ts";

test.skipIf(!hasProgram("bwrap"))(
  "little of a long output is kept, and its hash is that of all of it (needs bwrap)",
  async () => {
    const opened = await openJobSandbox(new Map(), {});
    if (typeof opened === "string") throw new Error(opened);
    await using sandbox = opened;
    const run = await sandbox.run({ text: "yes | head -c 4000000" });
    const whole = "y\n".repeat(2_000_000);
    expect(run.stdoutSha256).toBe(createHash("sha256").update(whole).digest("hex"));
    expect(run.isCut).toBe(true);
    expect(run.stdout.length + run.output.length).toBeLessThan(200_000);
  },
);
