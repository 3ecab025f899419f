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

const doubles = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e22, max: 1e22 }),
  fc.integer({ min: -25, max: 25 }).map((power) => 10 ** power),
);

test("doubles come out as another implementation writes them, and read back to the same text", () => {
  fc.assert(
    fc.property(fc.array(doubles, { maxLength: 8 }), (values) => {
      const parsed = parseJson(`[${values.map((value) => value.toExponential()).join(",")}]`);
      const text = parsed.ok ? rfc8785(parsed.value, "doubles") : parsed;
      expect(text).toEqual({ ok: true, value: canonicalize(values) });
      const again = parseJson(text.ok ? text.value : "");
      expect(again.ok && rfc8785(again.value, "doubles")).toEqual(text);
    }),
    { numRuns: 3000 },
  );
});
