/** What a file is written in, by the end of its name. */
export type Language = "javascript" | "python" | "rust" | "go" | "java" | "c";

const ENDINGS: ReadonlyMap<string, Language> = new Map([
  ...["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"].map(
    (end) => [end, "javascript"] as const,
  ),
  ["py", "python"],
  ["pyi", "python"],
  ["rs", "rust"],
  ["go", "go"],
  ["java", "java"],
  ...["c", "h", "cc", "cpp", "cxx", "hpp", "hh"].map((end) => [end, "c"] as const),
]);

/** Null: symbols of it are not known. */
export function languageOf(path: string): Language | null {
  const dot = path.lastIndexOf(".");
  return dot < 0 ? null : (ENDINGS.get(path.slice(dot + 1)) ?? null);
}
