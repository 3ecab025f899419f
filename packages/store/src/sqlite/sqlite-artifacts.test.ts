import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreDamaged, type Upload } from "@bazaar/market/ports";
import { PRINCIPAL, START_MS } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { backupDatabase } from "./backup-database.ts";
import { SqliteStore } from "./sqlite-store.ts";

const BYTES = 500_000;
const AMPLE = { bytes: BYTES, ownerBytes: BYTES, ownerCount: 9, totalBytes: 2 * BYTES };

async function* pieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

function uploadOf(letter: string): Upload {
  const content = Buffer.alloc(BYTES, letter);
  const hash = createHash("sha256").update(content).digest("hex");
  const times = { createdMs: START_MS, expiresMs: START_MS + 1_000 };
  return { owner: PRINCIPAL.party, hash, bytes: BYTES, content: pieces(content), ...times };
}

/** A file with one artifact, of four chunks; and the artifact's hash. */
async function fileWithOne(): Promise<{ readonly path: string; readonly hash: string }> {
  const path = join(await temporaryFolder(), "market.db");
  using store = new SqliteStore(path);
  const upload = uploadOf("a");
  await store.artifacts.keep(upload, AMPLE);
  return { path, hash: upload.hash };
}

function run(path: string, sql: string): readonly unknown[] {
  using file = new DatabaseSync(path);
  return file.prepare(sql).all();
}

async function read(store: SqliteStore, hash: string, received: Uint8Array[]): Promise<void> {
  const opened = await store.artifacts.open(hash);
  for await (const piece of opened?.content ?? []) received.push(piece);
}

test.each([
  {
    what: "a changed byte",
    sql: "update artifact_chunks set body = cast('b' || substr(body, 2) as blob) where seq = 1",
  },
  { what: "a missing chunk", sql: "delete from artifact_chunks where seq = 3" },
  { what: "a wrong length", sql: "update artifacts set bytes = 131072" },
  { what: "no length", sql: "update artifacts set bytes = 0" },
  {
    what: "two chunks in the wrong place",
    sql: "update artifact_chunks set seq = 9 where seq = 2",
  },
])("$what ends the content as damaged before its last piece", async ({ sql }) => {
  const { path, hash } = await fileWithOne();
  run(path, sql);
  using store = new SqliteStore(path);
  const received: Uint8Array[] = [];
  await expect(read(store, hash, received)).rejects.toThrow(StoreDamaged);
  expect(received.length).toBeLessThan(4);
});

test("the same content, or other content than stated, leaves no chunks behind", async () => {
  const { path, hash } = await fileWithOne();
  using store = new SqliteStore(path);
  const other = {
    ...uploadOf("a"),
    owner: uploadOf("a").owner.replace(/.$/, "0") as Upload["owner"],
  };
  expect(await store.artifacts.keep(other, AMPLE)).toMatchObject({ is: "kept" });
  const wrong = { ...uploadOf("b"), owner: other.owner };
  const more = { ...AMPLE, ownerBytes: 2 * BYTES };
  const content = uploadOf("c").content;
  expect(await store.artifacts.keep({ ...wrong, content }, more)).toEqual({ is: "differs" });
  expect(run(path, "select count(*) as chunks from artifact_chunks")).toEqual([{ chunks: 4 }]);
  expect(run(path, "select bytes from artifact_total")).toEqual([{ bytes: BYTES }]);
  expect(run(path, "select hash from artifacts")).toEqual([{ hash }]);
});

test("a copy of the database has its artifacts", async () => {
  const { path, hash } = await fileWithOne();
  await backupDatabase(path, `${path}.copy`);
  using copy = new SqliteStore(`${path}.copy`);
  const received: Uint8Array[] = [];
  await read(copy, hash, received);
  expect(Buffer.concat(received).equals(Buffer.alloc(BYTES, "a"))).toBe(true);
});

test("an upload is written in transactions of one chunk each", async () => {
  const path = join(await temporaryFolder(), "market.db");
  using store = new SqliteStore(path);
  using other = new DatabaseSync(path);
  const stored = () => Number(other.prepare("select count(*) as n from artifact_chunks").get()?.n);
  const seen: number[] = [];
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < BYTES; at += 100_000) {
      seen.push(stored());
      yield Buffer.alloc(100_000, "a");
    }
  }
  await store.artifacts.keep({ ...uploadOf("a"), content: content() }, AMPLE);
  expect(seen).toEqual([0, 0, 1, 2, 3]);
});
