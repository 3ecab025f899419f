import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

test("a server that is killed again and again loses nothing it has acknowledged", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, "--minutes", "0.2"], {
    encoding: "utf8",
  });
  expect(`${stdout}${stderr}`).toContain("0 violations");
  expect(status).toBe(0);
}, 240_000);
