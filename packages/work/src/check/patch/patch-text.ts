/** The patch in a result, and what can be said of it without applying it. */
import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject } from "@bazaar/kernel";

export interface PatchText {
  readonly bytes: Uint8Array;
  readonly facts: JsonObject;
}

/** A hunk that git would inflate, and a file that it would copy: both multiply a short text. */
const BINARY_HUNK = /^GIT binary patch\r?$/gm;
const COPY = /^copy from /gm;

/** A result without a patch has an empty one. */
export function readPatchText({
  patch,
  patch_sha256: claimed,
  verification = null,
}: JsonObject): PatchText {
  const text = typeof patch === "string" ? patch : "";
  const bytes = Buffer.from(text, "utf8");
  return {
    bytes,
    facts: {
      sha256: createHash("sha256").update(bytes).digest("hex"),
      claimed_sha256: typeof claimed === "string" ? claimed : null,
      claimed_counts: isJsonObject(verification) ? countsIn(verification) : null,
      bytes: BigInt(bytes.length),
      binary_hunks: countOf(text, BINARY_HUNK),
      copies: countOf(text, COPY),
    },
  };
}

/** Only numbers: whatever else a result states there is not evidence. */
function countsIn({ files_changed, additions, deletions }: JsonObject): JsonObject | null {
  const counts = { files_changed, additions, deletions };
  const known = Object.entries(counts).flatMap(([name, count]) =>
    typeof count === "bigint" ? [[name, count] as const] : [],
  );
  return known.length === Object.keys(counts).length ? Object.fromEntries(known) : null;
}

function countOf(text: string, pattern: RegExp): bigint {
  return BigInt(text.match(pattern)?.length ?? 0);
}
