import { type Gap, invariant, MIN_GAP_MS } from "@bazaar/kernel";
import { type Beat, type GapQuery, MAX_GAPS } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { integer } from "./rows.ts";

/** The last beat of any process, and the gaps between beats. */
export class SqliteHeartbeats {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  beat(nowMs: number): Promise<Beat> {
    return this.#db.write(() => {
      const last = this.last();
      if (last !== null && nowMs - last.atMs > MIN_GAP_MS) this.#add(last.atMs, nowMs);
      const sql = `insert into heartbeat (only, beat_at) values (1, ?)
        on conflict do update set beat_at = max(beat_at, excluded.beat_at)`;
      this.#db.prepare(sql).run(nowMs);
      const beat = this.last();
      invariant(beat !== null, "a beat was noted");
      return beat;
    });
  }

  last(): Beat | null {
    const sql = `select beat_at, coalesce((select max(to_at) from gaps), 0) as last_gap
      from heartbeat`;
    const row = this.#db.prepare(sql).get();
    if (row === undefined) return null;
    return { atMs: integer(row, "beat_at"), lastGapMs: integer(row, "last_gap") };
  }

  gaps({ afterMs, beforeMs, limit }: GapQuery): readonly Gap[] {
    const sql = `select from_at, to_at from gaps where to_at > ? and from_at < ?
      order by no desc limit ?`;
    const rows = this.#db.prepare(sql).all(afterMs, beforeMs, limit);
    return rows.map((row) => ({ fromMs: integer(row, "from_at"), toMs: integer(row, "to_at") }));
  }

  #add(fromMs: number, toMs: number): void {
    const sql = "insert into gaps (from_at, to_at) values (?, ?)";
    const no = Number(this.#db.prepare(sql).run(fromMs, toMs).lastInsertRowid);
    this.#db.prepare("delete from gaps where no <= ?").run(no - MAX_GAPS);
  }
}
