import { type FileScan, scanFile } from "@bazaar/work";
import { expect, test } from "vitest";
import { scanMemory } from "./scan-memory.ts";

const KIB = 2 ** 10;

function scanOf(text: string): FileScan {
  return scanFile("a.ts", Buffer.from(text));
}

function kept(maxBytes: number, scan: FileScan, count: number): readonly number[] {
  const memory = scanMemory(maxBytes);
  const keys = Array.from({ length: count }, (_, at) => at);
  for (const key of keys) memory.set(String(key), scan);
  return keys.filter((key) => memory.get(String(key)) !== undefined);
}

test("files of many symbols are forgotten sooner, the oldest first", () => {
  const one = scanOf("let a;\n");
  const many = scanOf("let a;\n".repeat(1_000));
  expect(kept(300 * KIB, one, 4)).toEqual([0, 1, 2, 3]);
  expect(kept(300 * KIB, many, 4)).toEqual([2, 3]);
});

test("a long file counts as a whole if anything was found in it", () => {
  const comment = `//${"x".repeat(100 * KIB)}\n`;
  expect(kept(300 * KIB, scanOf(`let a;\n${comment}`), 4)).toEqual([2, 3]);
  expect(kept(300 * KIB, scanOf(comment), 4)).toEqual([0, 1, 2, 3]);
});
