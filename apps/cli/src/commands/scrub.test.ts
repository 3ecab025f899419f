import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const MAIN = join(import.meta.dirname, "../../dist/main.mjs");

function scrub(args: readonly string[], input: string | Buffer, env: Record<string, string> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), "bazaar-scrub-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, ".env"), "SHOP_PASSWORD=from-the-f1le\n");
  writeFileSync(join(cwd, "one.txt"), "AUTH_TOKEN=zk29-qqa8-x1\n");
  writeFileSync(join(cwd, "two.txt"), "a zk29-qqa8-x1 b");
  return spawnSync(process.execPath, [MAIN, "scrub", ...args], {
    cwd,
    input,
    encoding: "utf8",
    env: { HOME: cwd, ...env },
  });
}

test("what is not secret comes out as it went in, to the last byte", () => {
  const text = "\ufeffa\tb\r\n\u001b[31mred\u001b[0m é 日本 \0 no line end";
  const { stdout, stderr, status } = scrub([], text);
  expect({ stdout, status }).toEqual({ stdout: text, status: 0 });
  expect(stderr).toContain("nothing was redacted");
});

test("bytes that are not UTF-8 become the replacement character", () => {
  expect(scrub([], Buffer.from([0x61, 0xff, 0xc3, 0x62])).stdout).toBe("a\ufffd\ufffdb");
});

test("values of the environment and of files nearby are known", () => {
  const env = { MY_API_KEY: "k3y-of-the-env" };
  const { stdout, stderr } = scrub([], "x k3y-of-the-env y from-the-f1le z", env);
  expect(stdout).toBe("x [REDACTED:api-key] y [REDACTED:password] z");
  expect(stderr).toContain("2 redacted: 1 api-key, 1 password");
});

test("files are read in turn, and what one gives away is redacted in the next", () => {
  const { stdout } = scrub(["one.txt", "two.txt"], "");
  expect(stdout).toBe("AUTH_TOKEN=[REDACTED:token]\na [REDACTED:token] b");
});

test("--json lists what was found where, and never what it was", () => {
  const { stdout } = scrub(["--json", "one.txt", "two.txt"], "");
  const lines = stdout.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { file: "one.txt", category: "token", line: 1, column: 12, length: 12 },
    { file: "two.txt", category: "token", line: 1, column: 3, length: 12 },
  ]);
  expect(stdout).not.toContain("zk29");
});

test("a missing file is bad input, and is named", () => {
  const { status, stderr, stdout } = scrub(["one.txt", "none.txt"], "");
  expect(status).toBe(2);
  expect(stderr).toContain("cannot read none.txt");
  expect(stdout).toBe("");
});
