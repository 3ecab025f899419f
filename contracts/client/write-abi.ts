/** `node contracts/client/write-abi.ts`: writes the compiled contract's ABI to abi.ts. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AbiItem, artifactOf } from "../local-chain/artifact.ts";
import { buildContracts } from "../local-chain/forge.ts";

export const ABI_FILE = join(import.meta.dirname, "abi.ts");

/** The contents of abi.ts: one entry per line, in the compiler's order. */
export function abiSource(): string {
  const lines = withLibraryErrors().map((item) => `  ${JSON.stringify(item)},`);
  return [
    "// Written by write-abi.ts from the compiled contract; a test compares the two.",
    "// biome-ignore format: one entry per line is what a diff can show.",
    "export const fixEscrowAbi = [",
    ...lines,
    "] as const;",
    "",
  ].join("\n");
}

/** The compiler lists the errors of libraries only with the library. */
function withLibraryErrors(): readonly AbiItem[] {
  const own = artifactOf("FixEscrow").abi;
  const libraries = [artifactOf("TermsCheck", "Terms").abi, artifactOf("Settlement").abi];
  const names = new Set(own.map(({ name }) => name));
  return [
    ...own,
    ...libraries.flat().filter(({ type, name }) => type === "error" && !names.has(name)),
  ];
}

if (import.meta.main) {
  await buildContracts();
  writeFileSync(ABI_FILE, abiSource());
}
