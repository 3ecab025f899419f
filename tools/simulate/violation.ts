/** The market broke a rule that must always hold. */
export class Violation extends Error {
  override name = "Violation";
  /** The name of the rule: a shrunk script must break the same one. */
  readonly rule: string;

  constructor(rule: string, details: string) {
    super(`${rule}: ${details}`);
    this.rule = rule;
  }
}

export function ensure(holds: boolean, rule: string, details: () => string): asserts holds {
  if (!holds) throw new Violation(rule, details());
}
