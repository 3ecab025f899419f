import { afterEach, expect, test, vi } from "vitest";
import { asciiJson, complain, onOneLine, reportBug } from "./print.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function onStderr(print: () => void): string {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  print();
  return written.join("");
}

test("JSON for a terminal is printable ASCII and reads as before", () => {
  const value = { "é\u009b": ["\u202e", "😀", "\ud800", "a\nb\u007f", "plain"] };
  const text = asciiJson(`${JSON.stringify(value)}\n`);
  expect(text).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(text)).toEqual(value);
});

test("text of strangers stays on its line, and moves no cursor", () => {
  expect(onOneLine("a\r\nb\rc\n\td\u001b[2Kpaid\u2028e")).toBe(
    "a\\nb\\u{d}c\\n\\td\\u{1b}[2Kpaid\\u{2028}e",
  );
});

const FORGING = "no\r\nbazaar: paid\rbazaar: paid\nbazaar: paid";

test("a complaint that quotes a stranger is one line", () => {
  const printed = onStderr(() => complain("bazaar", FORGING));
  expect(printed).toBe("bazaar: no\\nbazaar: paid\\u{d}bazaar: paid\\nbazaar: paid\n");
});

test("a report of a bug has the stack, and only its first line looks like ours", () => {
  const printed = onStderr(() => reportBug("bazaar", new Error(FORGING)));
  expect(printed).toContain("print.test.ts");
  expect(printed.match(/^bazaar: /gm)).toHaveLength(1);
  expect(printed).not.toContain("\r");
});
