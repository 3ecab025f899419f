/** An entry as one bundle in a process of its own, as whoever runs the tests; its JSON lines. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export async function runBundled<Line>(entry: URL, args: readonly string[]): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), "guard-bundle-"));
  try {
    const outfile = join(folder, "entry.mjs");
    await build({
      entryPoints: [fileURLToPath(entry)],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error",
    });
    const stdio = ["ignore", "pipe", "pipe"] as const;
    const child = spawn(process.execPath, [outfile, ...args], { stdio: [...stdio] });
    const closed = once(child, "close");
    const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await closed;
    if (code !== 0) throw new Error(`exit ${code}\n${problems}`);
    return out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
