/** The prompt of a model, and its hash, which is recorded in every ruling. */
import { readFileSync } from "node:fs";
import { type Bench, sha256Hex, TIERS, type TierName } from "@bazaar/kernel";

export interface Prompt {
  readonly system: string;
  /** Comes after the case file, so that the parties never have the last word. */
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
