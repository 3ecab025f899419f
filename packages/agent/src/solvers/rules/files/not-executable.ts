import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID =
  /^(?:[^:\s]{1,80}: ){1,2}(?:line \d{1,6}: |\d{1,6}: )?((?:\.{1,2}\/|\/)?[^:'\s]{1,250}): Permission denied$/;

export const notExecutable = rule({
  name: "not-executable",
  title: "A script is not executable",
  sees(view) {
    const path = firstMatch(view, SAID)?.[1];
    return path?.includes("/") ? { path } : null;
  },
  async repair({ path }, _view, ask) {
    const script = await ask.locate(path);
    const entry = script === null ? null : await ask.entry(script);
    if (script === null || entry?.kind !== "file" || (entry.mode & 0o111) !== 0) return null;
    const first = await ask.ask("head", "-n", "1", script);
    if (!first?.startsWith("#!")) return null;
    return {
      shell: `chmod u+x ${quotedPath(script)}`,
      explanation: `${script} is a script without execute permission.`,
    };
  },
});
