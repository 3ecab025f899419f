import type { Copy, RawPath, WhyKept } from "@bazaar/guard/commit";
import { expect, test } from "vitest";
import { copyRows } from "./copy-rows.ts";

function copy(number: string, path: string, why: WhyKept): Copy {
  const made = { atMs: 0, directory: "/p" as RawPath, changes: 1, command: null };
  return { number, atMs: 0, path: path as RawPath, type: "file", bytes: 8n, why, made };
}

test("the git objects of one commit that are kept for one reason are one line", () => {
  const rows = copyRows([
    copy("2.1", "/p/.git/objects/aa/x", "deleted"),
    copy("2.2", "/p/a.txt", "replaced"),
    copy("2.3", "/p/.git/objects/bb/y", "deleted"),
    copy("1.4", "/p/.git/objects/cc/z", "undone"),
  ]);
  expect(rows.map(({ count, cells: [number, , ...rest] }) => [count, number, ...rest])).toEqual([
    [2, "2.1…", "2 git objects", "16 B", "deleted by a commit"],
    [1, "2.2", '"/p/a.txt"', "8 B", "replaced by a commit"],
    [1, "1.4", '"/p/.git/objects/cc/z"', "8 B", "moved aside by an undo"],
  ]);
});
