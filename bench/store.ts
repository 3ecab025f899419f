/** Acts stored durably in SQLite, one at a time and in groups, compared with bare commits. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SqliteStore } from "@bazaar/store/sqlite";
import {
  type ActWrite,
  AGENT,
  fulfilled,
  grant,
  PRINCIPAL,
  rehearse,
  units,
} from "@bazaar/testkit";
import { count, type Line, rateOf, rates, report } from "./measure.ts";
import { artifactLines } from "./store/artifact-lines.ts";

const CONTRACTS = 64;
const ALONE = 40;

export async function benchStore(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bazaar-bench-"));
  try {
    report(await storeLines(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function storeLines(folder: string): Promise<readonly Line[]> {
  using store = new SqliteStore(join(folder, "market.db"));
  for (const { party } of [PRINCIPAL, AGENT]) await grant(store.ledger, party, units("1000000"));
  const bare = bareCommits(join(folder, "bare.db"));
  let next = 0;
  const contracts = (amount: number): readonly (readonly ActWrite[])[] =>
    Array.from({ length: amount }, () => {
      next += 1;
      return fulfilled(rehearse(next));
    });
  // Prepared in advance: deciding and signing is not measured here.
  const alone = Array.from({ length: 8 }, () => contracts(ALONE / 5));
  const grouped = Array.from({ length: 8 }, () => contracts(CONTRACTS));
  const measured = await rates([
    { name: "bare", run: () => bare(200) },
    { name: "alone", run: () => storeEach(store, alone.pop() ?? []) },
    { name: "grouped", run: () => storeTogether(store, grouped.pop() ?? []) },
  ]);
  const [limit, single, group] = ["bare", "alone", "grouped"].map((name) => rateOf(measured, name));
  if (limit === undefined || single === undefined || group === undefined) return [];
  const disk = `bare SQLite commits of one row ${count(limit)}/s`;
  return [
    line("acts stored durably, one at a time", single, disk, limit),
    line(`acts stored durably, ${CONTRACTS} at a time`, group, disk, limit),
    ...(await artifactLines(store)),
  ];
}

/** The cheapest durable write: one row, one commit. */
function bareCommits(path: string): (amount: number) => number {
  const db = new DatabaseSync(path);
  db.exec("pragma journal_mode = WAL; pragma synchronous = FULL; create table rows (row text)");
  const insert = db.prepare("insert into rows values (?)");
  return (amount) => {
    for (let row = 0; row < amount; row += 1) insert.run("x".repeat(500));
    return amount;
  };
}

async function storeEach(
  store: SqliteStore,
  contracts: readonly (readonly ActWrite[])[],
): Promise<number> {
  for (const writes of contracts) for (const write of writes) await storeOne(store, write);
  return contracts.flat().length;
}

async function storeTogether(
  store: SqliteStore,
  contracts: readonly (readonly ActWrite[])[],
): Promise<number> {
  await Promise.all(
    contracts.map(async (writes) => {
      for (const write of writes) await storeOne(store, write);
    }),
  );
  return contracts.flat().length;
}

async function storeOne(store: SqliteStore, write: ActWrite): Promise<void> {
  const [answer] = await store.commit([write]);
  if (answer?.is !== "stored") throw new Error(`not stored: ${answer?.is}`);
}

function line(what: string, rate: number, reference: string, limit: number): Line {
  return { what, figure: `${count(rate)} /s`, reference, ratio: rate / limit, target: null };
}
