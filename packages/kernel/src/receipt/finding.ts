/** The answer to one question about a receipt. `not_checked` is no answer, and never counts as one. */
export interface Finding {
  readonly name: string;
  readonly verdict: "pass" | "fail" | "not_checked";
  readonly details: string;
}
