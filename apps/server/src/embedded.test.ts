import { chmodSync, existsSync } from "node:fs";
import { expect, test } from "vitest";
import { Folder } from "../test/server.ts";
import { openEmbedded } from "./embedded.ts";

test("a market whose agent cannot start is closed again", async () => {
  using folder = new Folder();
  const files = {
    database: folder.at("market.db"),
    key: folder.at("market.key"),
    agentKey: folder.write("agent.key", "ab".repeat(32)),
    knownFixes: folder.at("known.json"),
    sessions: folder.at("sessions"),
  };
  chmodSync(files.agentKey, 0o644);
  await expect(openEmbedded(files, {}, { worksOn: () => [] })).rejects.toThrow(
    "others can read this key",
  );
  // SQLite removes its log when the last connection closes.
  expect(existsSync(files.database)).toBe(true);
  expect(existsSync(`${files.database}-wal`)).toBe(false);
});
