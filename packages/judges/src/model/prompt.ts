/** The words a model is given, and their hash, which goes into every ruling made under them. */
import { readFileSync } from "node:fs";
import { type Bench, sha256Hex, TIERS, type TierName } from "@bazaar/kernel";

export interface Prompt {
  readonly system: string;
  /** Stands after the case file: the last words a model reads are ours. */
  readonly closing: string;
  readonly sha256: string;
}

const PROMPTS = new URL("../../prompts/", import.meta.url);

/** A tier without a prompt of its own uses that of the lowest. */
export function tierOf(bench: Bench): TierName {
  return TIERS.find((tier) => tier === bench) ?? TIERS[0];
}

export function promptFor(tier: TierName): Prompt {
  const system = `${page("court")}\n${page(tier)}`;
  const closing = page("closing");
  return { system, closing, sha256: sha256Hex(`${system}\n${closing}`) };
}

function page(name: TierName | "court" | "closing"): string {
  return readFileSync(new URL(`${name}.md`, PROMPTS), "utf8");
}
