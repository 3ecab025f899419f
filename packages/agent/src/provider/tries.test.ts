import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256Hex } from "@bazaar/kernel";
import { afterAll, expect, test } from "vitest";
import { Tries } from "./tries.ts";

const base = mkdtempSync(join(tmpdir(), "tries-"));
afterAll(() => rmSync(base, { recursive: true }));

const JOB = sha256Hex("a job");
const OTHER = sha256Hex("another");
/** What a process that is killed leaves: it never comes to the end of its run. */
const killed = (directory: string) => {
  void new Tries(directory).next(JOB, () => new Promise(() => undefined));
};

test("what ends is no try, whether it succeeds or fails", async () => {
  const tries = new Tries(join(base, "ends"));
  for (let times = 0; times < 5; times += 1) {
    expect(await tries.next(JOB, async () => "done")).toBe("done");
    const failing = tries.next(JOB, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
  }
});

test("after three processes that ended during a job it is not begun again, and others are", async () => {
  const directory = join(base, "killed");
  for (let times = 0; times < 3; times += 1) killed(directory);
  const tries = new Tries(directory);
  expect(await tries.next(JOB, async () => "done")).toBe("too_often");
  expect(await tries.next(OTHER, async () => "done")).toBe("done");
});

test("a process that goes on after two others and comes to an end starts the count again", async () => {
  const directory = join(base, "twice");
  for (let round = 0; round < 2; round += 1) {
    killed(directory);
    killed(directory);
    expect(await new Tries(directory).next(JOB, async () => "done")).toBe("done");
  }
});

test("of jobs that were left behind the oldest are forgotten", async () => {
  const directory = join(base, "left");
  mkdirSync(directory);
  for (let at = 0; at < 1_100; at += 1) {
    const path = join(directory, sha256Hex(String(at)));
    writeFileSync(path, "1");
    utimesSync(path, at, at);
  }
  await new Tries(directory).next(JOB, async () => "done");
  const left = new Set(readdirSync(directory));
  expect(left.size).toBe(999);
  expect([left.has(sha256Hex("0")), left.has(sha256Hex("1099"))]).toEqual([false, true]);
});
