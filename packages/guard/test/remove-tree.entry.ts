/** Makes a tree that is hard to remove, removes it, and says what is left in the directory. */
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { removeTree } from "../src/disk/remove-tree.ts";

const DEPTH = 3_000;
const [directory = ""] = process.argv.slice(2);
process.chdir(directory);
mkdirSync("tree");
process.chdir("tree");
for (let depth = 0; depth < DEPTH; depth += 1) {
  mkdirSync("inner");
  process.chdir("inner");
  writeFileSync("file", "");
  // One in so many is closed, from inside, so that the way down stays open until it is made.
  if (depth % 100 === 99) chmodSync("..", 0o000);
}
process.chdir(directory);
const before = readdirSync(directory);
await removeTree(`${directory}/tree`);
console.log(JSON.stringify({ before, left: readdirSync(directory) }));
