import fc from "fast-check";
import { expect, test } from "vitest";
import { ObjectStream } from "./object-stream.ts";
import type { TreeEntry } from "./read-tree.ts";

const entry = (path: string, content: string): TreeEntry => ({
  path,
  object: "ab".repeat(20),
  bytes: Buffer.byteLength(content),
});
const written = (content: string) =>
  `${"ab".repeat(20)} blob ${Buffer.byteLength(content)}\n${content}\n`;

function read(files: readonly TreeEntry[], pieces: readonly (string | Buffer)[]) {
  const seen: string[] = [];
  const stream = new ObjectStream(files, ({ path }, content) => seen.push(`${path} ${content}`));
  for (const piece of pieces) stream.push(Buffer.from(piece));
  return { seen, isComplete: stream.isComplete };
}

test("files come whole, however they are cut", () => {
  const contents = fc.array(fc.constantFrom("", "a", "\n", "é\n\0", "abab blob 3\nabc\n"), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(contents, fc.integer({ min: 1, max: 9 }), (texts, size) => {
      const bytes = Buffer.from(texts.map(written).join(""));
      const pieces: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
      const files = texts.map((text, at) => entry(`${at}`, text));
      const seen = texts.map((text, at) => `${at} ${text}`);
      expect(read(files, pieces)).toEqual({ seen, isComplete: true });
    }),
  );
});

test.each([
  { what: "an object that is missing", output: `${"ab".repeat(20)} missing\n` },
  { what: "another object", output: written("a").replace("ab", "cd") },
  { what: "another size", output: `${"ab".repeat(20)} blob 2\nab\n` },
  { what: "an end in the middle", output: written("a").slice(0, -1) },
  { what: "something after the last file", output: `${written("a")}x` },
  { what: "nothing", output: "" },
])("$what is not complete", ({ output }) => {
  expect(read([entry("a", "a")], [output]).isComplete).toBe(false);
});
