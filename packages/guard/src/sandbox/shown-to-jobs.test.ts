import { mkdir, rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { isRoot } from "../../test/as-user.ts";
import { INSIDE } from "./open-with-files.ts";
import { shownToJobs } from "./shown-to-jobs.ts";

const AROUND = { home: "/nowhere" };

test.skipIf(!isRoot)(
  "a path at which a job has its own files is not shown (needs root)",
  async () => {
    const made = await mkdir(INSIDE.directory, { recursive: true });
    try {
      for (const path of [INSIDE.home, INSIDE.directory]) {
        const problem = "a job has its own files there";
        expect(shownToJobs(path, AROUND)).toEqual({ ok: false, problem });
      }
    } finally {
      if (made !== undefined) await rm(made, { recursive: true });
    }
  },
);

test("any other path is shown to jobs as elsewhere", () => {
  expect(shownToJobs("/usr/bin", AROUND)).toMatchObject({ ok: true, path: "/usr/bin" });
  expect(shownToJobs("/etc", AROUND)).toMatchObject({ ok: false });
});
