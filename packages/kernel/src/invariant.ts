/** A bug: an impossible state. Nothing below `main` catches it. */
export class InvariantViolation extends Error {
  override name = "InvariantViolation";
}

export function invariant(holds: boolean, broken: string): asserts holds {
  if (!holds) throw new InvariantViolation(broken);
}

/** The default branch of an exhaustive switch: a forgotten case is a compile error. */
export function unreachable(value: never): never {
  throw new InvariantViolation(`unexpected value ${String(value)}`);
}
