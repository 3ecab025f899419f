import type { ContractId, Party } from "@bazaar/kernel";
import {
  type ArtifactLimits,
  type ArtifactUsage,
  type KeepAnswer,
  MAX_UPLOAD_MS,
  StoreDamaged,
  StoreUnavailable,
  type Upload,
} from "@bazaar/market/ports";
import { exceeded } from "../artifact-limits.ts";
import type { Database } from "./database.ts";
import { bytes, integer } from "./rows.ts";
import { IS_OPEN } from "./sqlite-census.ts";
import type { SqliteNames } from "./sqlite-names.ts";

/** How many chunks one transaction removes. */
const REMOVED_AT_ONCE = 8;

/** The tables of artifacts. What changes them is called only inside a write. */
export class ArtifactRows {
  readonly #db: Database;
  readonly #names: SqliteNames;

  constructor(db: Database, names: SqliteNames) {
    this.#db = db;
    this.#names = names;
  }

  /** The number of a new upload, or the answer to it. */
  begin(upload: Upload, limits: ArtifactLimits): number | KeepAnswer {
    const { owner, hash, bytes: size, createdMs } = upload;
    const found = this.find(hash);
    const isHeld = found !== null && this.#isHeldBy(found.no, owner);
    if (isHeld) return this.#hold(found.no, upload);
    const used = { owner: this.usage(owner), totalBytes: this.#totalBytes() };
    const limit = exceeded(size, used, limits);
    if (limit !== null) return { is: "over_limit", limit };
    const sql = "insert into artifacts (created_at, bytes) values (?, ?)";
    const no = Number(this.#db.prepare(sql).run(createdMs, size).lastInsertRowid);
    this.#hold(no, upload);
    return no;
  }

  /** False if the upload's time was over. */
  add(no: number, seq: number, chunk: Uint8Array): boolean {
    if (!this.#isHeld(no)) return false;
    const sql = "insert into artifact_chunks (artifact, seq, body) values (?, ?, ?)";
    this.#db.prepare(sql).run(no, seq, chunk);
    return true;
  }

  /** Makes an upload visible, or its owner one of what is there already. */
  finish(no: number, upload: Upload): KeepAnswer {
    if (!this.#isHeld(no)) return { is: "too_slow" };
    const found = this.find(upload.hash);
    if (found !== null) {
      this.disown(no);
      return this.#hold(found.no, upload);
    }
    this.#db.prepare("update artifacts set hash = ? where no = ?").run(upload.hash, no);
    return this.#hold(no, upload);
  }

  find(hash: string): { readonly no: number; readonly bytes: number } | null {
    const row = this.#db.prepare("select no, bytes from artifacts where hash = ?").get(hash);
    return row === undefined ? null : { no: integer(row, "no"), bytes: integer(row, "bytes") };
  }

  isVisible(no: number): boolean {
    const sql = "select 1 from artifacts where no = ? and hash is not null";
    return this.#db.prepare(sql).get(no) !== undefined;
  }

  chunk(no: number, seq: number): Uint8Array {
    const sql = "select body from artifact_chunks where artifact = ? and seq = ?";
    const row = this.#db.prepare(sql).get(no, seq);
    if (row !== undefined) return bytes(row, "body");
    if (!this.isVisible(no)) throw new StoreUnavailable("the artifact was removed");
    throw new StoreDamaged("the database is damaged: a part of an artifact is missing");
  }

  usage(owner: Party): ArtifactUsage {
    const sql = `select count(*) as count, ifnull(sum(bytes), 0) as bytes from artifact_owners
      join artifacts on artifacts.no = artifact where owner = ?`;
    const row = this.#db.prepare(sql).get(this.#names.find(owner)) ?? {};
    return { bytes: integer(row, "bytes"), count: integer(row, "count") };
  }

  pin(hash: string, contract: ContractId): boolean {
    const found = this.find(hash);
    if (found === null) return false;
    const sql = `insert into artifact_pins (artifact, contract) values (?, ?)
      on conflict do nothing`;
    this.#db.prepare(sql).run(found.no, contract);
    return true;
  }

  /** Owners whose artifact has expired or whose upload is over. */
  expired(
    nowMs: number,
    limit: number,
  ): readonly { readonly no: number; readonly owner: number }[] {
    const sql = `select artifact, owner from artifact_owners
        join artifacts on artifacts.no = artifact
        where expires_at <= ? and hash is not null and not exists (
          select 1 from artifact_pins as pin join contracts on contracts.id = pin.contract
          where pin.artifact = artifacts.no and ${IS_OPEN})
      union all select artifact, owner from artifacts
        join artifact_owners on artifact = artifacts.no
        where hash is null and artifacts.created_at < ?
      limit ?`;
    const rows = this.#db.prepare(sql).all(nowMs, nowMs - MAX_UPLOAD_MS, limit);
    return rows.map((row) => ({ no: integer(row, "artifact"), owner: integer(row, "owner") }));
  }

  expire(nowMs: number, limit: number): number {
    const expired = this.expired(nowMs, limit);
    const remove = "delete from artifact_owners where artifact = ? and owner = ?";
    for (const { no, owner } of expired) {
      this.#db.prepare(remove).run(no, owner);
      if (!this.#isHeld(no)) this.disown(no);
    }
    return expired.length;
  }

  /** Nobody sees it any more, and it counts for nobody. */
  disown(no: number): void {
    this.#db.prepare("delete from artifact_owners where artifact = ?").run(no);
    this.#db.prepare("delete from artifact_pins where artifact = ?").run(no);
    this.#db.prepare("update artifacts set hash = null where no = ?").run(no);
  }

  withoutOwner(limit: number): readonly number[] {
    const sql = `select no from artifacts where hash is null
      and not exists (select 1 from artifact_owners where artifact = no) limit ?`;
    return this.#db
      .prepare(sql)
      .all(limit)
      .map((row) => integer(row, "no"));
  }

  /** Removes a part of what has no owner; false when that was the last. */
  removeSome(no: number): boolean {
    const sql = `delete from artifact_chunks where rowid in
      (select rowid from artifact_chunks where artifact = ? limit ${REMOVED_AT_ONCE})`;
    if (Number(this.#db.prepare(sql).run(no).changes) === REMOVED_AT_ONCE) return true;
    this.#db.prepare("delete from artifacts where no = ?").run(no);
    return false;
  }

  #hold(no: number, { owner, hash, bytes: size, createdMs, expiresMs }: Upload): KeepAnswer {
    const sql = `insert into artifact_owners (owner, artifact, created_at, expires_at)
      values (?, ?, ?, ?)
      on conflict do update set expires_at = max(expires_at, excluded.expires_at)
      returning created_at, expires_at`;
    const row =
      this.#db.prepare(sql).get(this.#names.numberOf(owner), no, createdMs, expiresMs) ?? {};
    const times = { createdMs: integer(row, "created_at"), expiresMs: integer(row, "expires_at") };
    return { is: "kept", artifact: { hash, bytes: size, ...times } };
  }

  #isHeld(no: number): boolean {
    const sql = "select 1 from artifact_owners where artifact = ?";
    return this.#db.prepare(sql).get(no) !== undefined;
  }

  #isHeldBy(no: number, owner: Party): boolean {
    const sql = "select 1 from artifact_owners where artifact = ? and owner = ?";
    return this.#db.prepare(sql).get(no, this.#names.find(owner)) !== undefined;
  }

  #totalBytes(): number {
    const row = this.#db.prepare("select bytes from artifact_total").get() ?? {};
    return integer(row, "bytes");
  }
}
