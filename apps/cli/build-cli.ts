/**
 * Bundles the sources of `fix` into `dist/`, because the bundle starts about five times as fast:
 * `main.mjs`, one small file for a command that succeeds, and the rest in chunks loaded on demand.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

const SOURCES = join(import.meta.dirname, "src");
const DIST = join(import.meta.dirname, "dist");

/** Bundles the sources as they are now. Unchanged files are not written again. */
export async function buildCli(): Promise<void> {
  const bundles = await Promise.all([
    bundle("main", {}),
    bundle("run-verb", { splitting: true, banner: { js: REQUIRE } }),
  ]);
  const built = bundles.flat();
  for (const name of readdirSync(DIST)) if (!built.includes(name)) rmSync(join(DIST, name));
}

async function bundle(name: string, options: BuildOptions): Promise<readonly string[]> {
  const { metafile } = await build({
    ...options,
    entryPoints: [join(SOURCES, `${name}.ts`)],
    outdir: DIST,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22.18",
    legalComments: "none",
    metafile: true,
    logLevel: "silent",
    plugins: [runVerbApart, sourceUrls],
  });
  return Object.keys(metafile.outputs).map((path) => basename(path));
}

/** Some dependencies are CommonJS and call `require` for parts of Node. */
const REQUIRE =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

/** `main` imports the other bundle at run time. */
const runVerbApart: Plugin = {
  name: "run-verb-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/run-verb\.ts$/ }, () => ({ path: "./run-verb.mjs", external: true }));
  },
};

/** Sources that read files beside themselves still find them beside the sources. */
const sourceUrls: Plugin = {
  name: "source-urls",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:packages|apps)[\\/].*\.ts$/ }, ({ path }) => {
      const place = relative(DIST, path).replaceAll("\\", "/");
      const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
      const text = readFileSync(path, "utf8");
      return { loader: "ts", contents: text.replaceAll("import.meta.url", url) };
    });
  },
};
