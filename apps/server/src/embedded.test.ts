import { chmodSync, existsSync } from "node:fs";
import { SqliteStore } from "@bazaar/store/sqlite";
import { expect, test } from "vitest";
import { Folder } from "../test/server.ts";
import { openEmbedded } from "./embedded.ts";

test("a market inside a program notes no heartbeats: its clocks go on without it", async () => {
  using folder = new Folder();
  const database = folder.at("market.db");
  const market = await openEmbedded({
    database,
    key: folder.at("market.key"),
    agentKey: folder.at("agent.key"),
    knownFixes: folder.at("known.json"),
    sessions: folder.at("sessions"),
  });
  const answer = await market.fetch(new Request("http://localhost/outages"));
  expect(answer.status).toBe(200);
  await market.close();
  using store = new SqliteStore(database);
  expect(await store.lastBeat()).toBeNull();
});

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
