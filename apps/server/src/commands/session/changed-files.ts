/** The files of a unified diff and how many lines of each were added or removed. */
import type { ChangedFile } from "@bazaar/kernel";

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Lines inside a hunk are counted by its own numbers, so content that looks like a header is not one. */
export function changedFiles(patch: string): readonly ChangedFile[] {
  const files = new Map<string, number>();
  let path: string | null = null;
  let [removed, added] = [0, 0];
  for (const line of patch.split("\n")) {
    if (removed > 0 || added > 0) {
      const isRemoval = line.startsWith("-");
      const isAddition = line.startsWith("+");
      if (line.startsWith("\\")) continue;
      if (!isAddition) removed -= 1;
      if (!isRemoval) added -= 1;
      if (path !== null && (isRemoval || isAddition)) files.set(path, (files.get(path) ?? 0) + 1);
      continue;
    }
    const hunk = HUNK.exec(line);
    if (hunk !== null) [removed, added] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
    // A removed file has no new name.
    if (line.startsWith("--- ")) path = nameIn(line);
    if (line.startsWith("+++ ")) path = nameIn(line) ?? path;
    if (path !== null && !files.has(path)) files.set(path, 0);
  }
  return [...files]
    .filter(([, linesChanged]) => linesChanged > 0)
    .map(([name, linesChanged]) => ({ path: name, linesChanged }));
}

function nameIn(line: string): string | null {
  const [name = ""] = line.slice(4).split("\t", 1);
  return name === "/dev/null" ? null : name.replace(/^[ab]\//, "");
}
