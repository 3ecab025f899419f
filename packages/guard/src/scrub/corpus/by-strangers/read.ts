/**
 * Texts by somebody who has not read the rules: secrets in realistic logs, and benign texts. What
 * looks like a token or a path of one machine is stored in pieces, so that no scanner takes it for
 * a real one.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface SecretText {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  /** Found when none of these is left. */
  readonly secret: readonly string[];
}

export interface BenignText {
  readonly id: string;
  readonly text: string;
}

const PIECE_END = /¦/g;

/** Two sets, by two people. These three quarters of the second were seen while rules were written. */
export function strangersSecrets(): readonly SecretText[] {
  return [...read("secrets.json"), ...read("secrets-2.json")] as readonly SecretText[];
}

export function strangersBenign(): readonly BenignText[] {
  return [...read("benign.json"), ...read("benign-2.json")] as readonly BenignText[];
}

function read(name: string): readonly unknown[] {
  const text = readFileSync(join(import.meta.dirname, name), "utf8").replace(PIECE_END, "");
  return JSON.parse(text) as readonly unknown[];
}
