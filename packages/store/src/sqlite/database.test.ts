import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "@bazaar/market/ports";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { Database } from "./database.ts";

async function emptyDatabase(): Promise<Database> {
  return new Database(join(await temporaryFolder(), "market.db"));
}

function addName(db: Database, name: string): () => string {
  return () => {
    db.prepare("insert into names (name) values (?)").run(name);
    return name;
  };
}

function namesIn(db: Database): readonly unknown[] {
  const rows = db.prepare("select name from names where no > 0 order by no").all();
  return rows.map(({ name }) => name);
}

test("a write that throws is undone, and the others of its transaction are stored", async () => {
  using db = await emptyDatabase();
  const failing = () => {
    addName(db, "undone")();
    throw new Error("changed its mind");
  };
  const settled = await Promise.allSettled([
    db.write(addName(db, "before")),
    db.write(failing),
    db.write(addName(db, "after")),
  ]);
  expect(settled).toMatchObject([
    { status: "fulfilled", value: "before" },
    { status: "rejected", reason: { message: "changed its mind" } },
    { status: "fulfilled", value: "after" },
  ]);
  expect(namesIn(db)).toEqual(["before", "after"]);
});

test("a single write that throws is undone, and the next one is stored", async () => {
  using db = await emptyDatabase();
  await db.write(addName(db, "ada"));
  await expect(db.write(addName(db, "ada"))).rejects.toThrow("UNIQUE");
  await db.write(addName(db, "bob"));
  expect(namesIn(db)).toEqual(["ada", "bob"]);
});

test("writes run once each if none throws", async () => {
  using db = await emptyDatabase();
  let runs = 0;
  const count = () => {
    runs += 1;
  };
  await Promise.all([db.write(count), db.write(count), db.write(count)]);
  expect(runs).toBe(3);
});

/** Starts to write to a file that has no log yet, and gives up after a moment. */
const WRITER = `
  const db = new (require("node:sqlite").DatabaseSync)(process.argv[1]);
  db.exec("begin immediate");
  console.log("writes");
  setTimeout(() => db.close(), 200);`;

test("while another process opens the same new file, it waits", async () => {
  const path = join(await temporaryFolder(), "market.db");
  const writer = spawn(process.execPath, ["-e", WRITER, path]);
  const exited = once(writer, "exit");
  await once(writer.stdout, "data");
  using db = new Database(path);
  expect(namesIn(db)).toEqual([]);
  await exited;
});

/** Far less than a write waits, and more than a busy machine delays a process. */
const MAX_PAUSE_MS = 1_000;

test("while another program locks the file, writes wait and nothing else does", async () => {
  const path = join(await temporaryFolder(), "market.db");
  const { promise: isNoticed, resolve } = Promise.withResolvers<void>();
  const locks: boolean[] = [];
  const onLock = (isLocked: boolean): void => {
    locks.push(isLocked);
    resolve();
  };
  using db = new Database(path, { onLock });
  const other = new DatabaseSync(path);
  other.exec("begin exclusive");
  const pauses = monitorEventLoopDelay({ resolution: 5 });
  pauses.enable();
  const writing = db.write(addName(db, "ada"));
  await isNoticed;
  expect(namesIn(db)).toEqual([]);
  pauses.disable();
  expect(pauses.max / 1e6).toBeLessThan(MAX_PAUSE_MS);
  expect(locks).toEqual([true]);
  other.close();
  expect(await writing).toBe("ada");
  expect(locks).toEqual([true, false]);
  expect(namesIn(db)).toEqual(["ada"]);
});

test("a write gives up after five seconds, and the next one is stored when the lock is gone", async () => {
  const path = join(await temporaryFolder(), "market.db");
  const failures: unknown[] = [];
  using db = new Database(path, { onFailure: (failure) => failures.push(failure) });
  const other = new DatabaseSync(path);
  other.exec("begin exclusive");
  const startMs = performance.now();
  await expect(db.write(addName(db, "ada"))).rejects.toThrow(StoreUnavailable);
  expect(performance.now() - startMs).toBeGreaterThan(4_900);
  other.close();
  expect(await db.write(addName(db, "bob"))).toBe("bob");
  expect(failures, "a lock is no failure of the file").toEqual([]);
  expect(namesIn(db)).toEqual(["bob"]);
}, 60_000);
