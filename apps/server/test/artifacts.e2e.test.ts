import { createHash } from "node:crypto";
import { generateSigner } from "@bazaar/keys";
import { SqliteStore } from "@bazaar/store/sqlite";
import { expect, test } from "vitest";
import { Folder, TestServer } from "./server.ts";

const LIMITS = { bytes: 9, ownerBytes: 9, ownerCount: 9, totalBytes: 99 };

function uploadOf(letter: string, expiresMs: number) {
  const content = (async function* () {
    yield Buffer.from(letter);
  })();
  const hash = createHash("sha256").update(letter).digest("hex");
  return { owner: generateSigner().party, hash, bytes: 1, content, createdMs: 0, expiresMs };
}

test("a running server removes artifacts that have expired, and no others", async () => {
  using folder = new Folder();
  const [old, late] = [uploadOf("a", 1), uploadOf("b", Number.MAX_SAFE_INTEGER)];
  using store = new SqliteStore(folder.at("bazaar.db"));
  for (const upload of [old, late]) await store.artifacts.keep(upload, LIMITS);
  await using _server = await TestServer.start(folder);
  await expect.poll(() => store.artifacts.open(old.hash)).toBeNull();
  expect(await store.artifacts.open(late.hash)).not.toBeNull();
});
