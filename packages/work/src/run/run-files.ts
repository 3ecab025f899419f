import type { RunSpec } from "@bazaar/kernel";
import type { SandboxFiles } from "../sandbox.ts";

/** As a sandbox is given them. */
export function runFiles({ files }: RunSpec): SandboxFiles {
  const bytes = [...files].map(([path, text]) => [path, Buffer.from(text, "utf8")] as const);
  return new Map(bytes);
}
