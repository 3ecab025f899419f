import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch, type View, wordOf } from "../view.ts";
import { isTarget, missingPath } from "./missing-path.ts";

const PATH = `[^'"’\\n]{1,255}`;
const SAID = [
  new RegExp(
    `^cp: cannot create (?:regular file|directory|symbolic link) ['‘](${PATH})['’]: No such file`,
  ),
  new RegExp(
    `^mv: cannot move ['‘]${PATH}['’] to ['‘](${PATH})['’]: (?:No such file|Not a directory)`,
  ),
  new RegExp(`^touch: cannot touch ['‘](${PATH})['’]: No such file`),
  new RegExp(`^mkdir: cannot create directory ['‘](${PATH})['’]: No such file`),
  new RegExp(`^tee: ['‘]?(${PATH}?)['’]?: No such file`),
  new RegExp(`^ln: failed to create (?:symbolic|hard) link ['‘](${PATH})['’]: No such file`),
  new RegExp(`cannot open output file (${PATH}): No such file`),
  new RegExp(`^Error: unable to open database "(${PATH})": unable to open`),
];

export const outputDirectory = rule({
  name: "output-directory",
  title: "The directory that output goes to does not exist",
  sees(view) {
    const path = targetOf(view);
    const slash = path?.replace(/\/+$/, "").lastIndexOf("/") ?? -1;
    if (path === null || slash < 1 || path.split("/").includes("..")) return null;
    return { path, directory: path.slice(0, slash) };
  },
  repair({ path, directory }) {
    return {
      shell: `mkdir -p ${quotedPath(directory)}`,
      explanation: `${path} cannot be written while there is no directory ${directory}.`,
    };
  },
});

function targetOf(view: View): string | null {
  for (const pattern of SAID) {
    const path = firstMatch(view, pattern)?.[1];
    if (path !== undefined && wordOf(view, path) !== null) return path;
  }
  const missing = missingPath(view);
  return missing !== null && isTarget(view, missing.word) ? missing.path : null;
}
