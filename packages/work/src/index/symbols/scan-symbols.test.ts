import { cpuMs } from "@bazaar/testkit/cpu-ms";
import { expect, test } from "vitest";
import { languageOf } from "./language.ts";
import { scanSymbols } from "./scan-symbols.ts";

function found(path: string, ...lines: readonly string[]): readonly string[] {
  const language = languageOf(path);
  if (language === null) return [];
  return scanSymbols(lines.join("\n"), language).map(
    ({ name, kind, line }) => `${line} ${kind} ${name}`,
  );
}

test.each<{ path: string; lines: readonly string[]; is: readonly string[] }>([
  {
    path: "a.ts",
    lines: [
      "export async function load<T>(x: T) {",
      "  function* inner() {}",
      "export default abstract class Store extends Base {",
      "export interface Shape<T> {",
      "type Name = string;",
      "  type Local<T> = T;",
      "export const enum Colour { red }",
      "export const LIMIT: number = 5;",
      "  const local = 3;",
      "let count = 0;",
      "export { load };",
      "typeof x;",
      "const { a, b } = c;",
    ],
    is: [
      "1 function load",
      "2 function inner",
      "3 class Store",
      "4 interface Shape",
      "5 type Name",
      "6 type Local",
      "7 enum Colour",
      "8 constant LIMIT",
      "10 variable count",
    ],
  },
  {
    path: "a.mjs",
    lines: [
      "// function no1() {}",
      "/* class no2 {",
      "function no3() {}",
      "*/ function yes1() {}",
      "const text = `",
      "function no4() {}",
      "\\` function no5() {}",
      "`; ",
      "const other = '\\'function no6() {}",
      "function yes2() {}",
    ],
    is: ["4 function yes1", "5 constant text", "9 constant other", "10 function yes2"],
  },
  {
    path: "a.py",
    lines: [
      "LIMIT: int = 5",
      "name = 'def no1(): pass'",
      "else: x = 1",
      "if a == b:",
      "async def load(x):",
      '    """',
      "def no2():",
      '    """',
      "    def inner(self):",
      "class Store(Base):  # class no3",
      "x == 1",
    ],
    is: [
      "1 variable LIMIT",
      "2 variable name",
      "5 function load",
      "9 method inner",
      "10 class Store",
    ],
  },
  {
    path: "a.rs",
    lines: [
      "pub(crate) async unsafe fn load<'a>(x: &'a str) -> char { '\"' }",
      "fn quoted() -> char { '\"' } // \"",
      "pub struct Store<'a> {",
      "enum Colour { Red }",
      "pub unsafe trait Shape {}",
      "    pub const LIMIT: usize = 5;",
      "static mut COUNT: u8 = 0;",
      'let text = r#"',
      "fn no1() {}",
      '"; fn no2() {}',
      '"#;',
      'pub extern "C" fn called() {}',
      "mod tests {",
      "macro_rules! twice {",
      "type Name = String;",
      "impl Store<'_> {",
    ],
    is: [
      "1 function load",
      "2 function quoted",
      "3 struct Store",
      "4 enum Colour",
      "5 trait Shape",
      "6 constant LIMIT",
      "7 variable COUNT",
      "12 function called",
      "13 module tests",
      "14 macro twice",
      "15 type Name",
    ],
  },
  {
    path: "a.go",
    lines: [
      "func main() {",
      "func (s *Store) Load(x int) error {",
      "type Store struct {",
      "const Limit = 5",
      "var count int",
      "text := `",
      "func no1() {",
      "`",
    ],
    is: [
      "1 function main",
      "2 method Load",
      "3 type Store",
      "4 constant Limit",
      "5 variable count",
    ],
  },
  {
    path: "A.java",
    lines: [
      "public final class Store {",
      "  private static int load(String x) {",
      "  public Store(int x) {",
      "  private int count = load(1);",
      "    return load(x);",
      "  public @interface Marked {}",
      "enum Colour { RED }",
      "record Point(int x) {}",
    ],
    is: [
      "1 class Store",
      "2 method load",
      "3 method Store",
      "6 interface Marked",
      "7 enum Colour",
      "8 record Point",
    ],
  },
  {
    path: "a.h",
    lines: [
      "#define LIMIT(x) 5",
      "static int load(const char *x) {",
      "int declared(void);",
      "int value = load(1);",
      "struct store {",
      "typedef enum colour {",
      "  if (x) {",
      "if (x) {",
      "main(void)",
      "struct store *make(void) {",
      "namespace a {",
    ],
    is: [
      "1 macro LIMIT",
      "2 function load",
      "5 struct store",
      "6 enum colour",
      "9 function main",
      "10 function make",
      "11 namespace a",
    ],
  },
])("definitions in $path", ({ path, lines, is }) => {
  expect(found(path, ...lines)).toEqual(is);
});

test("a file of another kind has none, and neither has a generated line", () => {
  expect(found("a.txt", "function a() {}")).toEqual([]);
  expect(found("function", "function a() {}")).toEqual([]);
  expect(found("a.js", `function ${"a".repeat(400)}() {}`)).toEqual([]);
});

test("at most 10,000 are listed", () => {
  expect(found("a.js", ...Array<string>(10_001).fill("function a() {}"))).toHaveLength(10_000);
});

test.each([
  { what: "spaces", text: `function${" ".repeat(380)}-\n`.repeat(2_500) },
  { what: "quotes", text: '"'.repeat(1_000_000) },
  { what: "open comments", text: "/*".repeat(500_000) },
  { what: "open texts", text: "`\\".repeat(500_000) },
  { what: "keywords", text: "export default async ".repeat(50_000) },
  { what: "apostrophes", text: "'\\x".repeat(300_000) },
  { what: "signs before a quote", text: `${"r####".repeat(200_000)}"` },
  { what: "parentheses", text: `${"a(".repeat(190)}\n`.repeat(2_500) },
])("a file of $what takes no time in any language", ({ text }) => {
  const usedMs = cpuMs(() => {
    for (const path of ["a.js", "a.py", "a.rs", "a.go", "a.java", "a.c"]) found(path, text);
  });
  // Quadratic time would take minutes.
  expect(usedMs).toBeLessThan(5_000);
});
