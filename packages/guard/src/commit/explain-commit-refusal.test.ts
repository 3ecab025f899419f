import { expect, test } from "vitest";
import { rawPath } from "../disk/raw-path.ts";
import { explainCommitRefusal } from "./explain-commit-refusal.ts";
import type { ConflictReason } from "./refusal.ts";

test.each<{ because: ConflictReason; revertible: number; changes: number; says: string[] }>([
  { because: "changed", revertible: 1, changes: 2, says: ["1 of 2 changes", "--part", "--all"] },
  { because: "changed", revertible: 0, changes: 1, says: ["0 of 1 change ", "--all"] },
  { because: "directory_replaced", revertible: 0, changes: 1, says: ["0 of 1 change "] },
])("$because, $revertible of $changes: only flags that help are named", (row) => {
  const { because, says, ...counts } = row;
  const conflicts = [{ path: rawPath("/tree/a"), because }];
  const lines = explainCommitRefusal({ code: "changed_since", commit: 1, ...counts, conflicts });
  const text = lines.join("\n");
  for (const part of says) expect(text).toContain(part);
  const flags = text.match(/--\w+/g) ?? [];
  expect(flags).toEqual(says.filter((part) => part.startsWith("--")));
});
