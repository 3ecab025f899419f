import type { FoundDependency } from "./dependency.ts";

const REQUIRED = /^(?<name>[^\s()]+)\s+(?<version>v[^\s]+)/;

export function goDependencies(text: string): readonly FoundDependency[] {
  const found: FoundDependency[] = [];
  let isInside = false;
  for (const written of text.split("\n")) {
    const line = written.trim();
    const isSingle = line.startsWith("require ");
    if (/^require\s*\($/.test(line)) isInside = true;
    else if (line === ")") isInside = false;
    else if (isInside || isSingle) {
      const { name, version } = REQUIRED.exec(isSingle ? line.slice(8).trim() : line)?.groups ?? {};
      if (name !== undefined && version !== undefined) found.push({ name, version, isDev: false });
    }
  }
  return found;
}
