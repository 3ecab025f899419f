import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** For what hangs: the load itself takes 12 seconds, and a busy machine takes minutes to answer it. */
const TIMEOUT_MS = 900_000;
const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

test(
  "a server that is killed again and again loses nothing it has acknowledged",
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, "--minutes", "0.2"], {
      encoding: "utf8",
    });
    expect(`${stdout}${stderr}`).toContain("0 violations");
    expect(status).toBe(0);
  },
  TIMEOUT_MS,
);
