import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { run } from "../../test/test-market.ts";
import { configCommand } from "./config.ts";

let home = "";

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "fix-config-"));
  vi.stubEnv("HOME", home);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

test("a key is settled, read, shown among the others, and left to its default again", async () => {
  expect(await run(configCommand(), "mode", "autonomous")).toMatchObject({ code: 0, out: "" });
  expect((await run(configCommand(), "mode")).out).toBe("autonomous\n");
  const { out } = await run(configCommand());
  expect(out).toMatch(/^mode +autonomous$/m);
  expect(out).toMatch(/^bounty +0\.5 {2}\(default\)$/m);
  await run(configCommand(), "mode", "--unset");
  expect((await run(configCommand(), "mode")).out).toBe("supervised\n");
});

test.each([
  { words: ["colour"], says: 'unknown key "colour"; the keys are market, bounty' },
  { words: ["colour", "red"], says: 'unknown key "colour"' },
  { words: ["bounty", "much"], says: "bounty: expected an amount such as 0.5" },
  { words: ["timeoutSeconds", "--", "-5"], says: "timeoutSeconds: -5 is outside " },
  { words: ["maxAttempts", "5x"], says: 'maxAttempts: "5x" is not a whole number' },
  { words: ["nope", "--unset"], says: 'unknown key "nope"' },
  { words: ["--unset"], says: "--unset needs a key" },
  { words: ["mode", "autonomous", "--unset"], says: "a key and no value" },
])("fix config $words is refused: $says", async ({ words, says }) => {
  const { code, err } = await run(configCommand(), ...words);
  expect(code).toBe(2);
  expect(err).toContain(says);
});
