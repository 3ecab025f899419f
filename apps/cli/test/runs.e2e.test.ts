/** How often the user's command runs: the table in docs/runs.md, counted. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { RunCounter } from "./count-runs.ts";
import { Person } from "./person.ts";

/** What is repaired by a change to the files. */
const FIXABLE = "echo hi > made/here.txt";
/** What is repaired by another command. */
const MISTYPED = "ls --alll";
const HOPELESS = "exit 42";
/** What a sandbox would not show. */
const OUTSIDE = "echo 'listen EADDRINUSE: address already in use :::3000' >&2; exit 1";

describe.skipIf(!hasProgram("bwrap"))("a command that fails (needs bwrap)", () => {
  test.each([
    { flags: ["--yes"], command: FIXABLE, real: 2, sandboxed: 2 },
    { flags: [], command: FIXABLE, real: 1, sandboxed: 2 },
    { flags: ["--yes"], command: MISTYPED, real: 1, sandboxed: 2 },
    { flags: ["--yes"], command: HOPELESS, real: 1, sandboxed: 1 },
    { flags: ["--yes"], command: OUTSIDE, real: 1, sandboxed: 0 },
    { flags: ["--local", "--yes"], command: FIXABLE, real: 2, sandboxed: 2 },
    { flags: ["--local", "--yes"], command: MISTYPED, real: 1, sandboxed: 2 },
    { flags: ["--local", "--yes"], command: HOPELESS, real: 1, sandboxed: 0 },
    { flags: ["--explain"], command: FIXABLE, real: 1, sandboxed: 2 },
    { flags: ["--explain"], command: HOPELESS, real: 1, sandboxed: 0 },
    { flags: ["--mode", "autonomous"], command: FIXABLE, real: 1, sandboxed: 2 },
  ])("fix $flags $command runs it $real + $sandboxed times", async (row) => {
    using person = new Person({});
    using runs = new RunCounter();
    const { err } = await person.fix([...row.flags, `${runs.wait}; ${row.command}`]);
    const { real, sandboxed } = runs;
    expect({ real, sandboxed }, err).toEqual({ real: row.real, sandboxed: row.sandboxed });
  });

  test("fix it runs the recorded command in the sandbox only", async () => {
    using person = new Person({});
    using runs = new RunCounter();
    const record = join(person.home, "record");
    const command = `${runs.wait}; ${FIXABLE}`;
    const fields = ["2", "1", "yes", person.project, person.project, "", "", command];
    writeFileSync(record, `${fields.join("\0")}\0`);
    const { err } = await person.fix(["it", "--yes"], undefined, { FIX_SHELL_RECORD: record });
    expect({ real: runs.real, sandboxed: runs.sandboxed }, err).toEqual({ real: 0, sandboxed: 1 });
  });

  test("a review of a kept fix runs nothing; --again runs it once", async () => {
    using person = new Person({});
    using runs = new RunCounter();
    await person.fix(["--mode", "autonomous", `${runs.wait}; ${FIXABLE}`]);
    const before = runs.real + runs.sandboxed;
    const again = await person.fix(["review", "--again"]);
    expect(runs.real + runs.sandboxed - before, again.err).toBe(1);
    const accepted = await person.fix(["review", "--yes"]);
    expect(runs.real + runs.sandboxed - before, accepted.err).toBe(1);
    expect(accepted.status).toBe(0);
  });
});
