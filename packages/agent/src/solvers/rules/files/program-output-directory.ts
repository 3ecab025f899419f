import type { Investigator } from "../investigator.ts";
import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch, hasLine } from "../view.ts";

const PATH = `([^'"\\n]{1,255})`;
const SAID = [
  new RegExp(`^FileNotFoundError: \\[Errno 2\\] No such file or directory: ['"]${PATH}['"]$`),
  new RegExp(`ENOENT: no such file or directory, (?:open|mkdir|copyfile) ['"]${PATH}['"]`),
];
/** Appears in the trace of a program that writes, not of one that only reads. */
const WRITES =
  /write|append|mkdir|createWriteStream|FileHandler|savefig|to_csv|, ?["'][wax]b?\+?["']/;

export const programOutputDirectory = rule({
  name: "program-output-directory",
  title: "A program's output directory does not exist",
  sees(view) {
    for (const pattern of SAID) {
      const path = firstMatch(view, pattern)?.[1];
      const slash = path?.lastIndexOf("/") ?? -1;
      if (path === undefined || slash < 1 || path.split("/").includes("..")) continue;
      if (hasLine(view, WRITES)) return { path, directory: path.slice(0, slash) };
    }
    return null;
  },
  async repair({ path, directory }, _view, ask) {
    const below = directory.startsWith("/") ? await belowHere(directory, ask) : directory;
    if (below === null || (await ask.entry(below)) !== null) return null;
    return {
      shell: `mkdir -p ${quotedPath(below)}`,
      explanation: `The program writes ${path}, and the directory ${below} does not exist.`,
    };
  },
});

/** The path relative to the working directory, or null if it is elsewhere. */
async function belowHere(directory: string, ask: Investigator): Promise<string | null> {
  const here = (await ask.ask("pwd"))?.trim();
  return here !== undefined && here !== "" && directory.startsWith(`${here}/`)
    ? directory.slice(here.length + 1)
    : null;
}
