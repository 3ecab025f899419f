import type { ContractId, Party } from "@bazaar/kernel";
import {
  type Artifact,
  type ArtifactLimits,
  type Artifacts,
  type ArtifactUsage,
  type KeepAnswer,
  MAX_UPLOAD_MS,
  type OpenedArtifact,
  StoreUnavailable,
  type Upload,
} from "@bazaar/market/ports";
import { checkedContent, readUpload } from "../artifact-content.ts";
import { checkUpload, exceeded } from "../artifact-limits.ts";
import { checkPage } from "../place.ts";

interface Kept {
  readonly chunks: readonly Uint8Array[];
  readonly bytes: number;
  readonly owners: Map<Party, Artifact>;
  readonly pins: Set<ContractId>;
}

export class MemoryArtifacts implements Artifacts {
  readonly #isOpen: (contract: ContractId) => boolean;
  readonly #kept = new Map<string, Kept>();
  readonly #uploads = new Set<Upload>();

  constructor(isOpen: (contract: ContractId) => boolean) {
    this.#isOpen = isOpen;
  }

  async keep(upload: Upload, limits: ArtifactLimits): Promise<KeepAnswer> {
    checkUpload(upload);
    const { owner, hash, bytes } = upload;
    if (this.#kept.get(hash)?.owners.has(owner)) return this.#keep(upload, []);
    const used = { owner: this.#usage(owner), totalBytes: this.#totalBytes() };
    const limit = exceeded(bytes, used, limits);
    if (limit !== null) return { is: "over_limit", limit };
    this.#uploads.add(upload);
    try {
      const chunks: Uint8Array[] = [];
      const end = await readUpload(upload, async (chunk) => {
        chunks.push(chunk);
        return this.#uploads.has(upload);
      });
      if (end === "differs") return { is: end };
      return this.#uploads.has(upload) ? this.#keep(upload, chunks) : { is: "too_slow" };
    } finally {
      this.#uploads.delete(upload);
    }
  }

  async open(hash: string): Promise<OpenedArtifact | null> {
    const kept = this.#kept.get(hash);
    if (kept === undefined) return null;
    const chunkAt = (seq: number): Uint8Array => {
      if (this.#kept.get(hash) !== kept) throw new StoreUnavailable(`${hash} was removed`);
      return new Uint8Array(kept.chunks[seq] ?? []);
    };
    const { bytes } = kept;
    return { bytes, content: checkedContent({ hash, bytes }, chunkAt) };
  }

  async usage(owner: Party): Promise<ArtifactUsage> {
    return this.#usage(owner);
  }

  async pin(hash: string, contract: ContractId): Promise<boolean> {
    return this.#kept.get(hash)?.pins.add(contract) !== undefined;
  }

  async expire(nowMs: number, limit: number): Promise<number> {
    checkPage(limit);
    const late = [...this.#uploads].filter((each) => each.createdMs + MAX_UPLOAD_MS < nowMs);
    for (const upload of late.slice(0, limit)) this.#uploads.delete(upload);
    const expired = [...this.#kept.values()]
      .filter(({ pins }) => ![...pins].some(this.#isOpen))
      .flatMap(({ owners }) => [...owners].map(([owner, artifact]) => ({ owner, artifact })))
      .filter(({ artifact }) => artifact.expiresMs <= nowMs)
      .slice(0, limit);
    for (const { owner, artifact } of expired) this.#remove(artifact.hash, owner);
    return Math.max(Math.min(late.length, limit), expired.length);
  }

  #keep(upload: Upload, chunks: readonly Uint8Array[]): KeepAnswer {
    const { owner, hash, bytes, createdMs, expiresMs } = upload;
    const kept = this.#kept.get(hash) ?? { chunks, bytes, owners: new Map(), pins: new Set() };
    const held = kept.owners.get(owner) ?? { hash, bytes, createdMs, expiresMs };
    const artifact = { ...held, expiresMs: Math.max(held.expiresMs, expiresMs) };
    kept.owners.set(owner, artifact);
    this.#kept.set(hash, kept);
    return { is: "kept", artifact };
  }

  #remove(hash: string, owner: Party): void {
    const kept = this.#kept.get(hash);
    kept?.owners.delete(owner);
    if (kept?.owners.size === 0) this.#kept.delete(hash);
  }

  #usage(owner: Party): ArtifactUsage {
    const held = [...this.#kept.values()].filter(({ owners }) => owners.has(owner));
    const uploads = [...this.#uploads].filter((upload) => upload.owner === owner);
    const sizes = [...held, ...uploads].map(({ bytes }) => bytes);
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), count: sizes.length };
  }

  #totalBytes(): number {
    const stored = [...this.#kept.values(), ...this.#uploads];
    return stored.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
