/** The methods of checking. A new one is a folder and an entry here. */
import { invariant } from "../invariant.ts";
import type { CheckKind } from "./check-kind.ts";
import { embedding } from "./embedding/embedding.ts";
import { exitCode } from "./exit-code/exit-code.ts";
import { index } from "./index/index-check.ts";
import { outputMatch } from "./output-match/output-match.ts";
import { patch } from "./patch/patch.ts";
import { principal } from "./principal/principal.ts";
import { review } from "./review/review.ts";
import { run } from "./run/run.ts";
import { schema } from "./schema/schema.ts";
import { text } from "./text/text.ts";
import { trajectory } from "./trajectory/trajectory.ts";

const REGISTERED = [
  exitCode,
  outputMatch,
  principal,
  patch,
  review,
  run,
  index,
  text,
  embedding,
  schema,
  trajectory,
] as const;

type CheckOf<Kind> = Kind extends CheckKind<infer C> ? C : never;

export type Check = CheckOf<(typeof REGISTERED)[number]>;

export const CHECK_KINDS: readonly CheckKind<Check>[] = REGISTERED;

const [first, ...others] = REGISTERED;

export const CHECK_METHODS: readonly [Check["method"], ...Check["method"][]] = [
  first.method,
  ...others.map(({ method }) => method),
];

export function kindOf(method: Check["method"]): CheckKind<Check> {
  const kind = CHECK_KINDS.find((known) => known.method === method);
  invariant(kind !== undefined, `${method} is not a method of checking`);
  return kind;
}
