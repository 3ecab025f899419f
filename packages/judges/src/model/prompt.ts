/** The prompt of a model, and its hash, which is recorded in every ruling. */
import { readFileSync } from "node:fs";
import { type Bench, sha256Hex, type TierName } from "@bazaar/kernel";

export interface Prompt {
  readonly system: string;
  /** Comes after the case file, so that the parties never have the last word. */
  readonly closing: string;
  readonly sha256: string;
}

const PROMPTS = new URL("../../prompts/", import.meta.url);

/** Which tier's prompt a bench reads. A judge in place of the check or a panel hears a case first. */
const PROMPT_OF: Readonly<Record<Bench, TierName>> = {
  district: "district",
  appeals: "appeals",
  supreme: "supreme",
  replay: "district",
  panel: "district",
};

export function tierOf(bench: Bench): TierName {
  return PROMPT_OF[bench];
}

export function promptFor(tier: TierName): Prompt {
  const system = `${page("court")}\n${page(tier)}`;
  const closing = page("closing");
  return { system, closing, sha256: sha256Hex(`${system}\n${closing}`) };
}

function page(name: TierName | "court" | "closing"): string {
  return readFileSync(new URL(`${name}.md`, PROMPTS), "utf8");
}
