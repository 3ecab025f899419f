import canonicalize from "canonicalize";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "./json.ts";
import { rfc8785 } from "./rfc8785.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.string({
    unit: fc.constantFrom("a", '"', "\\", "\u0001", "\ue000", "\uffff", "😀"),
    maxLength: 5,
  }),
);

const { document } = fc.letrec((tie) => ({
  document: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(text, fc.maxSafeInteger(), fc.boolean(), fc.constant(null)),
    fc.array(tie("document"), { maxLength: 5 }),
    fc.dictionary(text, tie("document"), { maxKeys: 6 }),
  ),
}));

test("floatless values come out as another implementation writes them", () => {
  fc.assert(
    fc.property(document, (value) => {
      const parsed = parseJson(JSON.stringify(value));
      expect(parsed.ok && rfc8785(parsed.value)).toEqual({ ok: true, value: canonicalize(value) });
    }),
    { numRuns: 3000 },
  );
});
