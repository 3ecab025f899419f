import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { archivePathProblem, foldedPath } from "./archive-path.ts";
import { type PlainFile, packSlurp } from "./pack.ts";
import { unpackSlurp } from "./unpack.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** What the earlier receiver does: it reads no header, checks no hash and adds missing line ends. */
const EARLIER_UNPACKER = `
import base64, json, re, sys
for archive in json.load(sys.stdin):
    lines = archive.split("\\n")
    assert lines[0] == "# --- SLURP v4 ---"
    files, at = {}, 1
    while at < len(lines):
        start = re.match(r"^=== (.+?)( \\[binary\\])? ===$", lines[at])
        at += 1
        if not start or start.group(1).startswith("END "):
            continue
        path, body = start.group(1), []
        while lines[at] != "=== END " + path + " ===":
            body.append(lines[at])
            at += 1
        if start.group(2):
            files[path] = base64.b64decode("".join(body)).hex()
        else:
            text = "\\n".join(body)
            files[path] = (text if text.endswith("\\n") else text + "\\n").encode().hex()
    print(json.dumps(files))
`;

const line = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
  fc.constantFrom("", "\r", "=== END f0 ===", "=== f1 ===", "# MANIFEST:", "\ufeff", "===", "\0"),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom("", "\n", "\n\n"))
  .map(([lines, end]) => Buffer.from(lines.join("\n") + end, "utf8"));
const content = fc.oneof(
  text,
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);
const pathPart = fc.oneof(
  fc.string({ minLength: 1, maxLength: 10 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }),
  fc.constantFrom("f0", "f1", "a b", "a  1", "x [binary]", "=== y ===", "END z"),
);
const path = fc
  .array(pathPart, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join("/"))
  .filter((name) => archivePathProblem(name) === null);
const files = fc.uniqueArray(fc.record({ path, bytes: content }), {
  minLength: 1,
  maxLength: 10,
  selector: (file) => foldedPath(file.path),
});

const pack = (list: readonly PlainFile[]): string => packSlurp("some files", list, 0);

test("files with any content and any name come out as they went in", () => {
  fc.assert(
    fc.property(files, (list) => {
      expect(unpackSlurp(pack(list))).toEqual({ files: list, skipped: [] });
    }),
    { numRuns: 500 },
  );
});

test("a damaged archive gives the right bytes of a file, or says that it does not", () => {
  const damage = fc.record({ at: fc.nat(), length: fc.nat({ max: 40 }), put: line });
  fc.assert(
    fc.property(files, damage, (list, { at, length, put }) => {
      const archive = pack(list);
      const body = archive.indexOf("\n\n") + 1;
      const place = body + (at % (archive.length - body));
      const unpacked = unpackSlurp(archive.slice(0, place) + put + archive.slice(place + length));
      if (typeof unpacked === "string") return;
      const sent = new Map(list.map((file) => [file.path, file.bytes]));
      for (const file of unpacked.files) {
        const bytes = sent.get(file.path);
        // The damage may have made a file that the manifest does not list.
        if (bytes !== undefined) expect(file.bytes).toEqual(bytes);
      }
      const told = [...unpacked.files, ...unpacked.skipped].map((file) => foldedPath(file.path));
      expect(told).toEqual(expect.arrayContaining(list.map((file) => foldedPath(file.path))));
    }),
    { numRuns: 500 },
  );
});

test.skipIf(!hasPython)("the earlier receiver restores every byte (needs python3)", () => {
  const lists = fc.sample(files, 500);
  const { stdout, stderr } = spawnSync("python3", ["-X", "utf8", "-c", EARLIER_UNPACKER], {
    input: JSON.stringify(lists.map(pack)),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  expect(stderr).toBe("");
  const unpacked = stdout.trimEnd().split("\n");
  lists.forEach((list, at) => {
    const hex = list.map((file) => [file.path, Buffer.from(file.bytes).toString("hex")]);
    expect(JSON.parse(unpacked[at] ?? "")).toEqual(Object.fromEntries(hex));
  });
});
