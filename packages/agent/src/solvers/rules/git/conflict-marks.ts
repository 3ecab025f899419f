/** A file that a program cannot read because a merge left its marks in it. */
import { advice, rule } from "../rule.ts";
import { callOf, hasLine, type View } from "../view.ts";

const REFUSED =
  /[Ss]yntax ?[Ee]rror|ScannerError|ParserError|TOMLDecodeError|missing separator|[Pp]arse error|[Uu]nexpected token|error TS1185|Merge conflict marker|version control conflict|stray|[Ee]xpect(?:ed|ing)|invalid|could not find|did not find/;
const NAMED = [
  /File "([^"<\n]{1,250})", line \d{1,7}/,
  /in "([^"<\n]{1,250})", line \d{1,7}/,
  /^(?:file:\/\/)?([\w./+@-]{1,250}?)(?:: line |:|\()\d{1,7}/,
  /-->\s([\w./+@-]{1,250}):\d{1,7}/,
];
const FILE = /^[\w./+@-]{1,250}\.\w{1,10}$/;
const MAX_FILES = 4;

export const conflictMarks = rule({
  name: "conflict-marks",
  title: "Marks of a merge in a file",
  sees(view) {
    const files = hasLine(view, REFUSED, /<{7} /) ? filesOf(view) : [];
    return files.length === 0 ? null : { files };
  },
  async repair({ files }, view, ask) {
    const isShown = hasLine(view, /^\W{0,8}<{7} \S/);
    const here: string[] = [];
    for (const file of files) {
      const path = await ask.locate(file);
      if (path !== null && !here.includes(path)) here.push(path);
    }
    // A look is spent only on what the failure names.
    for (const path of here.slice(0, isShown ? MAX_FILES : 1)) {
      const found = await ask.ask("grep", "-nE", "^(<{7}|>{7}) ", path);
      const lines = [...(found ?? "").matchAll(/^(\d{1,7}):(<|>){7} /gm)];
      const [start, end] = [lines[0], lines.at(-1)];
      if (start?.[2] !== "<" || end?.[2] !== ">") continue;
      return advice(
        `${path} has marks of a merge conflict in it, from line ${start[1]} (<<<<<<<) to line ${end[1]} (>>>>>>>). Keep one of the two sides, or both in one, and delete the lines with <<<<<<<, ======= and >>>>>>>.`,
      );
    }
    return null;
  },
});

function filesOf(view: View): readonly string[] {
  const said = view.lines.flatMap((line) =>
    NAMED.flatMap((pattern) => pattern.exec(line)?.[1] ?? []),
  );
  const words = view.calls.flatMap(({ operands, files }) =>
    [...operands, ...files].flatMap(({ value }) => (FILE.test(value ?? "") ? (value ?? []) : [])),
  );
  const texts = /["'(]([\w./-]{1,100}\.(?:ya?ml|toml|json|ini))["')]/.exec(view.command)?.[1];
  const made = callOf(view, "make") === null ? [] : ["Makefile"];
  const own = said.filter((path) => !/^\/usr\/|<|^node:/.test(path));
  return [...new Set([...own, ...words, ...(texts === undefined ? [] : [texts]), ...made])].slice(
    0,
    MAX_FILES,
  );
}
