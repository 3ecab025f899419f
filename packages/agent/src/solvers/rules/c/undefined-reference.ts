/** The symbols that the linker did not find. */
import type { View } from "../view.ts";

const SAID = /undefined reference to [`'‘"]([A-Za-z_]\w{0,100})['’"]/;

export function undefinedSymbols(view: View): readonly string[] {
  const names = view.lines.map((line) => SAID.exec(line)?.[1]).filter((name) => name !== undefined);
  return [...new Set(names)].filter((name) => name !== "main");
}
