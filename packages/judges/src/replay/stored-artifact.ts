import type { Artifacts } from "@bazaar/market/ports";
import type { ReadArtifact } from "@bazaar/work";

/** Reads whole artifacts of the market's store. */
export function storedArtifacts(artifacts: Pick<Artifacts, "open">): ReadArtifact {
  return async (hash, maxBytes) => {
    const opened = await artifacts.open(hash);
    if (opened === null) return null;
    if (opened.bytes > maxBytes) return "too_long";
    const pieces: Uint8Array[] = [];
    for await (const piece of opened.content) pieces.push(piece);
    return Buffer.concat(pieces);
  };
}
