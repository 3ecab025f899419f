import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch, type View, wordOf } from "../view.ts";
import { isRestOfName, writtenPath } from "./output-directory.ts";

/** Messages of shells about a file that a script or make could not write, or not read. */
const IN_BASH = /^([^:\n]{1,200}): line (\d{1,6}): ([^:'"\n]{1,255}): No such file or directory$/;
const IN_SH = /^[^:\n]{1,200}: \d{1,6}: cannot create ([^:'"\n]{1,255}): Directory nonexistent$/;

export const scriptOutputDirectory = rule({
  name: "script-output-directory",
  title: "A script's or makefile's output directory does not exist",
  sees(view) {
    const missing = missingIn(view);
    if (missing === null || wordOf(view, missing.path) !== null) return null;
    const isPlain = !/^[/~]|[$*]/.test(missing.path) && !missing.path.split("/").includes("..");
    return isPlain && missing.path.includes("/") ? missing : null;
  },
  async repair({ path, isDirectory, at }, _view, ask) {
    const directory = isDirectory ? path.replace(/\/+$/, "") : path.slice(0, path.lastIndexOf("/"));
    if (directory === "" || (await ask.entry(directory)) !== null) return null;
    if (await isRestOfName(directory, ask)) return null;
    if (at !== null) {
      const script = await ask.locate(at.script);
      const line =
        script === null ? "" : ((await ask.read(script))?.split("\n")[at.line - 1] ?? "");
      // The message is the same for a file that cannot be read.
      if (!/>/.test(line)) return null;
    }
    return {
      shell: `mkdir -p ${quotedPath(directory)}`,
      explanation: `The directory ${directory} does not exist; this creates it.`,
    };
  },
});

interface Missing {
  readonly path: string;
  readonly isDirectory: boolean;
  /** The line that shows whether the file was to be written. */
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
