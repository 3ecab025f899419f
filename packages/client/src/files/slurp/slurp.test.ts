import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { archivePathProblem } from "./archive-path.ts";
import { packSlurp } from "./pack.ts";
import { unpackSlurp } from "./unpack.ts";

const NOW_MS = Date.UTC(2026, 1, 9, 12);

const text = (words: string): Uint8Array => Buffer.from(words, "utf8");
const digits = (words: string): string =>
  createHash("sha256").update(words).digest("hex").slice(0, 16);

/** An archive as another program writes it: its manifest and its files, line by line. */
function written(manifest: readonly string[], lines: readonly string[]): string {
  return [
    "# --- SLURP v4 ---",
    "# slurp embeds a description of itself",
    "# MANIFEST:",
    "#   sample.txt   12  sha256:0123456789abcdef",
    "#",
    "# name: of another packer",
    "# MANIFEST:",
    ...manifest,
    "#",
    "",
    ...lines,
  ].join("\n");
}

const named = (path: string, ...body: readonly string[]): string[] => [
  `=== ${path} ===`,
  ...body,
  `=== END ${path} ===`,
  "",
];

/** What came out, as text. */
function shown(archive: string): unknown {
  const unpacked = unpackSlurp(archive);
  if (typeof unpacked === "string") return unpacked;
  const { files, skipped } = unpacked;
  return {
    files: files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("utf8")]),
    skipped: skipped.map(({ path, problem }) => [path, problem]),
  };
}

test("an archive is a header, then each file as text or in base64", () => {
  const archive = packSlurp(
    "two files",
    [
      { path: "notes/plan.md", bytes: text("# Plan\n\nShip it.\n") },
      { path: "logo.png", bytes: Uint8Array.from({ length: 60 }, (_, at) => at) },
    ],
    NOW_MS,
  );
  expect(archive).toMatchInlineSnapshot(`
    "# --- SLURP v4 ---
    #
    # name: two files
    # files: 2
    # total: 77 bytes
    # created: 2026-02-09T12:00:00.000Z
    #
    # MANIFEST:
    #   notes/plan.md          17  sha256:48b9b65915afd363
    #   logo.png               60  sha256:0ddde28e40838ef6  [binary]
    #

    === notes/plan.md ===
    # Plan

    Ship it.
    === END notes/plan.md ===

    === logo.png [binary] ===
    AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4
    OTo7
    === END logo.png ===
    "
  `);
});

test.each([
  { what: "has no line end at its end", words: "last line" },
  { what: "is empty", words: "" },
  { what: "is one empty line", words: "\n" },
  { what: "ends with an empty line", words: "a\n\n" },
  { what: "has lines that look like markers", words: "a\n=== b ===\nc\n" },
  { what: "contains its own end marker", words: "a\n=== END file ===\nb\n" },
  { what: "has carriage returns", words: "a\r\nb\r\n" },
  { what: "begins with a byte order mark", words: "\ufeffa\n" },
  { what: "has a NUL after the first 8192 bytes", words: `${"a".repeat(9000)}\0\n` },
  { what: "has other control characters", words: "\u001b[31mred\n" },
])("a text that $what goes as base64", ({ words }) => {
  const archive = packSlurp("x", [{ path: "file", bytes: text(words) }], NOW_MS);
  expect(archive).toContain("\n=== file [binary] ===\n");
  expect(shown(archive)).toEqual({ files: [["file", words]], skipped: [] });
});

test("a name that ends like the mark of base64 is kept", () => {
  const files = [
    { path: "x [binary]", bytes: text("a text\n") },
    { path: "x", bytes: text("another\n") },
    { path: "=== y ===", bytes: Uint8Array.of(0, 255) },
  ];
  expect(unpackSlurp(packSlurp("x", files, NOW_MS))).toEqual({
    files: files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes) })),
    skipped: [],
  });
});

test.each([
  { what: "has a line end at its end", words: "one\ntwo\n", body: ["one", "two"] },
  { what: "has none", words: "one\ntwo", body: ["one", "two"] },
  { what: "ends with an empty line", words: "one\n\n", body: ["one", ""] },
  { what: "is empty", words: "", body: [""] },
  { what: "is one empty line", words: "\n", body: [""] },
  { what: "has carriage returns", words: "one\r\n", body: ["one\r"] },
])("a text of an earlier packer that $what is restored by its hash", ({ words, body }) => {
  const line = `#   a name  with 2 spaces.txt    ${words.length}  sha256:${digits(words)}`;
  const archive = written([line], named("a name  with 2 spaces.txt", ...body));
  expect(shown(archive)).toEqual({ files: [["a name  with 2 spaces.txt", words]], skipped: [] });
});

test("sizes for people do not hide a hash", () => {
  const line = `#   big 1.txt      1.5 KB  sha256:${digits("other\n")}`;
  expect(shown(written([line], named("big 1.txt", "text")))).toEqual({
    files: [],
    skipped: [["big 1.txt", "its content is not what the manifest says"]],
  });
});

test("without a manifest a text gets its line end back", () => {
  expect(shown(written([], named("a.txt", "one", "")))).toEqual({
    files: [["a.txt", "one\n\n"]],
    skipped: [],
  });
});

test("a text of an earlier packer may have a name that ends like the mark of base64", () => {
  const archive = written([], [...named("x [binary]", "a text"), ...named("x", "another")]);
  expect(shown(archive)).toEqual({
    files: [
      ["x [binary]", "a text\n"],
      ["x", "another\n"],
    ],
    skipped: [],
  });
});

test("a file that its own end marker cut is skipped, and the next one goes on", () => {
  const words = "a\n=== END cut ===\nb\n";
  const line = `#   cut   ${words.length}  sha256:${digits(words)}`;
  const archive = written(
    [line],
    [...named("cut", "a", "=== END cut ===", "b"), ...named("next", "c")],
  );
  expect(shown(archive)).toEqual({
    files: [["next", "c\n"]],
    skipped: [["cut", "its content is not what the manifest says"]],
  });
});

test.each([
  { path: "../evil", problem: "its path leads out of the folder" },
  { path: "a/../../evil", problem: "its path leads out of the folder" },
  { path: "/etc/passwd", problem: "its path is absolute" },
  { path: "C:/evil", problem: "its path is absolute" },
  { path: "a\\..\\evil", problem: "its path is not that of a file in a folder" },
  { path: "a\0b", problem: "its path is not that of a file in a folder" },
  { path: "a//b", problem: "its path is not that of a file in a folder" },
  { path: "./a", problem: "its path is not that of a file in a folder" },
  { path: "a/", problem: "its path is not that of a file in a folder" },
  { path: "x".repeat(1_001), problem: "its path is not that of a file in a folder" },
  { path: "ä".repeat(121), problem: "its name is too long" },
  { path: "a/NUL.txt", problem: "its name is reserved on Windows" },
  { path: "com1", problem: "its name is reserved on Windows" },
  { path: "a./b", problem: "its name ends with a dot, or begins or ends with a space" },
  { path: ".Git/hooks/pre-commit", problem: "it is inside a .git folder" },
  { path: "a/.ｇit/config", problem: "it is inside a .git folder" },
])("$path is skipped, and the others go on", ({ path, problem }) => {
  expect(archivePathProblem(path)).toBe(problem);
  const archive = written([], [...named(path, "evil"), ...named("good.txt", "good")]);
  expect(shown(archive)).toEqual({
    files: [["good.txt", "good\n"]],
    skipped: [[path, problem]],
  });
});

test.each([
  { first: "Readme", second: "README" },
  { first: "caf\u00e9", second: "cafe\u0301" },
  { first: "a", second: "a" },
])("$second is skipped after $first", ({ first, second }) => {
  const archive = written([], [...named(first, "1"), ...named(second, "2")]);
  expect(shown(archive)).toEqual({
    files: [[first, "1\n"]],
    skipped: [[second, "the archive has another file of this name"]],
  });
});

test("a file that is listed but missing, damaged or cut off is reported", () => {
  const archive = written(
    [`#   missing  1  sha256:${digits("?")}`],
    ["=== bad [binary] ===", "AAA*", "=== END bad ===", "=== open ===", "no end"],
  );
  expect(shown(archive)).toEqual({
    files: [],
    skipped: [
      ["bad", "it is not valid base64"],
      ["open", "the archive ends within it"],
      ["missing", "the archive lists it but does not contain it"],
    ],
  });
});

test.each([
  { what: "is another text", archive: "hello", problem: "it is not a SLURP v4 archive" },
  { what: "is empty", archive: "", problem: "it is not a SLURP v4 archive" },
  {
    what: "has half a surrogate pair",
    archive: written([], named("a", "\ud800")),
    problem: "it contains half a character",
  },
  {
    what: "has many files",
    archive: written([], Array.from({ length: 11 }, (_, at) => named(`f${at}`, "x")).flat()),
    problem: "it has more than 10 files",
  },
  {
    what: "lists many files",
    archive: written(
      Array.from({ length: 11 }, (_, at) => `#   f${at}  1  sha256:0123456789abcdef`),
      [],
    ),
    problem: "its manifest lists more than 10 files",
  },
])("what $what is refused as a whole", ({ archive, problem }) => {
  expect(shown(archive)).toBe(problem);
});

test("files that are too large together are refused as a whole", () => {
  const half = "a".repeat(26 * 2 ** 20);
  expect(shown(written([], [...named("a", half), ...named("b", half)]))).toBe(
    "its files have more than 52428800 bytes",
  );
});
