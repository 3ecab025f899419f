/** `npm run vectors`: writes the generated files in `spec`. A test fails when one is old. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { courtVectors } from "./vectors/court.ts";
import { receiptVectors } from "./vectors/receipts.ts";
import { schemaFiles } from "./vectors/schemas.ts";
import { settlementVectors } from "./vectors/settlement.ts";
import { trajectoryVectors } from "./vectors/trajectory.ts";
import { transcriptVectors } from "./vectors/transcript.ts";

const FILES: readonly { readonly path: string; readonly text: () => string }[] = [
  { path: "spec/vectors/court.json", text: courtVectors },
  { path: "spec/vectors/receipts.json", text: receiptVectors },
  { path: "spec/vectors/settlement.json", text: settlementVectors },
  { path: "spec/vectors/trajectories.json", text: trajectoryVectors },
  { path: "spec/vectors/transcripts.json", text: transcriptVectors },
];

const write = (path: string, text: string): void =>
  writeFileSync(join(import.meta.dirname, "..", path), text);

for (const { path, text } of FILES) write(path, text());
for (const { path, text } of schemaFiles()) write(path, text);
