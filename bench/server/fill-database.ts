/**
 * Makes a large database within a minute. The server and the store make a few contracts; the rest
 * are copies of their rows, each with its own id in every table.
 *
 * Feed, deadlines, holds and balances are correct in the copies. Only the id of a copy is not the
 * hash of its terms, so its transcript would not verify; nothing that is measured reads one.
 */
import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { Party } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { SqliteStore } from "@bazaar/store/sqlite";
import { grant, Rehearsal, sampleTerms, units } from "@bazaar/testkit";
import type { ServerFolder } from "../../tools/soak/server-process.ts";

const MAX_PICKUP_SECONDS = 30 * 86_400;

export interface Size {
  readonly openContracts: number;
  readonly entries: number;
}

/** Posts contracts that stay open for a month, through the store. */
export async function postOpenContracts(
  { database }: ServerFolder,
  platform: Party,
  contracts: number,
): Promise<void> {
  using store = new SqliteStore(database);
  for (let number = 0; number < contracts; number += 1) {
    const principal = generateSigner();
    await grant(store.ledger, principal.party, units("100000"));
    const terms = sampleTerms({
      principal: principal.party,
      platform,
      court: { kind: "tiered", judge: platform, tiers: ["district", "appeals", "supreme"] },
      rules: { pickupSeconds: MAX_PICKUP_SECONDS },
      nonce: randomBytes(32).toString("hex"),
    });
    const contract = new Rehearsal(terms);
    contract.nowMs = Date.now();
    const [answer] = await store.commit([contract.post(principal)]);
    if (answer?.is !== "stored") throw new Error(`not stored: ${answer?.is}`);
  }
}

/** Copies contracts until the database has the given size. */
export function copyContracts({ database }: ServerFolder, size: Size): Size {
  const db = new DatabaseSync(database);
  try {
    db.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -500000");
    db.exec("begin");
    const { openContracts, entries } = sizeOf(db);
    copyEach(db, "phase = 'open'", size.openContracts - openContracts);
    const ended = "phase = 'fulfilled' and awaits_settlement = 0";
    const missing = size.entries - entries - (size.openContracts - openContracts);
    copyEach(db, ended, Math.ceil(missing / entriesOf(db, ended)));
    db.exec("commit; analyze");
    return sizeOf(db);
  } finally {
    db.close();
  }
}

function sizeOf(db: DatabaseSync): Size {
  const count = (sql: string): number => Number(db.prepare(sql).get()?.found ?? 0);
  return {
    openContracts: count("select count(*) as found from contracts where phase = 'open'"),
    entries: count("select count(*) as found from entries"),
  };
}

function entriesOf(db: DatabaseSync, which: string): number {
  const sql = `select max(seq) as found from contracts where ${which}`;
  return Number(db.prepare(sql).get()?.found ?? 0);
}

/** Copies the matching contracts in turn, so that no party has all the copies. */
function copyEach(db: DatabaseSync, which: string, copies: number): void {
  const found = db.prepare(`select no from contracts where ${which}`).all();
  const { no: last } = db.prepare("select max(no) as no from contracts").get() ?? {};
  db.exec("create temp table copies (no integer primary key, id text, origin integer, was text)");
  const insert = db.prepare("insert into copies select ?, ?, no, id from contracts where no = ?");
  for (let copy = 1; copy <= copies; copy += 1) {
    const origin = found[copy % found.length]?.no ?? null;
    insert.run(Number(last) + copy, randomBytes(32).toString("hex"), origin);
  }
  for (const statement of COPY) db.exec(statement);
  db.exec("drop table copies");
}

const ROWS_OF = "from copies join";

const COPY: readonly string[] = [
  `insert into contracts select copies.no, copies.id, seq, signed_legs, phase, principal, agent,
      seat, due_at, posted_at, awaits_settlement, is_settleable, unsupported, head, signed_payees,
      replace(state, was, copies.id)
    ${ROWS_OF} contracts on contracts.no = origin order by copies.no`,
  "insert into aliases select substr(id, 1, 32), no from copies",
  `insert into entries (contract, seq, phase_before, phase, received_at, hash, body)
    select copies.no, seq, phase_before, phase, received_at, hash, replace(body, was, id)
    ${ROWS_OF} entries on contract = origin order by copies.no, seq`,
  `insert into legs (key, contract, pot, is_from_act, leg, status, is_waiting, message, proof)
    select replace(key, was, id), copies.no, pot, is_from_act, replace(leg, was, id), status,
      is_waiting, replace(message, was, id), replace(proof, was, id)
    ${ROWS_OF} legs on contract = origin order by copies.no, legs.no`,
  `insert into names (name) select 'hold/' || id || '/0' from copies`,
  `insert into balances select names.no, 'XNO', 0, 1
    ${ROWS_OF} names on name = 'hold/' || id || '/0'`,
  // A trigger updates the balances, so postings are inserted in their original order.
  `create temp table moves as select copies.no as copy, postings.no as step,
      replace(postings.key, was, id) as key, asset, amount,
      case when s.name like 'hold/%' then mine.no else source end as source,
      case when t.name like 'hold/%' then mine.no else target end as target
    ${ROWS_OF} names as held on held.name = 'hold/' || was || '/0'
    join names as mine on mine.name = 'hold/' || id || '/0'
    join postings on source = held.no or target = held.no
    join names as s on s.no = source join names as t on t.no = target`,
  `insert into postings (contract, key, source, target, asset, amount)
    select copy, key, source, target, asset, amount from moves order by copy, step`,
  "drop table moves",
];
