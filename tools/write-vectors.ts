/** Writes every generated file under `spec/vectors`. Tests hold them up to date. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { settlementVectors } from "./vectors/settlement.ts";
import { transcriptVectors } from "./vectors/transcript.ts";

const FILES: readonly { readonly path: string; readonly text: () => string }[] = [
  { path: "spec/vectors/settlement.json", text: settlementVectors },
  { path: "spec/vectors/transcripts.json", text: transcriptVectors },
];

for (const { path, text } of FILES) {
  writeFileSync(join(import.meta.dirname, "..", path), text());
}
