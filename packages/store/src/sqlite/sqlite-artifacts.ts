/**
 * Artifacts in the file of everything else, so that one copy of it is a copy of the whole store.
 *
 * A chunk is one short transaction, and one of this process waits at a time, so that acts are not
 * delayed by uploads. An artifact without owners is removed, also in short transactions; its hash is
 * gone first. That is the end of every upload that failed, and of one whose process died.
 */
import type { ContractId, Party } from "@bazaar/kernel";
import type {
  ArtifactLimits,
  Artifacts,
  ArtifactUsage,
  KeepAnswer,
  OpenedArtifact,
  Upload,
} from "@bazaar/market/ports";
import { checkedContent, readUpload } from "../artifact-content.ts";
import { checkUpload } from "../artifact-limits.ts";
import { checkPage } from "../place.ts";
import { ArtifactRows } from "./artifact-rows.ts";
import type { Database } from "./database.ts";
import type { SqliteNames } from "./sqlite-names.ts";

export class SqliteArtifacts implements Artifacts {
  readonly #db: Database;
  readonly #rows: ArtifactRows;
  /** Resolves when the last chunk that waits is written. */
  #lastChunk: Promise<unknown> = Promise.resolve();

  constructor(db: Database, names: SqliteNames) {
    this.#db = db;
    this.#rows = new ArtifactRows(db, names);
  }

  async keep(upload: Upload, limits: ArtifactLimits): Promise<KeepAnswer> {
    checkUpload(upload);
    const begun = await this.#db.write(() => this.#rows.begin(upload, limits));
    if (typeof begun !== "number") return begun;
    try {
      return await this.#receive(begun, upload);
    } catch (error) {
      await this.#giveUp(begun);
      throw error;
    }
  }

  async open(hash: string): Promise<OpenedArtifact | null> {
    const found = this.#rows.find(hash);
    if (found === null) return null;
    const { no, bytes } = found;
    return { bytes, content: checkedContent({ hash, bytes }, (seq) => this.#rows.chunk(no, seq)) };
  }

  async usage(owner: Party): Promise<ArtifactUsage> {
    return this.#rows.usage(owner);
  }

  pin(hash: string, contract: ContractId): Promise<boolean> {
    return this.#db.write(() => this.#rows.pin(hash, contract));
  }

  async expire(nowMs: number, limit: number): Promise<number> {
    checkPage(limit);
    const isDue = this.#rows.expired(nowMs, limit).length > 0;
    const expired = isDue ? await this.#db.write(() => this.#rows.expire(nowMs, limit)) : 0;
    const removed = this.#rows.withoutOwner(limit);
    for (const no of removed) await this.#remove(no);
    return Math.max(expired, removed.length);
  }

  async #receive(no: number, upload: Upload): Promise<KeepAnswer> {
    const end = await readUpload(upload, (chunk, seq) => this.#addChunk(no, seq, chunk));
    if (end !== "whole") {
      await this.#giveUp(no);
      return { is: end };
    }
    const answer = await this.#db.write(() => this.#rows.finish(no, upload));
    // The same content was there already.
    if (!this.#rows.isVisible(no)) await this.#remove(no);
    return answer;
  }

  async #addChunk(no: number, seq: number, chunk: Uint8Array): Promise<boolean> {
    const add = () => this.#db.write(() => this.#rows.add(no, seq, chunk));
    const added = this.#lastChunk.then(add, add);
    this.#lastChunk = added;
    return added;
  }

  async #giveUp(no: number): Promise<void> {
    await this.#db.write(() => this.#rows.disown(no));
    await this.#remove(no);
  }

  async #remove(no: number): Promise<void> {
    while (await this.#db.write(() => this.#rows.removeSome(no)));
  }
}
