/** What Python's two kinds of manifest say. */
import type { FoundDependency } from "./dependency.ts";
import { textsIn, tomlLines } from "./toml-lines.ts";

/** A name, extras in brackets, and the version; a marker or an address ends it. */
const REQUIREMENT = /^(?<name>[A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?<version>[^;@\s][^;@]*)?/;

export function requirementsDependencies(text: string): readonly FoundDependency[] {
  // A comment begins after a space; a `#` elsewhere is part of an address.
  return text
    .split("\n")
    .flatMap((line) => requirement(line.replace(/(?:^|\s)#[\s\S]*$/, ""), false));
}

export function pyprojectDependencies(text: string): readonly FoundDependency[] {
  const found: FoundDependency[] = [];
  for (const { table, key, value } of tomlLines(text)) {
    if (table === "project" && key === "dependencies") {
      found.push(...textsIn(value).flatMap((written) => requirement(written, false)));
    } else if (table === "project.optional-dependencies" || table === "dependency-groups") {
      const isDev = table === "dependency-groups";
      found.push(...textsIn(value).flatMap((written) => requirement(written, isDev)));
    } else if (isPoetry(table) && key !== "python") {
      const isDev = table !== "tool.poetry.dependencies";
      found.push({ name: key, version: textsIn(value)[0] ?? "", isDev });
    }
  }
  return found;
}

function isPoetry(table: string): boolean {
  return /^tool\.poetry\.(?:dependencies|dev-dependencies|group\.[^.]+\.dependencies)$/.test(table);
}

function requirement(written: string, isDev: boolean): readonly FoundDependency[] {
  const plain = written.replaceAll(/\s+/g, " ").trim();
  const { name, version = "" } = REQUIREMENT.exec(plain)?.groups ?? {};
  return name === undefined ? [] : [{ name, version: version.trim(), isDev }];
}
