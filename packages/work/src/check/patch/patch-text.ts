/** The patch in a result, and what can be said of it without applying it. */
import { createHash } from "node:crypto";
import type { JsonObject } from "@bazaar/kernel";

export interface PatchText {
  readonly bytes: Uint8Array;
  readonly facts: JsonObject;
}

/** A hunk that git would inflate, and a file that it would copy: both multiply a short text. */
const BINARY_HUNK = /^GIT binary patch\r?$/gm;
const COPY = /^copy from /gm;

/** A result without a patch has an empty one. */
export function readPatchText({ patch, patch_sha256: claimed }: JsonObject): PatchText {
  const text = typeof patch === "string" ? patch : "";
  const bytes = Buffer.from(text, "utf8");
  return {
    bytes,
    facts: {
      sha256: createHash("sha256").update(bytes).digest("hex"),
      claimed_sha256: typeof claimed === "string" ? claimed : null,
      bytes: BigInt(bytes.length),
      binary_hunks: countOf(text, BINARY_HUNK),
      copies: countOf(text, COPY),
    },
  };
}

function countOf(text: string, pattern: RegExp): bigint {
  return BigInt(text.match(pattern)?.length ?? 0);
}
