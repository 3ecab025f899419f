/** A compiled contract, read from the output folder of the default profile. */
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

/** What the compiler says about its input. */
interface Metadata {
  readonly compiler: { readonly version: string };
  readonly sources: Readonly<Record<string, { readonly keccak256: `0x${string}` }>>;
  readonly settings: {
    readonly compilationTarget: Readonly<Record<string, string>>;
    readonly [setting: string]: unknown;
  };
}

export function artifactOf(contract: string, file = contract): Artifact {
  const path = join(REPOSITORY, "contracts", "out", `${file}.sol`, `${contract}.json`);
  return JSON.parse(readFileSync(path, "utf8")) as Artifact;
}
