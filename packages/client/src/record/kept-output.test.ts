import fc from "fast-check";
import { expect, test } from "vitest";
import { KeptOutput } from "./kept-output.ts";

test("a short output is kept whole, however it came", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), (pieces) => {
      const kept = new KeptOutput();
      for (const piece of pieces) kept.add(Buffer.from(piece));
      expect(kept.text()).toBe(pieces.join(""));
      expect(kept.isCut).toBe(false);
    }),
  );
});

test("of a long output the beginning and the end stay, and the gap is told", () => {
  const kept = new KeptOutput();
  kept.add(Buffer.from("first\n"));
  for (let line = 0; line < 100_000; line++) kept.add(Buffer.from(`line ${line}\n`));
  kept.add(Buffer.from("the error\n"));
  const text = kept.text();
  expect(text.startsWith("first\nline 0\n")).toBe(true);
  expect(text.endsWith("line 99999\nthe error\n")).toBe(true);
  const [, left] = /\[(\d+) bytes left out\]/.exec(text) ?? [];
  const all =
    6 + 10 + Array.from({ length: 100_000 }, (_, line) => `line ${line}\n`).join("").length;
  expect(text.length - `\n[${left} bytes left out]\n`.length + Number(left)).toBe(all);
});

test("of a progress bar the last state is kept, so that it does not push out what came before", () => {
  const kept = new KeptOutput();
  kept.add(Buffer.from(`${"x".repeat(100_000)}\nerror: it is broken\r\n`));
  for (let step = 0; step < 10_000; step += 1) {
    kept.add(Buffer.from(`\r10%|${"=".repeat(80)}|`));
    kept.add(Buffer.from(`\r50%|${"=".repeat(80)}|\r\x1b[K`));
  }
  kept.add(Buffer.from("\r100%\r\nfailed\n"));
  const text = kept.text();
  expect(text).toContain("error: it is broken\r\n");
  expect(text.endsWith("100%\r\nfailed\n")).toBe(true);
});

test("100 MB of output are kept within a megabyte", () => {
  const kept = new KeptOutput();
  const piece = Buffer.from(`${"line of output ".repeat(70_000)}\n`);
  for (let bytes = 0; bytes < 100_000_000; bytes += piece.length) kept.add(piece);
  kept.add(Buffer.from("the error\n"));
  const text = kept.text();
  expect(text.length).toBeLessThan(1_000_000);
  expect(text.endsWith("the error\n")).toBe(true);
});
