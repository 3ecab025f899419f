/**
 * Bundles the sources of `fix` into `dist/`, because the bundle starts about five times as fast:
 * `main.mjs`, one small file for a command that succeeds, and the rest in chunks loaded on demand.
 */
import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { bundle, ROOT } from "./bundle.ts";

const SOURCES = join(import.meta.dirname, "src");
const DIST = join(import.meta.dirname, "dist");

/** Bundles the sources as they are now. Unchanged files are not written again. */
export async function buildCli(): Promise<void> {
  const place = { directory: DIST, root: ROOT };
  const bundles = await Promise.all([
    bundle({ ...place, entries: { main: join(SOURCES, "main.ts") }, isSplit: false }),
    bundle({ ...place, entries: { "run-verb": join(SOURCES, "run-verb.ts") }, isSplit: true }),
  ]);
  const built = bundles.flatMap(({ metafile }) =>
    Object.keys(metafile.outputs).map((path) => basename(path)),
  );
  for (const name of readdirSync(DIST)) if (!built.includes(name)) rmSync(join(DIST, name));
}
