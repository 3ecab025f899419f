import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { lineOf, wholeFeed } from "../../test/whole-feed.ts";
import { SqliteStore } from "./sqlite-store.ts";

const WRITER = fileURLToPath(new URL("../../test/writer.ts", import.meta.url));
const LIVES = 4;
const ACKNOWLEDGED = 150;

/** Starts a writer, waits for some reports, and kills it. */
async function liveAndDie(path: string, start: number): Promise<readonly string[]> {
  const writer = spawn(process.execPath, [WRITER, path, String(start)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  let isKilled = false;
  writer.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (isKilled || output.split("\n").length <= ACKNOWLEDGED) return;
    isKilled = writer.kill("SIGKILL");
  });
  const [, signal] = await once(writer, "close");
  expect(signal, "the writer stopped by itself").toBe("SIGKILL");
  // Text after the last line end was never reported.
  return output.split("\n").slice(0, -1);
}

test("what a killed process had stored is there, and the feed has no gap", async () => {
  const path = join(await temporaryFolder(), "market.db");
  const told: string[] = [];
  for (let life = 0; life < LIVES; life += 1) {
    told.push(...(await liveAndDie(path, life * 100_000)));
  }
  using store = new SqliteStore(path);
  const stored = new Set((await wholeFeed(store)).map(lineOf));
  expect(told.length).toBeGreaterThanOrEqual(LIVES * ACKNOWLEDGED);
  expect(told.filter((line) => !stored.has(line))).toEqual([]);
  const { holds, accounts, world } = await store.ledger.totals("XNO");
  expect(holds).toBeGreaterThan(0n);
  expect(holds + accounts + world).toBe(0n);
});
