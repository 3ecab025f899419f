import { expect, test } from "vitest";
import { noCourtKinds } from "./court-kinds.ts";

const ELSEWHERE = "packages/market/src/record-act.ts";

test.each([
  'if (court.kind === "panel") return;',
  'const isHeard = "none" !== state.terms.court.kind;',
  'const fee = terms.court?.kind == "none" ? 0n : 1n;',
])("a court may not be asked for its kind: %s", (text) => {
  expect(noCourtKinds(ELSEWHERE, text)).toHaveLength(1);
});

test.each([
  { path: ELSEWHERE, text: 'if (check.kind === "panel" && isDrawn(court, bench)) return;' },
  { path: ELSEWHERE, text: "switch (court.kind) { default: return unreachable(court); }" },
  { path: ELSEWHERE, text: "courts.includes(court.kind);" },
  { path: "packages/kernel/src/court/courts.ts", text: 'court.kind === "panel";' },
  { path: "packages/market/src/x.test.ts", text: 'court.kind === "panel";' },
  { path: "tools/simulate/actors.ts", text: 'court.kind === "panel";' },
])("may be said otherwise: $text in $path", ({ path, text }) => {
  expect(noCourtKinds(path, text)).toEqual([]);
});
