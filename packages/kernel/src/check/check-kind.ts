import type { Fields } from "../canonical/fields.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { Work } from "../contract/terms.ts";
import type { NamedCheck } from "./named-check.ts";
import type { PatternProblem, PatternSteps } from "./output-match/pattern.ts";
import type { Verdict } from "./verdict.ts";

/** Compiling a pattern is expensive, so one that is checked elsewhere is only read here. */
export type Patterns = "check" | "read";

/** Terms have every field; a posted document may leave some out. */
export type CheckSource = "terms" | "document";

/** Everything the market knows about one method of checking. */
export interface CheckKind<C extends { readonly method: string }> {
  readonly method: C["method"];
  /** What the document of a failed command calls it. */
  readonly documentMethod: string;
  /** Whether a stranger can run it again on this work, and must get the same verdict. */
  replays(check: C, work: Work): boolean;
  /** The field of the evidence without which there is no verdict. */
  readonly decidedBy: string;
  /** Everything but the method. */
  read(read: Fields, source: CheckSource, problemOf: PatternProblem): C;
  /** As terms have it. */
  json(check: C): JsonObject;
  judge(check: C, evidence: JsonObject): Verdict;
  /**
   * The most steps that judging it takes, with the worst evidence that an act can carry; `judging-cost.ts`
   * says what a step is. 0 if nothing that a party writes makes it longer.
   */
  cost(check: C, stepsOf: PatternSteps): number;
  /** The steps of a check that has several; `judge` is then what `verdictOf` makes of them. */
  named?(check: C, evidence: JsonObject): readonly NamedCheck[];
  /** Whether the evidence says anything that it asks about; null: it asks for none. */
  readonly isSupported: ((evidence: JsonObject) => boolean) | null;
  /** For a person, as part of a sentence. It may have text that a party wrote. */
  words(check: C): string;
  /** For a judge, as a clause. Nothing that a party wrote can appear in it. */
  rule(check: C): string;
}
