/** `npm run bench -- sandbox`: as this user, and for root as an ordinary user too. */
import { removeTree } from "../packages/guard/src/disk/remove-tree.ts";
import { isRoot, ordinaryUser } from "../packages/guard/test/as-user.ts";
import { type Line, report } from "./measure.ts";
import { benchFolder } from "./sandbox/sample-project.ts";
import { commitLines, flowLine, startLines, writeLines } from "./sandbox/sandbox-lines.ts";
import { searchLines } from "./sandbox/search-lines.ts";

export async function benchSandbox(): Promise<void> {
  const folder = benchFolder();
  try {
    report([
      ...(await startLines(folder)),
      await flowLine(folder),
      ...(await searchLines(folder)),
      ...(await writeLines(folder)),
      ...(await commitLines(folder)),
    ]);
  } finally {
    await removeTree(folder);
  }
  if (!isRoot) return;
  await using user = await ordinaryUser();
  const lines = await user.run<Line>(new URL("./sandbox/ordinary-user.entry.ts", import.meta.url));
  console.log("sandbox, as an ordinary user:");
  report(lines);
}
