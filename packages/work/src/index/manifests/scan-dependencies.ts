/** What a manifest says that its project needs. */
import { basename } from "node:path/posix";
import { cargoDependencies } from "./cargo-toml.ts";
import type { FoundDependency } from "./dependency.ts";
import { goDependencies } from "./go-mod.ts";
import { packageJsonDependencies } from "./package-json.ts";
import { pyprojectDependencies, requirementsDependencies } from "./python.ts";

const MAX_DEPENDENCIES = 5_000;
/** An index has no longer names and versions. */
const MAX_WORD = 200;

const MANIFESTS = {
  "package.json": packageJsonDependencies,
  "Cargo.toml": cargoDependencies,
  "pyproject.toml": pyprojectDependencies,
  "requirements.txt": requirementsDependencies,
  "go.mod": goDependencies,
} as const satisfies Record<string, (text: string) => readonly FoundDependency[]>;

export type ManifestName = keyof typeof MANIFESTS;

/** Null: it is no manifest. `requirements-dev.txt` and the like are one. */
export function manifestOf(path: string): ManifestName | null {
  const name = basename(path);
  if (/^requirements[\w.-]*\.txt$/.test(name)) return "requirements.txt";
  return Object.hasOwn(MANIFESTS, name) ? (name as ManifestName) : null;
}

/** Entries of unusual length are left out. */
export function scanDependencies(text: string, manifest: ManifestName): readonly FoundDependency[] {
  return MANIFESTS[manifest](text)
    .filter(({ name, version }) => name !== "" && Math.max(name.length, version.length) <= MAX_WORD)
    .slice(0, MAX_DEPENDENCIES);
}
