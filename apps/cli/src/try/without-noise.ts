import type { JudgedChange } from "@bazaar/guard/commit";

/** What is worth showing and asking about: no logs and caches of tools. */
export function withoutNoise(judged: readonly JudgedChange[]): readonly JudgedChange[] {
  return judged.filter(({ noise }) => noise === undefined);
}
