import { expect, test } from "vitest";
import { commitmentProblem } from "./commitment.ts";

const missing = "expected the SHA-256 of a nonce, from which the panel is drawn";
const needless = "no panel is drawn here";

test.each([
  { isDrawn: true, commitment: "ab".repeat(32), problem: null },
  { isDrawn: true, commitment: null, problem: missing },
  { isDrawn: false, commitment: "ab".repeat(32), problem: needless },
  { isDrawn: false, commitment: null, problem: null },
])("a draw $isDrawn with the commitment $commitment: $problem", (row) => {
  const act = { type: "appeal", by: "server", data: {} } as const;
  const refused = commitmentProblem(act, row.isDrawn, row.commitment);
  const field = "data.commitment";
  const refusal = { code: "malformed_act", act: "appeal", field, problem: row.problem };
  expect(refused).toEqual(row.problem === null ? null : { ok: false, refusal });
});
