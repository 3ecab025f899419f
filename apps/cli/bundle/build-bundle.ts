/**
 * Makes programs of our sources that load nothing before it is needed. Sources stay the truth: a
 * bundle lists what it was made from and where, and one that is older than any of that, or was copied
 * from somewhere else, is not started.
 */
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin, transform } from "esbuild";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const TARGET = "node22.18";
const READABLE = 0o755;

/** `run` is one small file; `verbs` is in pieces, each loaded when somebody needs it. */
export type BundleName = "run" | "verbs";

/** Relative to the repository; its size, and when it was changed. */
type Stamp = readonly [path: string, bytes: number, changedMs: number];

/**
 * Into a folder of its own, which then takes the place of the one before: a program that starts
 * meanwhile sees either, never half of one.
 */
export async function buildBundle(name: BundleName, entry: string, folder: string): Promise<void> {
  const startedMs = Date.now();
  const draft = mkdtempSync(`${folder}.`);
  try {
    const { metafile } = await build({
      entryPoints: { [name]: entry },
      outdir: draft,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: name === "verbs",
      format: "esm",
      platform: "node",
      target: TARGET,
      legalComments: "none",
      metafile: true,
      logLevel: "silent",
      absWorkingDir: ROOT,
      plugins: name === "run" ? [restLater, nothingUnasked] : [ownPlaces, nothingUnasked],
      // Some dependencies are CommonJS and ask for parts of Node the old way.
      ...(name === "verbs" ? { banner: { js: REQUIRE } } : {}),
    });
    const used = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
    const sources = stamps(used);
    if (sources.some(([, , changedMs]) => changedMs >= startedMs)) throw new SourcesMoved();
    // A bundle names files by where they are, so a copy of it elsewhere would run another's code.
    const root = pathToFileURL(join(ROOT, sep)).href;
    writeFileSync(join(draft, "manifest.json"), JSON.stringify({ root, sources }));
    chmodSync(draft, READABLE);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Somebody saved a file while it was being read. */
class SourcesMoved extends Error {
  override name = "SourcesMoved";
}

const REQUIRE =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

/** A bare run keeps out what it may ask for later, and asks for it where freshness is looked at. */
const restLater: Plugin = {
  name: "rest-later",
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const isVerbs = path.endsWith("/run-verb.ts");
      const file = isVerbs ? join(import.meta.dirname, "verbs.mjs") : join(resolveDir, path);
      return { path: pathToFileURL(file).href, external: true };
    });
  },
};

/** Sources that read files beside themselves still find them where the sources are. */
const ownPlaces: Plugin = {
  name: "own-places",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:packages|apps)[\\/].*\.ts$/ }, async ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!text.includes("import.meta.")) return undefined;
      const define = {
        "import.meta.url": JSON.stringify(pathToFileURL(path).href),
        "import.meta.dirname": JSON.stringify(dirname(path)),
      };
      const { code } = await transform(text, { loader: "ts", target: TARGET, define });
      return { loader: "js", contents: code };
    });
  },
};

/** None of our modules does anything by being loaded: what nobody uses of a package stays out. */
const nothingUnasked: Plugin = {
  name: "nothing-unasked",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@bazaar\// }, async ({ path, kind, resolveDir, pluginData }) => {
      if (pluginData === nothingUnasked) return undefined;
      const found = await resolve(path, { kind, resolveDir, pluginData: nothingUnasked });
      return { path: found.path, errors: found.errors, sideEffects: false };
    });
  },
};

/** Dependencies change only together with the list of what is installed. */
function stamps(inputs: readonly string[]): readonly Stamp[] {
  const ours = inputs.filter((path) => !path.split(sep).includes("node_modules"));
  const packages = ours.map((path) => join(...path.split(sep).slice(0, 2), "package.json"));
  const builder = relative(ROOT, fileURLToPath(import.meta.url));
  const installed = join("node_modules", ".package-lock.json");
  return [...new Set([...ours, ...packages, builder, installed])].map((path) => {
    const { size, mtimeMs } = statSync(join(ROOT, path));
    return [path, size, mtimeMs];
  });
}
