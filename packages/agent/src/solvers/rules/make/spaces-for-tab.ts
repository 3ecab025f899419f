import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID = /^([\w./+-]{1,200}):(\d{1,7}): \*\*\* missing separator/;

export const spacesForTab = rule({
  name: "spaces-for-tab",
  title: "Spaces instead of a tab in a makefile",
  sees(view) {
    const [, path, line] = firstMatch(view, SAID) ?? [];
    return path === undefined ? null : { path, line: Number(line) };
  },
  async repair({ path, line }, _view, ask) {
    const makefile = await ask.locate(path);
    const spaced = makefile === null ? null : await ask.ask("grep", "-n", "^ ", makefile);
    if (makefile === null || !spaced?.split("\n").some((text) => text.startsWith(`${line}:`)))
      return null;
    return {
      shell: sedInPlace(
        String.raw`/^[^[:space:]#][^=]*:\([^=]\|$\)/,/^[^[:space:]]\|^$/s/^ \+/\t/`,
        makefile,
      ),
      explanation: `Recipe lines in ${makefile} start with spaces; make requires a tab.`,
    };
  },
});
