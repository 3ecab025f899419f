/** Logs and caches of tools among the changes: one line per tool, and no question. */
import type { JudgedChange } from "@bazaar/guard/commit";
import { counted } from "../counted.ts";
import { pathBelow } from "./show-changes.ts";

export function noiseLines(
  judged: readonly JudgedChange[],
  workingTree: string,
): readonly string[] {
  const files = judged.filter(({ change }) => change.after?.type !== "directory");
  const tools = Map.groupBy(files, ({ noise }) => noise?.tool ?? null);
  tools.delete(null);
  return [...tools].map(([tool, changes]) => {
    const kinds = ["log", "cache"].filter((kind) =>
      changes.some((each) => kind === each.noise?.what),
    );
    const isInside = changes.every(({ change }) => pathBelow(change.path, workingTree) !== null);
    const where = isInside ? "" : " outside";
    return `${tool}'s ${kinds.join(" and ")}: ${counted(changes.length, "file")}${where}, dropped`;
  });
}
