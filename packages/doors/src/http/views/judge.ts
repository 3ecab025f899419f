import type { Notices } from "../settings.ts";

export interface OwnJudge {
  readonly kind: "facts" | "model";
  /** What it can decide, as a sentence. */
  readonly decides: string;
}

const FACTS =
  "The court of this server has no model and decides only recorded facts: it reads no arguments. Where the record does not decide, it rules impossible: both sides get their deposits back, less a platform fee if one is due.";
const MODEL =
  "The court of this server asks models, which read what both sides wrote beside the recorded facts. They can be wrong; the side that loses may appeal.";

/** The judge that this server runs; contracts may name another. */
export function judgeOf({ tierModels }: Notices): OwnJudge {
  const isModel = Object.values(tierModels).some((models) => models.length > 0);
  return isModel ? { kind: "model", decides: MODEL } : { kind: "facts", decides: FACTS };
}
