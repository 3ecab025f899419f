import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
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
