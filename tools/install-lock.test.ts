import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const LOCK = new URL("./install-lock.mjs", import.meta.url).href;
/** A process that is gone: Linux numbers them up to 2^22. */
const NO_PROCESS = 2 ** 22 + 1;

test("processes that need the same lock work one after another, also after one that was killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "install-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [lock, log] = [join(folder, "lock"), join(folder, "log")];
  writeFileSync(lock, `${NO_PROCESS}`);
  appendFileSync(log, "");
  const text = `
    import { appendFileSync, readFileSync } from "node:fs";
    import { withLock } from ${JSON.stringify(LOCK)};
    withLock(${JSON.stringify(lock)}, () => {
      appendFileSync(${JSON.stringify(log)}, "begins ");
      // Long enough for the others to come in between.
      for (const end = Date.now() + 100; Date.now() < end; ) readFileSync(${JSON.stringify(log)});
      appendFileSync(${JSON.stringify(log)}, "ends\\n");
    });`;
  const all = [1, 2, 3].map(() => spawn(process.execPath, ["--input-type=module", "-e", text]));
  await Promise.all(all.map((child) => once(child, "exit")));
  expect(readFileSync(log, "utf8")).toBe("begins ends\n".repeat(3));
  expect(existsSync(lock)).toBe(false);
});
