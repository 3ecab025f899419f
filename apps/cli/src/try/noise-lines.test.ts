import type { JudgedChange } from "@bazaar/guard/commit";
import { expect, test } from "vitest";
import { noiseLines } from "./noise-lines.ts";

function written(path: string, type: string, tool?: string, what?: "log" | "cache"): JudgedChange {
  const change = { kind: "add", path, after: { type } };
  const noise = tool === undefined ? {} : { noise: { tool, what } };
  return { change, dangers: [], group: null, ...noise } as unknown as JudgedChange;
}

test("logs and caches are one line per tool, which counts files and says where they are", () => {
  const judged = [
    written("/srv/project/a.txt", "file"),
    written("/srv/ada/.npm/_logs", "directory", "npm", "log"),
    written("/srv/ada/.npm/_logs/a.log", "file", "npm", "log"),
    written("/srv/ada/.npm/_cacache/b", "file", "npm", "cache"),
    written("/srv/project/__pycache__/a.pyc", "file", "python", "cache"),
  ];
  expect(noiseLines(judged, "/srv/project")).toEqual([
    "npm's log and cache: 2 files outside, dropped",
    "python's cache: 1 file, dropped",
  ]);
});
