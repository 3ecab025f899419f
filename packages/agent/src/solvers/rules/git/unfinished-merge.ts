import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { hasLine } from "../view.ts";

const MAX_FILES = 20;

export const unfinishedMerge = rule({
  name: "git-unfinished-merge",
  title: "A resolved merge was not committed",
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
        explanation: "The conflicts are resolved; this commits the merge.",
      };
    }
    const open = await ask.ask("grep", "-lE", "^={7}", ...unmerged.map((path) => `./${path}`));
    if (open === null || open.trim() !== "") return null;
    return {
      shell: `git add -- ${unmerged.map(quotedPath).join(" ")}`,
      explanation: `No conflicts are left in ${unmerged.join(", ")}; this marks them as resolved.`,
    };
  },
});
