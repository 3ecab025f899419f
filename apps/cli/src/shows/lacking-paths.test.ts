import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RepairEvent } from "@bazaar/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { hiddenPaths } from "./hidden-paths.ts";
import { LackingPaths } from "./lacking-paths.ts";

const EVERYTHING = { hides: () => true };

function home(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lacking-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("HOME", folder);
  mkdirSync(join(folder, ".npm/_logs"), { recursive: true });
  writeFileSync(join(folder, ".npm/_logs/a.log"), "");
  writeFileSync(join(folder, "words.txt"), "");
  return folder;
}

function tried(verdict: "pass" | "fail", tail: string): RepairEvent {
  return { type: "tried", verdict, evidence: { tail } };
}

test("a fix that fails because of a hidden file names the flag, a stranger's without the path", () => {
  const words = join(home(), "words.txt");
  const lacking = new LackingPaths();
  lacking.see(tried("fail", `cat: ${words}: No such file or directory`));
  expect(lacking.advice({ isOwnAgent: true })).toBeNull();
  lacking.seenIn(EVERYTHING);
  lacking.see(tried("fail", `cat: ${words}: No such file or directory`));
  expect(lacking.advice({ isOwnAgent: true })).toBe(
    `a fix needs ${words}, which is hidden from it; --show ${words} shows it`,
  );
  expect(lacking.advice({ isOwnAgent: false })).not.toContain(words);
  lacking.see(tried("pass", words));
  expect(lacking.advice({ isOwnAgent: true })).toBeNull();
});

test("logs and caches of tools are never asked for", () => {
  const folder = home();
  const said = `A complete log of this run can be found in: ${folder}/.npm/_logs/a.log`;
  expect(hiddenPaths(said, EVERYTHING)).toEqual([]);
  expect(hiddenPaths(`${folder}/words.txt`, EVERYTHING)).toHaveLength(1);
});
