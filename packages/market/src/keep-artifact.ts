/** What parties store beside their contracts, within this market's limits. */
import { accept, type Result, refuse, unreachable } from "@bazaar/kernel";
import type { Needs } from "./needs.ts";
import { type Artifact, type ArtifactLimits, MAX_UPLOAD_MS } from "./ports/artifacts.ts";
import type { OfferedArtifact } from "./ports/market.ts";

export interface ArtifactPolicy {
  readonly limits: ArtifactLimits;
  /** How long an artifact is kept if no open contract names it. */
  readonly keptMs: number;
}

type Keeping = Pick<Needs, "store" | "clock" | "artifactPolicy">;

const SHA256_HEX = /^[0-9a-f]{64}$/;

export async function keepArtifact(
  { store, clock, artifactPolicy }: Keeping,
  offered: OfferedArtifact,
): Promise<Result<Artifact>> {
  const { hash, bytes } = offered;
  const canBe = SHA256_HEX.test(hash) && Number.isSafeInteger(bytes) && bytes >= 0;
  if (!canBe) return refuse({ code: "artifact_differs", hash, bytes });
  const { limits, keptMs } = artifactPolicy;
  const createdMs = clock.nowMs();
  const upload = { ...offered, createdMs, expiresMs: createdMs + keptMs };
  const answer = await store.artifacts.keep(upload, limits);
  switch (answer.is) {
    case "kept":
      return accept(answer.artifact);
    case "differs":
      return refuse({ code: "artifact_differs", hash, bytes });
    case "too_slow": {
      const deadlineMs = createdMs + MAX_UPLOAD_MS;
      return refuse({ code: "deadline_passed", deadlineMs, receivedAtMs: clock.nowMs() });
    }
    case "over_limit":
      return answer.limit === "bytes"
        ? refuse({ code: "artifact_too_large", bytes, limit: limits.bytes })
        : refuse({ code: "no_room", quota: answer.limit, limit: limits[answer.limit] });
    default:
      return unreachable(answer);
  }
}
