/** Bundles programs of this repository, for the checkout and for the package. */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

export const ROOT = join(import.meta.dirname, "..", "..");

export interface Bundle {
  /** Source files by the name of their bundle. */
  readonly entries: Readonly<Record<string, string>>;
  readonly directory: string;
  /**
   * The folder that stands for the repository at run time, for sources that read files beside
   * themselves: the checkout, or a folder with copies of those files.
   */
  readonly root: string;
  /** Whether code that is loaded on demand or shared becomes files of its own. */
  readonly isSplit: boolean;
}

export interface Bundled {
  /** What went in and came out, by paths relative to the checkout. */
  readonly metafile: Metafile;
  /** Files and directories of the checkout that the sources read at run time. */
  readonly reads: ReadonlySet<string>;
}

export async function bundle(wanted: Bundle): Promise<Bundled> {
  const reads = new Set<string>();
  const { metafile } = await build({
    ...(wanted.isSplit ? SPLIT : {}),
    entryPoints: { ...wanted.entries },
    outdir: wanted.directory,
    outExtension: { ".js": ".mjs" },
    // The names of chunks and the paths in comments are the same wherever the checkout is.
    absWorkingDir: ROOT,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22.18",
    legalComments: "none",
    metafile: true,
    logLevel: "silent",
    plugins: [runVerbApart, sourceUrls(wanted, reads)],
  });
  return { metafile, reads };
}

/** Some dependencies are CommonJS and call `require` for parts of Node. */
const REQUIRE =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

const SPLIT: BuildOptions = { splitting: true, banner: { js: REQUIRE } };

/** `main` imports the other bundle at run time. */
const runVerbApart: Plugin = {
  name: "run-verb-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/run-verb\.ts$/ }, () => ({ path: "./run-verb.mjs", external: true }));
  },
};

const READ = /new URL\("([^"]+)", import\.meta\.url\)/g;

function sourceUrls({ directory, root }: Bundle, reads: Set<string>): Plugin {
  return {
    name: "source-urls",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/](?:packages|apps)[\\/].*\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        for (const [, read = ""] of text.matchAll(READ)) reads.add(join(dirname(path), read));
        const place = relative(directory, join(root, relative(ROOT, path))).replaceAll("\\", "/");
        const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
        return { loader: "ts", contents: text.replaceAll("import.meta.url", url) };
      });
    },
  };
}
