import type { Task } from "@bazaar/kernel";
import type { ClaimedTask, Store } from "@bazaar/market/ports";
import type { Database } from "./database.ts";
import { integer, parseRecord, recordText, text } from "./rows.ts";

/** Tasks that wait for their time; finished ones keep their key and have no time. */
export class SqliteTasks {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Only inside a write. A key is used for one task only, also after it is finished. */
  add(task: Task, runAtMs: number): void {
    const sql =
      "insert into tasks (key, task, run_at) values (?, ?, ?) on conflict (key) do nothing";
    this.#db.prepare(sql).run(task.key, recordText(task), runAtMs);
  }

  claim({
    nowMs,
    leaseMs,
    limit,
  }: Parameters<Store["claimTasks"]>[0]): Promise<readonly ClaimedTask[]> {
    return this.#db.write(() => {
      const ready = this.#db
        .prepare(
          "select no, task, attempt from tasks where run_at <= ? order by run_at, no limit ?",
        )
        .all(nowMs, limit);
      const take = this.#db.prepare("update tasks set run_at = ?, attempt = ? where no = ?");
      return ready.map((row) => {
        const attempt = integer(row, "attempt") + 1;
        take.run(nowMs + leaseMs, attempt, integer(row, "no"));
        return { task: parseRecord<Task>(text(row, "task")), attempt };
      });
    });
  }

  finish(key: string, attempt: number): Promise<boolean> {
    return this.#setTime(key, attempt, null);
  }

  retry(key: string, attempt: number, runAtMs: number): Promise<boolean> {
    return this.#setTime(key, attempt, runAtMs);
  }

  #setTime(key: string, attempt: number, runAtMs: number | null): Promise<boolean> {
    return this.#db.write(() => {
      const sql = `update tasks set run_at = ? where key = ? and attempt = ? and run_at is not null`;
      return Number(this.#db.prepare(sql).run(runAtMs, key, attempt).changes) === 1;
    });
  }
}
