/**
 * Manifests are data, except for the fields that name what package managers, git or editors run.
 * A manifest that cannot be parsed counts as changed there: another program may parse it.
 */
import { nameOf, type RawPath } from "../../disk/raw-path.ts";
import { PACKAGE_DOMAINS } from "../../sandbox/network/package-domains.ts";
import type { Change } from "../change.ts";
import { textIfAny } from "./text-if-any.ts";

const MAX_MANIFEST_BYTES = 50_000_000n;
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
      "jest babel",
    ),
  },
  // getcomposer.org: scripts and plugins, github.com/BrainMaestro/composer-git-hooks.
  { name: /^composer\.json$/, runs: fields("scripts config extra") },
  // docs.deno.com: lint plugins run in editors.
  { name: /^deno\.jsonc?$/, runs: fields("tasks lint") },
  // doc.rust-lang.org/cargo: a build script under another name, and macros, which editors run.
  {
    name: /^Cargo\.toml$/i,
    runs: lines(/^[ \t]*(?:package\.)?(?:build|proc-macro|proc_macro)\s*=.*$/gm),
  },
  // mypy, pylint, pytest and flake8 load what these name, in editors too; pip runs a build backend.
  {
    name: /^pyproject\.toml$/,
    runs: lines(
      /^[ \t]*(?:plugins|init-hook|load-plugins|addopts|pythonpath|build-backend|backend-path)\s*=\s*(?:\[[^\]]*\]?|.*)/gm,
    ),
  },
  {
    name: /^(?:setup\.cfg|tox\.ini|pytest\.ini)$/,
    runs: lines(
      /^(?:\[flake8:local-plugins\][^[]*|[ \t]*(?:plugins|init-hook|load-plugins|addopts|pythonpath)\s*[=:].*(?:\n[ \t]+.*)*)/gm,
    ),
  },
  // dart.dev/tools/analysis: plugins of the analyser; learn.microsoft.com: global.json.
  { name: /^analysis_options\.yaml$/, runs: lines(/^[ \t]*plugins\s*:.*(?:\n[ \t]+.*)*/gm) },
  { name: /^global\.json$/, runs: fields("sdk msbuild-sdks") },
  // Packages from elsewhere run when somebody installs what the lock file names.
  {
    name: /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|Cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|Gemfile\.lock)$/,
    runs: hosts,
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

const SOURCE_LINE = /^.*\b(?:resolved|resolution|tarball|source|registry|remote)\b.*$/gm;
const HOST = /[a-z+]{1,16}:\/\/(?:[^/@\s"']*@)?([^/\s"'?#]+)/gi;
const REGISTRIES: ReadonlySet<string> = new Set(PACKAGE_DOMAINS);

/** Hosts that a lock file downloads from, without public registries. */
function hosts(text: string): string {
  const sources = (text.match(SOURCE_LINE) ?? []).join("\n");
  const found = [...sources.matchAll(HOST)].map(([, host = ""]) => host.toLowerCase());
  const others = [...new Set(found)].filter((host) => !REGISTRIES.has(host)).sort();
  return others.length === 0 ? NOTHING : JSON.stringify(others);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
