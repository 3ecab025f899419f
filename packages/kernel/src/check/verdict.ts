/** `no_verdict` never counts as a failure. */
export type Verdict = "pass" | "fail" | "no_verdict";
