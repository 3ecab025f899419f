import fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedText } from "./bounded-text.ts";

function boundedText(maxBytes: number, ...parts: readonly string[]): BoundedText {
  const text = new BoundedText(maxBytes);
  for (const part of parts) text.push(Buffer.from(part));
  return text;
}

test.each([
  { what: "nothing", parts: [], is: "" },
  { what: "what fits", parts: ["abc", "de"], is: "abcde" },
  { what: "exactly what fits", parts: ["abcdefgh"], is: "abcdefgh" },
  { what: "one byte too many", parts: ["abcdefghi"], is: "abcd\n[1 bytes left out]\nfghi" },
  {
    what: "much too much, bit by bit",
    parts: [..."abcdefghijklmnop"],
    is: "abcd\n[8 bytes left out]\nmnop",
  },
])("$what: the beginning and the end are kept", ({ parts, is }) => {
  expect(boundedText(8, ...parts).toString()).toBe(is);
});

test("a character that is split between chunks is put together", () => {
  const text = new BoundedText(100);
  const bytes = Buffer.from("é€😀");
  for (const byte of bytes) text.push(Buffer.from([byte]));
  expect(text.toString()).toBe("é€😀");
});

test("it is marked as cut exactly when bytes are missing, and keeps no more than its limit", () => {
  const part = fc.string({ unit: "grapheme-ascii", maxLength: 30 });
  fc.assert(
    fc.property(fc.array(part), fc.integer({ min: 1, max: 20 }), (parts, half) => {
      const whole = parts.join("");
      const text = boundedText(2 * half, ...parts);
      expect(text.isCut).toBe(whole.length > 2 * half);
      const kept = text.toString().replace(/\n\[\d+ bytes left out\]\n/, "");
      expect(kept).toBe(text.isCut ? whole.slice(0, half) + whole.slice(-half) : whole);
    }),
  );
});
