/** What the compiler has made of a contract, from the folder of the default profile. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./forge.ts";

export interface AbiItem {
  readonly type: string;
  readonly name?: string;
}

interface Artifact {
  readonly abi: readonly AbiItem[];
  readonly bytecode: { readonly object: `0x${string}` };
  readonly deployedBytecode: { readonly object: `0x${string}` };
  readonly metadata: Metadata;
}

/** The compiler's own account of how it compiled. */
interface Metadata {
  readonly compiler: { readonly version: string };
  readonly sources: Readonly<Record<string, unknown>>;
  readonly settings: {
    readonly compilationTarget: Readonly<Record<string, string>>;
    readonly [setting: string]: unknown;
  };
}

export function artifactOf(contract: string, file = contract): Artifact {
  const path = join(REPOSITORY, "contracts", "out", `${file}.sol`, `${contract}.json`);
  return JSON.parse(readFileSync(path, "utf8")) as Artifact;
}
