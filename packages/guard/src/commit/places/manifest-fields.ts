/**
 * Manifests are data, except for the fields that name what package managers, git or editors run.
 * A manifest that cannot be parsed counts as changed there: another program may parse it.
 */
import { nameOf, type RawPath } from "../../disk/raw-path.ts";
import type { Change } from "../change.ts";
import { textIfAny } from "./text-if-any.ts";

const MAX_MANIFEST_BYTES = 1_000_000n;
const NOTHING = "{}";

interface Manifest {
  readonly name: RegExp;
  /** What of its text is run; null if it cannot be parsed. */
  readonly runs: (text: string) => string | null;
}

/** Each with the documents that name the fields. */
const MANIFESTS: readonly Manifest[] = [
  // docs.npmjs.com: scripts, nodejs.org: corepack, pnpm.io/package_json, bun.sh/docs/install/lifecycle,
  // and the hook managers, linters and formatters that read their settings from it.
  {
    name: /^package\.json$/,
    runs: fields(
      "scripts config gypfile packageManager devEngines pnpm trustedDependencies husky lint-staged",
      "nano-staged simple-git-hooks gitHooks pre-commit pre-push commitlint eslintConfig prettier stylelint",
    ),
  },
  // getcomposer.org: scripts and plugins, github.com/BrainMaestro/composer-git-hooks.
  { name: /^composer\.json$/, runs: fields("scripts config extra") },
  // docs.deno.com: lint plugins run in editors.
  { name: /^deno\.jsonc?$/, runs: fields("tasks lint") },
  // doc.rust-lang.org/cargo: a build script under another name, and macros, which editors run.
  {
    name: /^Cargo\.toml$/i,
    runs: lines(/^\s*(?:package\.)?(?:build|proc-macro|proc_macro)\s*=.*$/gm),
  },
  // typescriptlang.org/tsconfig: language service plugins.
  { name: /^[jt]sconfig.*\.json$/, runs: lines(/"plugins"\s*:\s*\[[^\]]*\]?/g) },
];

/** Whether a change gives a tool something to run. Installed packages have manifests of their own. */
export function hasNewScripts({ path, source, before, after }: Change): boolean {
  const manifest = MANIFESTS.find(({ name }) => name.test(nameOf(path)));
  if (manifest === undefined || path.includes("/node_modules/")) return false;
  // A link's name does not say what is read through it.
  if (after?.type !== "file") return after?.type === "symlink";
  const read = (at: RawPath) => {
    const text = textIfAny(at);
    return text === null ? null : manifest.runs(text);
  };
  const now = after.size > MAX_MANIFEST_BYTES ? null : read(source);
  const was = before?.type === "file" && before.size <= MAX_MANIFEST_BYTES ? read(path) : NOTHING;
  return now === null || (now !== was && now !== NOTHING);
}

function fields(...named: readonly string[]): Manifest["runs"] {
  const wanted = named.flatMap((line) => line.split(" "));
  return (text) => {
    const manifest = parsed(text);
    if (typeof manifest !== "object" || manifest === null) return null;
    const found = wanted.flatMap((name) => {
      const value = (manifest as Readonly<Record<string, unknown>>)[name];
      return value === undefined || isEmpty(value) ? [] : [[name, value]];
    });
    return JSON.stringify(Object.fromEntries(found));
  };
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function lines(pattern: RegExp): Manifest["runs"] {
  return (text) => {
    const found = [...text.matchAll(pattern)].map(([line]) => line.trim());
    return found.length === 0 ? NOTHING : JSON.stringify(found);
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
