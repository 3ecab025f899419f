import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { TemporaryDirectory } from "@bazaar/guard/temporary-directory";
import { stage } from "./stage.ts";

export interface Packed {
  readonly path: string;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly files: readonly string[];
}

/** Writes the package into a directory. The same sources give the same bytes. */
export async function pack(directory: string): Promise<Packed> {
  await using staged = await TemporaryDirectory.make("pack");
  await stage(staged.path);
  const [facts] = npmPack(staged.path, directory);
  if (facts === undefined) throw new Error("npm pack made no package");
  return {
    path: join(directory, facts.filename),
    packedBytes: facts.size,
    unpackedBytes: facts.unpackedSize,
    files: facts.files.map(({ path }) => path),
  };
}

interface Facts {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

function npmPack(staged: string, directory: string): readonly Facts[] {
  const words = ["pack", "--json", "--ignore-scripts", "--loglevel=error"];
  const { status, stdout, stderr, error } = spawnSync(
    "npm",
    [...words, "--pack-destination", directory],
    { cwd: staged, encoding: "utf8", shell: process.platform === "win32" },
  );
  if (status !== 0) throw new Error(`npm pack failed: ${error?.message ?? stderr}`);
  return JSON.parse(stdout);
}
