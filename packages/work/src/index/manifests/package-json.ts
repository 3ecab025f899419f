import { isJsonObject, parseJson } from "@bazaar/kernel";
import type { FoundDependency } from "./dependency.ts";

const LISTS = [
  { field: "dependencies", isDev: false },
  { field: "optionalDependencies", isDev: false },
  { field: "peerDependencies", isDev: false },
  { field: "devDependencies", isDev: true },
] as const;

export function packageJsonDependencies(text: string): readonly FoundDependency[] {
  const json = parseJson(text);
  if (!json.ok || !isJsonObject(json.value)) return [];
  const manifest = json.value;
  return LISTS.flatMap(({ field, isDev }) => {
    const list = manifest[field];
    if (!isJsonObject(list)) return [];
    return Object.entries(list).map(([name, version]) => ({
      name,
      version: typeof version === "string" ? version : "",
      isDev,
    }));
  });
}
