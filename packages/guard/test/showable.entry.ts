/** What this user may show: for each path of the first argument, its problem or null. */
import { showable } from "../src/view/showable.ts";

const { paths, home, stateDirectory } = JSON.parse(process.argv[2] ?? "{}") as {
  readonly paths: readonly string[];
  readonly home: string;
  readonly stateDirectory: string;
};
for (const path of paths) {
  const found = showable(path, { home, stateDirectory });
  console.log(JSON.stringify(found.ok ? { path: found.path } : { problem: found.problem }));
}
