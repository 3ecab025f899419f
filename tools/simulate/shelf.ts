/** Artifacts that parties store, and that nobody stores more than its share. */
import { createHash } from "node:crypto";
import type { Artifacts, KeepAnswer, Upload } from "@bazaar/market/ports";
import { ensure } from "./violation.ts";

export const WITHIN = "nobody stores more than its quota";
const SAME_CONTENT = "an artifact is the content that its hash names";

/** So small that a few uploads exceed them. */
export const ARTIFACT_LIMITS = { bytes: 60, ownerBytes: 100, ownerCount: 4, totalBytes: 400 };
const KEPT_MS = 600_000;

const BUNDLE = { letter: 9, bytes: 1, isAltered: false };
/** The repository of all jobs, as terms name it. Nobody looks into it. */
export const REPOSITORY = `sha256:${hashOf([contentOf(BUNDLE.letter, BUNDLE.bytes)])}`;

/** For as long as a world lasts. */
export function repositoryUpload(owner: Upload["owner"]): Upload {
  return { ...uploadOf(owner, BUNDLE, 0), expiresMs: Number.MAX_SAFE_INTEGER };
}

/** Bytes that are the same for the same numbers, so that several parties upload the same. */
function contentOf(letter: number, bytes: number): Uint8Array {
  return new Uint8Array(bytes).fill(letter);
}

export function uploadOf(
  owner: Upload["owner"],
  { letter, bytes, isAltered }: { letter: number; bytes: number; isAltered: boolean },
  createdMs: number,
): Upload {
  const stated = contentOf(letter, bytes);
  const content = isAltered ? contentOf(letter + 1, bytes) : stated;
  // In two pieces, as from a network.
  const half = Math.floor(bytes / 2);
  const pieces = async function* () {
    yield content.subarray(0, half);
    yield content.subarray(half);
  };
  return {
    owner,
    hash: hashOf([stated]),
    bytes,
    content: pieces(),
    createdMs,
    expiresMs: createdMs + KEPT_MS,
  };
}

export class Shelf {
  readonly #artifacts: Artifacts;
  /** Until when each artifact must be there. */
  readonly #untilMs = new Map<string, number>();

  constructor(artifacts: Artifacts) {
    this.#artifacts = artifacts;
  }

  async kept({ owner, hash }: Upload, answer: KeepAnswer): Promise<void> {
    const { bytes, count } = await this.#artifacts.usage(owner);
    const { ownerBytes, ownerCount } = ARTIFACT_LIMITS;
    const isWithin = bytes <= ownerBytes && count <= ownerCount;
    ensure(isWithin, WITHIN, () => `${bytes} bytes in ${count} artifacts`);
    if (answer.is !== "kept") return;
    const { expiresMs } = answer.artifact;
    this.#untilMs.set(hash, Math.max(this.#untilMs.get(hash) ?? 0, expiresMs));
    await this.#checkContent(hash, answer.artifact.bytes);
  }

  /** Everything that has not expired is there, whole. */
  async check(nowMs: number): Promise<void> {
    for (const [hash, untilMs] of this.#untilMs) {
      if (untilMs > nowMs) await this.#checkContent(hash);
    }
  }

  async #checkContent(hash: string, bytes?: number): Promise<void> {
    const opened = await this.#artifacts.open(hash);
    ensure(opened !== null, SAME_CONTENT, () => `${hash} is missing`);
    const pieces: Uint8Array[] = [];
    for await (const piece of opened.content) pieces.push(piece);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const isSame = hashOf(pieces) === hash && length === (bytes ?? opened.bytes);
    ensure(isSame, SAME_CONTENT, () => `${length} bytes of ${hash}`);
  }
}

function hashOf(pieces: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}
