import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { run } from "../../test/test-market.ts";
import { doctorCommand } from "./doctor.ts";
import { shownCommand } from "./shown.ts";

const BEFORE = process.cwd();
let home = "";

beforeEach(async () => {
  home = realpathSync(await mkdtemp(join(tmpdir(), "fix-doctor-")));
  for (const name of ["project", "data"]) mkdirSync(join(home, name));
  writeFileSync(join(home, "project/.env"), "TOKEN=1\n");
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_STATE_HOME", join(home, "state"));
  process.chdir(join(home, "project"));
});
afterEach(async () => {
  process.chdir(BEFORE);
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true });
});

test.skipIf(!hasProgram("bwrap"))(
  "says what a sandbox here shows, hides and costs (needs bwrap)",
  async () => {
    expect((await run(doctorCommand())).out).toContain("shows besides, for this project: nothing");
    await run(shownCommand(), "--add", join(home, "data"));
    const { out, code } = await run(doctorCommand());
    const lines = out.split("\n").map((line) => line.trim());
    expect(code).toBe(0);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /- shows \S+\/project, \d+ toolchains? and \d+ places? of the system$/,
        ),
        `- shows besides, for this project: ${join(home, "data")}`,
        "- hides 1 file and 0 directories here that may hold secrets",
        expect.stringMatching(
          /- covers all that with \d+ overlays?, of which \d+ can be written to$/,
        ),
        expect.stringMatching(/- searched \d+ names? for secrets in \d+ ms, opened in \d+ ms$/),
      ]),
    );
    expect(out).not.toContain("--allow-copy");
    expect(JSON.parse((await run(doctorCommand(), "--json")).out).seen.shown).toEqual([
      join(home, "data"),
    ]);
  },
);
