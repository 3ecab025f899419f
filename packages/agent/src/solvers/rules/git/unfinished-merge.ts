import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { hasLine } from "../view.ts";

const MAX_FILES = 20;

export const unfinishedMerge = rule({
  name: "git-unfinished-merge",
  title: "A merge whose conflicts are resolved was not concluded",
  sees(view) {
    if (hasLine(view, /You have not concluded your merge \(MERGE_HEAD exists\)/)) {
      return { unmerged: [] };
    }
    if (!hasLine(view, /^error: \w{3,20} is not possible because you have unmerged files\.$/)) {
      return null;
    }
    const unmerged = view.lines
      .map((line) => /^U\t([^\t"]{1,250})$/.exec(line)?.[1])
      .filter((name) => name !== undefined);
    return unmerged.length > 0 && unmerged.length <= MAX_FILES ? { unmerged } : null;
  },
  async repair({ unmerged }, _view, ask) {
    if (unmerged.length === 0) {
      return {
        shell: "git commit -q --no-edit",
        explanation: "The conflicts are resolved; only the merge commit itself was missing.",
      };
    }
    const open = await ask.ask("grep", "-lE", "^={7}", ...unmerged.map((path) => `./${path}`));
    if (open === null || open.trim() !== "") return null;
    return {
      shell: `git add -- ${unmerged.map(quotedPath).join(" ")}`,
      explanation: `No conflict is left in ${unmerged.join(", ")}; git waits to be told so.`,
    };
  },
});
