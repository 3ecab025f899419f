import { createHash } from "node:crypto";
import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { describe, expect, test } from "vitest";
import { withoutEncoded } from "./encoded-blocks.ts";

const SECRET = "The quick brown fox keeps its 14 passwords in /etc/foxes.conf; one is hunter2.";
const bytes = Buffer.from(SECRET.repeat(4));
const lines = (text: string, width: number): string =>
  text.match(new RegExp(`.{1,${width}}`, "g"))?.join("\n") ?? "";
const dump = (each: (byte: number) => string, separator: string, width: number): string =>
  Array.from({ length: Math.ceil(bytes.length / width) }, (_, row) =>
    Array.from(bytes.subarray(row * width, (row + 1) * width), each).join(separator),
  ).join("\n");
const base32 = (input: Buffer): string => {
  const bits = Array.from(input, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const fives = bits.match(/.{1,5}/g) ?? [];
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  return fives.map((five) => letters[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
};

describe("an encoded text is withheld", () => {
  test.each([
    { what: "hex", text: bytes.toString("hex") },
    { what: "hex in lines", text: lines(bytes.toString("hex"), 60) },
    { what: "hex in capitals", text: bytes.toString("hex").toUpperCase() },
    { what: "hex of bytes", text: dump((byte) => byte.toString(16).padStart(2, "0"), " ", 16) },
    { what: "hex with colons", text: dump((byte) => byte.toString(16).padStart(2, "0"), ":", 16) },
    { what: "escaped bytes", text: dump((byte) => `0x${byte.toString(16)}`, ", ", 12) },
    { what: "octal", text: dump((byte) => byte.toString(8).padStart(3, "0"), " ", 16) },
    { what: "decimal", text: dump(String, " ", 20) },
    { what: "base64", text: bytes.toString("base64") },
    { what: "base64 in lines", text: lines(bytes.toString("base64"), 76) },
    { what: "base64 for addresses", text: bytes.toString("base64url") },
    { what: "base32", text: lines(base32(bytes), 64) },
    { what: "bytes", text: Buffer.from([0, 255, 3, 200, 4]).toString("latin1") },
  ])("as $what", ({ text }) => {
    const shown = withoutEncoded(`error: it failed\n${text}\nmake: *** [all] Error 1`);
    const rest = shown.replaceAll(/\[withheld: \d+ characters\]/g, "").trim();
    expect(rest.replaceAll(/[\s,]+/g, " ")).toBe("error: it failed make: *** [all] Error 1");
  });

  test("as a token among words", () => {
    const token = createHash("sha256").update("x").digest("base64").slice(0, 40);
    expect(withoutEncoded(`token ${token} is wrong`)).toBe(
      "token [withheld: 40 characters] is wrong",
    );
  });
});

test.each([
  "src/components/AuthenticationProviderFactory.test.tsx:14:3 - error TS2304: Cannot find name",
  "    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)",
  "/usr/lib/python3/dist-packages/setuptools/command/build_ext.py",
  "npm error ERESOLVE could not resolve dependency tree for eslint-plugin-react-hooks@4.6.0",
  "drwxr-xr-x 2 root root 4096 2026-01-01 10:00 node_modules",
  "thread 'tests::parses_an_empty_configuration_file' panicked at src/lib.rs:10:5",
  "test_internationalization_of_the_command_line_interface ... FAILED",
  "undefined reference to `_ZN5boost10filesystem4path'",
  "commit 9fceb02 (HEAD -> main)",
  "java.lang.IllegalArgumentException: NoSuchElementExceptionInTheCollection",
  "[REDACTED:high-entropy-hex] and [REDACTED:github-token]",
  "==================== 3 failed, 12 passed in 0.14s ====================",
  "--------------------------------------------------------------",
  "AC_CHECK_HEADERS AM_INIT_AUTOMAKE_FOREIGN_SUBDIR_OBJECTS",
  "10:00:01 10:00:02 1 2 3",
  "a b c d e f an at be",
])("%s stays readable", (line) => {
  expect(withoutEncoded(line)).toBe(line);
});

test("a hostile text takes linear time", () => {
  for (const unit of ["a", "aA1", "00 ", "0:", "=", "/a", "\\x", "a\n", "-"]) {
    const text = unit.repeat(1_000_000 / unit.length);
    expect(
      cpuMs(() => withoutEncoded(text)),
      unit,
    ).toBeLessThan(2_000);
  }
});
