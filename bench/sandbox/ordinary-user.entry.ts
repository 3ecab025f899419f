/** The lines that a user feels, measured in this user's home, one JSON object per line. */
import { removeTree } from "../../packages/guard/src/disk/remove-tree.ts";
import { benchFolder } from "./sample-project.ts";
import { flowLine, startLines } from "./sandbox-lines.ts";

const folder = benchFolder();
try {
  for (const line of [...(await startLines(folder)), await flowLine(folder)]) {
    console.log(JSON.stringify(line));
  }
} finally {
  await removeTree(folder);
}
