/** Entries name stored bytes by their hash: `sha256:` and 64 lower-case hex digits. */
import type { Json } from "./json.ts";

const NAME = /^sha256:([0-9a-f]{64})$/;

/** The digits; null: it is no such name. */
export function artifactHash(name: Json | undefined): string | null {
  return typeof name === "string" ? (NAME.exec(name)?.[1] ?? null) : null;
}
