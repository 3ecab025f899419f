import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_FRAME_BYTES } from "./limits.ts";
import { splitChunks } from "./split-chunks.ts";

/** As the server relays it. */
function frameBytes(data: string, idx: number, total: number): number {
  const content = JSON.stringify({ _ft: "chunk", tid: "0".repeat(64), idx, total, data });
  const ids = { from: `@${"f".repeat(16)}`, to: `@${"f".repeat(16)}` };
  return Buffer.byteLength(
    JSON.stringify({ type: "FILE_CHUNK", ts: Date.UTC(2026, 1), ...ids, content }),
  );
}

test.each([
  { what: "plain text", unit: "a", chunks: 4 },
  { what: "quotes", unit: '"', chunks: 8 },
  { what: "backslashes", unit: "\\", chunks: 8 },
  { what: "line ends", unit: "\n", chunks: 6 },
  { what: "control characters", unit: "\u0001", chunks: 14 },
  { what: "letters of two bytes", unit: "ä", chunks: 4 },
  { what: "letters of three bytes", unit: "語", chunks: 6 },
  { what: "pairs of surrogates", unit: "😀", chunks: 4 },
  { what: "pairs of surrogates at odd places", unit: "a😀", chunks: 4 },
])("frames with $what fit the server and are not many", ({ unit, chunks }) => {
  const archive = unit.repeat(Math.floor((3.99 * 2 ** 20) / unit.length));
  const parts = splitChunks(archive);
  expect(parts.join("") === archive).toBe(true);
  expect(parts).toHaveLength(chunks);
  for (const [idx, data] of parts.entries()) {
    expect(data.isWellFormed()).toBe(true);
    expect(frameBytes(data, idx, parts.length)).toBeLessThanOrEqual(MAX_FRAME_BYTES);
  }
});

test("frames with any mixture fit the server", () => {
  const unit = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.constantFrom('"', "\\", "\n", "\0", "😀", "語", "\u007f", "\u2028"),
  );
  const piece = fc.tuple(unit, fc.integer({ min: 1, max: 500_000 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const archive = pieces.map(([text, times]) => text.repeat(times / text.length)).join("");
      const parts = splitChunks(archive);
      expect(parts.join("") === archive).toBe(true);
      for (const [idx, data] of parts.entries()) {
        expect(frameBytes(data, idx, parts.length)).toBeLessThanOrEqual(MAX_FRAME_BYTES);
      }
    }),
    { numRuns: 40 },
  );
});
