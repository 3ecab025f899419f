/** `npm run vectors`: writes the generated files in `spec/vectors`. A test fails when one is old. */
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
