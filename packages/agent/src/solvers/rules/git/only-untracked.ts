import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { gitCall } from "./git-call.ts";

const MAX_FILES = 20;
const SECRET =
  /(?:^|\/)\.env|\.(?:pem|key|p12|sqlite|db|log)$|(?:^|\/)(?:node_modules|\.venv|id_\w+)/;

export const onlyUntracked = rule({
  name: "git-only-untracked",
  title: "Only untracked files to commit",
  sees(view) {
    const isCommit = gitCall(view, "commit") !== null;
    if (!isCommit || !hasLine(view, /^nothing added to commit but untracked files present/))
      return null;
    const from = view.lines.findIndex((line) => line.startsWith("Untracked files:"));
    const listed = view.lines.slice(from + 1).map((line) => /^\t([^\t"]{1,250})$/.exec(line)?.[1]);
    const files = listed.filter((name) => name !== undefined);
    const isSafe = files.length <= MAX_FILES && !files.some((name) => SECRET.test(name));
    return files.length > 0 && isSafe ? { files } : null;
  },
  repair: ({ files }) => ({
    shell: `git add -- ${files.map(quotedPath).join(" ")}`,
    explanation: `These files are untracked; this adds them: ${files.join(", ")}.`,
  }),
});
