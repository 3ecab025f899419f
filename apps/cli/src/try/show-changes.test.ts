import type { JudgedChange } from "@bazaar/guard/commit";
import { expect, test } from "vitest";
import { changeLines } from "./show-changes.ts";

function added(name: string, type: "file" | "directory", ...codes: readonly string[]) {
  const dangers = codes.map((code) => ({ code, sentence: `because of ${code}` }));
  const after = { type, target: null, mode: 0o644 };
  const change = { path: `/p/${name}`, kind: "add", before: null, after, linkTo: null, removed: 0 };
  return { change, dangers, group: null } as unknown as JudgedChange;
}

test("new git objects are one line after what matters; one with a danger of its own is named", () => {
  const objects = ["aa", "bb", "cc"].flatMap((name) => [
    added(`.git/objects/${name}`, "directory", "git_data"),
    added(`.git/objects/${name}/x`, "file", "git_data"),
  ]);
  const all = [...objects, added(".git/objects/dd/x", "file", "odd_name"), added("a.txt", "file")];
  expect(changeLines(all, { refused: [], hasAttributes: true }, "/p")).toEqual([
    "8 new:",
    "  + .git/objects/dd/x",
    "    ! because of odd_name",
    "  + a.txt",
    "  + 3 git objects",
    "    ! because of git_data",
  ]);
});
