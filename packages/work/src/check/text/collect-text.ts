import { sha256Hex } from "@bazaar/kernel";
import type { JobCollector } from "../../job/job.ts";
import { isFitting, statedHash } from "../fitting.ts";

/** The text, or its length and hash if it is too long to be recorded. */
export const collectText: JobCollector<unknown> = async (_, { result }) => {
  const { text } = result;
  const claimed = { claimed_sha256: statedHash(result.text_sha256) };
  if (typeof text !== "string") return { text: null, ...claimed };
  if (isFitting(text)) return { text, ...claimed };
  return { length: BigInt(text.length), text_sha256: sha256Hex(text), ...claimed };
};
