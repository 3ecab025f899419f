/**
 * Bytes that entries name by their hash: `sha256:` and 64 hex digits there, the digits alone here.
 *
 * Content is stored once, however many owners it has, and counts in full for each of them. Its
 * hash and length are stated before it is read: they are reserved in the quotas at once, so that
 * uploads that run at the same time cannot exceed them together. Nobody sees it before all of it
 * was checked against its hash.
 *
 * An owner's artifact expires. While a contract that it is pinned for is open it is kept all the
 * same. Nothing unpins it: the store knows when a contract ends, and a forgotten pin would keep
 * bytes for ever.
 */
import type { ContractId, Party } from "@bazaar/kernel";

/** An upload that is not finished by then is removed, as are those of a process that died. */
export const MAX_UPLOAD_MS = 3_600_000;

export interface ArtifactLimits {
  /** Of one artifact. */
  readonly bytes: number;
  /** Of all artifacts of one owner, with its unfinished uploads. */
  readonly ownerBytes: number;
  readonly ownerCount: number;
  /** Of everything that is stored. */
  readonly totalBytes: number;
}

export interface Upload {
  readonly owner: Party;
  /** The SHA-256 of the content, in hex. */
  readonly hash: string;
  readonly bytes: number;
  /** Pieces of any length. It is not read if the answer is known without. */
  readonly content: AsyncIterable<Uint8Array>;
  readonly createdMs: number;
  readonly expiresMs: number;
}

/** An artifact as one owner has it. */
export interface Artifact {
  readonly hash: string;
  readonly bytes: number;
  readonly createdMs: number;
  readonly expiresMs: number;
}

/** A limit that an upload would exceed. */
export type ExceededLimit = keyof ArtifactLimits;

export type KeepAnswer =
  | { readonly is: "kept"; readonly artifact: Artifact }
  | { readonly is: "over_limit"; readonly limit: ExceededLimit }
  /** The content has another hash or length. */
  | { readonly is: "differs" }
  /** It took longer than `MAX_UPLOAD_MS`. */
  | { readonly is: "too_slow" };

/** An artifact that is being read. */
export interface OpenedArtifact {
  readonly bytes: number;
  /**
   * Its last piece comes after the hash was checked.
   * @throws StoreDamaged in place of that piece if the hash is another.
   * @throws StoreUnavailable if the artifact is removed meanwhile.
   */
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ArtifactUsage {
  readonly bytes: number;
  readonly count: number;
}

export interface Artifacts {
  /**
   * Stores content for an owner. What the owner has already is not read again, and expires when the
   * later of both says. What the content throws is thrown, and nothing of it is kept.
   */
  keep(upload: Upload, limits: ArtifactLimits): Promise<KeepAnswer>;
  open(hash: string): Promise<OpenedArtifact | null>;
  /** What counts for an owner, with its unfinished uploads. */
  usage(owner: Party): Promise<ArtifactUsage>;
  /**
   * Keeps an artifact while the contract is stored and open. False if there is none of that hash.
   */
  pin(hash: string, contract: ContractId): Promise<boolean>;
  /**
   * Removes what has expired, and unfinished uploads whose time is over. Fewer than `limit` means
   * that nothing more is due.
   */
  expire(nowMs: number, limit: number): Promise<number>;
}
