import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { StoreDamaged, StoreUnavailable } from "@bazaar/market/ports";
import { freeTerms, PRINCIPAL, rehearse } from "@bazaar/testkit";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { lineOf, wholeFeed } from "../../test/whole-feed.ts";
import { backupDatabase } from "./backup-database.ts";
import { SqliteStore } from "./sqlite-store.ts";

const WRITER = fileURLToPath(new URL("../../test/writer.ts", import.meta.url));
const ON_WINDOWS = process.platform === "win32";

/** A process that writes, and what it reports as stored, line by line. */
class Writer {
  readonly #process: ChildProcessByStdio<null, Readable, null>;
  #output = "";

  constructor(path: string) {
    const stdio = ["ignore", "pipe", "inherit"] as const;
    this.#process = spawn(process.execPath, [WRITER, path], { stdio: [...stdio] });
    this.#process.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#output += text;
    });
    onTestFinished(() => void this.#process.kill("SIGKILL"));
  }

  get lines(): readonly string[] {
    return this.#output.split("\n").slice(0, -1);
  }

  async goesOnFor(lines: number): Promise<void> {
    const enough = this.lines.length + lines;
    while (this.lines.length < enough) await once(this.#process.stdout, "data");
  }

  async stop(): Promise<void> {
    this.#process.kill("SIGKILL");
    const [, signal] = await once(this.#process, "close");
    expect(signal, "the writer stopped by itself").toBe("SIGKILL");
  }
}

test("a copy made while another process writes is complete and does not block it", async () => {
  const folder = await temporaryFolder();
  const [from, to] = [join(folder, "market.db"), join(folder, "copy.db")];
  const writer = new Writer(from);
  await writer.goesOnFor(500);
  const told = writer.lines;
  await backupDatabase(from, to);
  await writer.goesOnFor(100);
  await writer.stop();

  using copy = new SqliteStore(to);
  const copied = new Set((await wholeFeed(copy)).map(lineOf));
  expect(told.filter((line) => !copied.has(line))).toEqual([]);
  expect(copied.size).toBeLessThan(writer.lines.length);
  const { holds, accounts, world } = await copy.ledger.totals("XNO");
  expect(holds).toBeGreaterThan(0n);
  expect(holds + accounts + world).toBe(0n);
});

test("a copy of a closed file is writable", async () => {
  const folder = await temporaryFolder();
  const [from, to] = [join(folder, "market.db"), join(folder, "copy.db")];
  const contract = rehearse(1, freeTerms());
  {
    using store = new SqliteStore(from);
    await store.commit([contract.post()]);
  }
  await backupDatabase(from, to);
  using copy = new SqliteStore(to);
  expect((await copy.load(contract.id))?.state).toEqual(contract.state);
  const canceled = contract.play(PRINCIPAL, "cancel");
  expect(await copy.commit([canceled])).toEqual([{ is: "stored", no: 2 }]);
});

test("an existing file is not overwritten", async () => {
  const folder = await temporaryFolder();
  const [from, to] = [join(folder, "market.db"), join(folder, "copy.db")];
  new SqliteStore(from)[Symbol.dispose]();
  await writeFile(to, "an important file");
  await expect(backupDatabase(from, to)).rejects.toThrow(StoreUnavailable);
  expect(await readFile(to, "utf8")).toBe("an important file");
  await expect(backupDatabase(from, from)).rejects.toThrow(StoreUnavailable);
  new SqliteStore(from)[Symbol.dispose]();
});

test("a missing file or one that is not a database is not copied, and no file is left", async () => {
  const folder = await temporaryFolder();
  const [none, text, to] = ["none.db", "text.db", "copy.db"].map((name) => join(folder, name));
  if (none === undefined || text === undefined || to === undefined) throw new Error("three names");
  await writeFile(text, "no database at all, but long enough to look at".repeat(100));
  await expect(backupDatabase(none, to)).rejects.toThrow(StoreUnavailable);
  await expect(backupDatabase(none, to)).rejects.toThrow("cannot open the database");
  await expect(backupDatabase(text, to)).rejects.toThrow(StoreUnavailable);
  expect([none, to].filter(existsSync)).toEqual([]);
});

test("a damaged database is not copied, and an earlier copy stays", async () => {
  const folder = await temporaryFolder();
  const [from, to] = [join(folder, "market.db"), join(folder, "copy.db")];
  const earlier = join(folder, "earlier.db");
  {
    using store = new SqliteStore(from);
    const document = { text: "x".repeat(70_000) };
    await store.commit([rehearse(1, freeTerms({ document })).post()]);
  }
  await backupDatabase(from, earlier);
  const kept = await readFile(earlier);
  const bytes = await readFile(from);
  await writeFile(from, bytes.fill(0xa5, bytes.length - 4_096));
  for (const target of [to, earlier]) {
    await expect(backupDatabase(from, target)).rejects.toThrow(StoreUnavailable);
  }
  await expect(backupDatabase(from, to)).rejects.toThrow(StoreDamaged);
  expect(await readFile(earlier)).toEqual(kept);
  expect((await readdir(folder)).filter((name) => name.startsWith("copy"))).toEqual([]);
});

test.skipIf(ON_WINDOWS)("only its owner can read a copy (needs file modes)", async () => {
  const folder = await temporaryFolder();
  const [from, to] = [join(folder, "market.db"), join(folder, "copy.db")];
  new SqliteStore(from)[Symbol.dispose]();
  await backupDatabase(from, to);
  expect((await stat(to)).mode & 0o777).toBe(0o600);
});
