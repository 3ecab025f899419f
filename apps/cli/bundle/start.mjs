// Where `fix` starts: plain JavaScript in one file, and little of it, because it runs before every
// command. It starts a program that is as new as its sources: their bundle, where that is fresh or
// can be made so, or else the sources themselves, which only start more slowly. There are two. `run`
// is what every command needs and is looked at in no time; `verbs` is the rest.
import { readFileSync, statSync } from "node:fs";

const ROOT = new URL("../../../", import.meta.url);
export const CACHE = new URL("node_modules/.cache/fix/", ROOT);

const ENTRIES = {
  run: new URL("../src/main.ts", import.meta.url),
  verbs: new URL("../src/run-verb.ts", import.meta.url),
};

/** The address to import. */
export async function freshProgram(name) {
  const folder = new URL(`${name}/`, CACHE);
  const isBundled = isFresh(folder) || (await build(name, folder));
  return isBundled ? new URL(`${name}.mjs`, folder) : ENTRIES[name];
}

function isFresh(folder) {
  let manifest;
  try {
    manifest = readFileSync(new URL("manifest.json", folder), "utf8");
  } catch {
    return false;
  }
  const { root, sources } = JSON.parse(manifest);
  if (root !== ROOT.href) return false;
  return sources.every(([path, bytes, changedMs]) => {
    const now = statSync(new URL(path, ROOT), { throwIfNoEntry: false });
    return now !== undefined && now.size === bytes && now.mtimeMs === changedMs;
  });
}

async function build(name, folder) {
  try {
    const { buildAlone } = await import("./build-alone.ts");
    return await buildAlone(name, ENTRIES[name], folder);
  } catch {
    // No bundler, or a source that is wrong: run as it is, it says so better than a bundler could.
    return false;
  }
}

// Not awaited at the top: what is started may itself import this file.
freshProgram("run").then((program) => import(program));
