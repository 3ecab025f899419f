/** Writes every generated file under `spec/vectors`. Tests hold them up to date. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { settlementVectors } from "./vectors/settlement.ts";

const FILES: readonly { readonly path: string; readonly text: () => string }[] = [
  { path: "spec/vectors/settlement.json", text: settlementVectors },
];

for (const { path, text } of FILES) {
  writeFileSync(join(import.meta.dirname, "..", path), text());
}
