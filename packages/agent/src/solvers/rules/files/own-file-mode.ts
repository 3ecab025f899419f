import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID = [
  /^(?:[^:\s]{1,80}: ){1,2}(?:line \d{1,6}: |\d{1,6}: )?(?:cannot open |can't open )?['‘]?([^:'‘’]{1,250})['’]?(?: for (?:reading|writing))?: Permission denied$/,
  /^PermissionError: \[Errno 13\] Permission denied: ['"]([^'"]{1,250})['"]$/,
  /EACCES: permission denied, open ['"]([^'"]{1,250})['"]/,
];

export const ownFileMode = rule({
  name: "own-file-mode",
  title: "A file's mode keeps its owner from reading or writing it",
  sees(view) {
    const path = firstMatch(view, ...SAID)?.[1];
    return path === undefined ? null : { path };
  },
  async repair({ path }, _view, ask) {
    const file = await ask.locate(path);
    const entry = file === null ? null : await ask.entry(file);
    if (file === null || entry?.kind !== "file" || (entry.mode & 0o600) === 0o600) return null;
    return {
      shell: `chmod u+rw ${quotedPath(file)}`,
      explanation: `The mode of ${file} is ${entry.mode.toString(8)}; this lets its owner read and write it.`,
    };
  },
});
