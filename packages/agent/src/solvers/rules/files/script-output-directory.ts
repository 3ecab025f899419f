import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch, type View, wordOf } from "../view.ts";
import { writtenPath } from "./output-directory.ts";

/** What shells say of a file that they were to write, or to read, in a script or for make. */
const IN_BASH = /^([^:\n]{1,200}): line (\d{1,6}): ([^:'"\n]{1,255}): No such file or directory$/;
const IN_SH = /^[^:\n]{1,200}: \d{1,6}: cannot create ([^:'"\n]{1,255}): Directory nonexistent$/;

export const scriptOutputDirectory = rule({
  name: "script-output-directory",
  title: "A script or a Makefile writes into a directory that does not exist",
  sees(view) {
    const missing = missingIn(view);
    if (missing === null || wordOf(view, missing.path) !== null) return null;
    const isPlain = !/^[/~]|[$*]/.test(missing.path) && !missing.path.split("/").includes("..");
    return isPlain && missing.path.includes("/") ? missing : null;
  },
  async repair({ path, isDirectory, at }, _view, ask) {
    const directory = isDirectory ? path.replace(/\/+$/, "") : path.slice(0, path.lastIndexOf("/"));
    if (directory === "" || (await ask.entry(directory)) !== null) return null;
    if (at !== null) {
      const script = await ask.locate(at.script);
      const line =
        script === null ? "" : ((await ask.read(script))?.split("\n")[at.line - 1] ?? "");
      // The same words are said of a file that was to be read.
      if (!/>/.test(line)) return null;
    }
    return {
      shell: `mkdir -p ${quotedPath(directory)}`,
      explanation: `${path} cannot be written while there is no directory ${directory}.`,
    };
  },
});

interface Missing {
  readonly path: string;
  readonly isDirectory: boolean;
  /** Where to see whether it was to be written at all. */
  readonly at: { readonly script: string; readonly line: number } | null;
}

function missingIn(view: View): Missing | null {
  const written = writtenPath(view);
  if (written !== null) return { ...written, at: null };
  const [, path] = firstMatch(view, IN_SH) ?? [];
  if (path !== undefined) return { path, isDirectory: false, at: null };
  const [, script, line, inBash] = firstMatch(view, IN_BASH) ?? [];
  if (script === undefined || inBash === undefined) return null;
  return { path: inBash, isDirectory: false, at: { script, line: Number(line) } };
}
