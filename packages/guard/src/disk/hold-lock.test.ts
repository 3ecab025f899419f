import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { errorCode } from "../error-code.ts";
import { holdLock } from "./hold-lock.ts";
import { namesIn } from "./names-in.ts";
import { rawPath } from "./raw-path.ts";

const AT_ONCE = { waitSeconds: 0 };
const PATIENT = { waitSeconds: 20 };

/** Places to lock: a file that is not there yet, and a directory. */
function places(): { readonly file: string; readonly directory: string } {
  const folder = mkdtempSync(join(tmpdir(), "guard-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "directory"));
  return { file: join(folder, "file"), directory: join(folder, "directory") };
}

test.each(["file", "directory"] as const)("a %s is held by one at a time", async (kind) => {
  const path = places()[kind];
  const first = await holdLock(path, AT_ONCE);
  if (first.is !== "held") throw new Error(first.is);
  expect(await holdLock(path, AT_ONCE)).toEqual({ is: "taken" });
  const next = holdLock(path, PATIENT);
  await first.lock[Symbol.asyncDispose]();
  const second = await next;
  if (second.is !== "held") throw new Error(second.is);
  // Given back once, it is the other's.
  await first.lock[Symbol.asyncDispose]();
  expect(await holdLock(path, AT_ONCE)).toEqual({ is: "taken" });
  await second.lock[Symbol.asyncDispose]();
});

test("the lock ends with its holder, however that ends", async () => {
  const { directory } = places();
  const code = `
    import { holdLock } from ${JSON.stringify(new URL("./hold-lock.ts", import.meta.url).href)};
    const held = await holdLock(process.argv[1], { waitSeconds: 0 });
    console.log(held.is);
    setInterval(() => held, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", code, directory]);
  const [said] = await once(holder.stdout, "data");
  expect(String(said)).toBe("held\n");
  expect(await holdLock(directory, AT_ONCE)).toEqual({ is: "taken" });
  holder.kill("SIGKILL");
  await once(holder, "close");
  const next = await holdLock(directory, AT_ONCE);
  expect(next.is).toBe("held");
  if (next.is === "held") await next.lock[Symbol.asyncDispose]();
});

test("the process list does not show the locked path", async () => {
  const { directory } = places();
  const held = await holdLock(directory, AT_ONCE);
  if (held.is !== "held") throw new Error(held.is);
  await using _lock = held.lock;
  const waiting = holdLock(directory, { waitSeconds: 1 });
  const lines = namesIn(rawPath("/proc"))
    .filter((name) => /^\d+$/.test(name))
    .map(commandLine);
  expect(lines.filter((line) => line.includes(directory))).toEqual([]);
  expect(await waiting).toEqual({ is: "taken" });
});

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return "";
  }
}

test("a link is not followed, and says so", async () => {
  const { file, directory } = places();
  for (const target of [directory, join(directory, "made")]) {
    symlinkSync(target, file);
    expect(await holdLock(file, AT_ONCE)).toMatchObject({ is: "impossible" });
    rmSync(file);
  }
  expect(namesIn(rawPath(directory))).toEqual([]);
});

test("if locking is impossible, the error says what is missing", async () => {
  const { file } = places();
  expect(await holdLock(file, { ...AT_ONCE, locker: null })).toMatchObject({ is: "impossible" });
});
