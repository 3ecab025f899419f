import { expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import { principal } from "./principal.ts";

test.each<{ what: string; evidence: JsonObject; is: string }>([
  { what: "an approval", evidence: { approved: true }, is: "pass" },
  { what: "a rejection", evidence: { approved: false }, is: "fail" },
  { what: "a principal who said nothing", evidence: {}, is: "no_verdict" },
  {
    what: "a principal who wrote yes",
    evidence: { approved: "yes" },
    is: "no_verdict",
  },
])("$what: $is", ({ evidence, is }) => {
  expect(principal.judge({ method: "principal" }, evidence)).toBe(is);
});
