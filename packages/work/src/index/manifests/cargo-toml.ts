import type { FoundDependency } from "./dependency.ts";
import { textsIn, tomlLines } from "./toml-lines.ts";

/** The table of a list, or of one dependency, also below a target or a workspace. */
const TABLE =
  /(?:^|\.)(?<list>dependencies|dev-dependencies|build-dependencies)(?:\.(?<name>[^.]+))?$/;

export function cargoDependencies(text: string): readonly FoundDependency[] {
  const found: FoundDependency[] = [];
  for (const { table, key, value } of tomlLines(text)) {
    const { list, name } = TABLE.exec(table)?.groups ?? {};
    if (list === undefined) continue;
    const isDev = list !== "dependencies";
    if (name === undefined)
      found.push({ name: key.split(".")[0] ?? key, version: versionOf(value), isDev });
    else if (key === "version") found.push({ name, version: textsIn(value)[0] ?? "", isDev });
  }
  return found;
}

/** A text, or a table in braces with one. */
function versionOf(value: string): string {
  const version = value.startsWith("{") ? /\bversion\s*=\s*(.*)$/.exec(value)?.[1] : value;
  return /^["']/.test(version ?? "") ? (textsIn(version ?? "")[0] ?? "") : "";
}
