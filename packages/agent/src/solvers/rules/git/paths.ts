/** Paths that git add, rm, mv and restore refuse. */
import { quoteWord } from "@bazaar/work";
import { insertAfter, replaceWord } from "../edit-command.ts";
import { isOtherFile } from "../files/same-kind.ts";
import { nearest } from "../nearest.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { firstMatch, hasLine } from "../view.ts";
import { askGit, fromStart, gitCall, linesOf, plainOperands } from "./git-call.ts";

const PATH = "([^'\\n]{1,250})";

const ignored = rule({
  name: "git-add-ignored",
  title: "The path to add is ignored",
  sees(view) {
    const git = gitCall(view, "add");
    const isIgnored = hasLine(view, /^The following paths are ignored by one of your \.gitignore/);
    const paths = git === null ? [] : plainOperands(git).flatMap(({ value }) => value ?? []);
    return git !== null && isIgnored && paths.length > 0 ? { git, paths } : null;
  },
  async repair({ git, paths }, view, ask) {
    const output = await askGit(git, ask, "check-ignore", "-v", "--", ...paths);
    const found = linesOf(output).flatMap((line) => {
      const [, file, number, pattern, path] =
        /^([^:\t]{1,250}):(\d{1,6}):([^\t]{1,200})\t(.{1,250})$/.exec(line) ?? [];
      return pattern === undefined || pattern.startsWith("!")
        ? []
        : [`${path} is ignored by line ${number} of ${file} (${pattern})`];
    });
    if (found.length === 0) return null;
    return advice(
      `${found.slice(0, 5).join("; ")}. If it belongs in the repository all the same: ${insertAfter(view, git.verb, "-f")}.`,
    );
  },
});

const needsRecursion = rule({
  name: "git-rm-directory",
  title: "git rm of a directory",
  sees(view) {
    const git = gitCall(view, "rm");
    const path = firstMatch(view, new RegExp(`^fatal: not removing '${PATH}' recursively`))?.[1];
    return git === null || path === undefined ? null : { git, path };
  },
  repair: ({ git, path }, view) =>
    corrected(
      insertAfter(view, git.verb, "-r"),
      `${path} is a directory; -r removes it with what is tracked in it.`,
    ),
});

const KEPT = [
  /^error: the following files? ha(?:s|ve) (local modifications|changes staged in the index):$/,
  /^error: the following files? ha(?:s|ve) (staged content different from both the)$/,
];

const removesEdits = rule({
  name: "git-rm-edited",
  title: "git rm of a file with edits",
  sees(view) {
    const git = gitCall(view, "rm");
    const what = firstMatch(view, ...KEPT)?.[1];
    if (git === null || what === undefined) return null;
    const files = view.lines.flatMap((line) => /^ {4}(\S.{0,250})$/.exec(line)?.[1] ?? []);
    return files.length === 0 ? null : { git, files, what };
  },
  repair({ git, files, what }, view) {
    const state = what.startsWith("local")
      ? "edits that are not committed"
      : "changes that are staged and not committed";
    const names = files.slice(0, 5).join(", ");
    return advice(
      `${names}: there are ${state}, and git rm would delete them. Commit them first; ${insertAfter(view, git.verb, "--cached")} stops tracking and keeps the file; -f deletes it with the edits.`,
    );
  },
});

const movesIntoMissing = rule({
  name: "git-mv-missing-directory",
  title: "git mv into a directory that does not exist",
  sees(view) {
    const git = gitCall(view, "mv");
    const isMissing = hasLine(
      view,
      /^fatal: renaming '[^'\n]{1,250}' failed: No such file or directory$/,
      /^fatal: destination directory does not exist, source=/,
    );
    const paths = git === null ? [] : plainOperands(git);
    const target = paths.at(-1)?.value;
    if (git === null || !isMissing || target == null || paths.length < 2) return null;
    const isInto = target.endsWith("/") || paths.length > 2;
    const directory = isInto
      ? target.replace(/\/{1,10}$/, "")
      : target.slice(0, target.lastIndexOf("/"));
    return directory === "" || git.directory === null ? null : { git, directory };
  },
  async repair({ git, directory }, _view, ask) {
    const path = fromStart(git, directory);
    if (path.startsWith("/") || (await ask.existing(path)).length > 0) return null;
    return {
      shell: `mkdir -p ${quotedPath(path)}`,
      explanation: `${path} does not exist yet; this makes it.`,
    };
  },
});

const UNKNOWN = [
  new RegExp(`^fatal: pathspec '${PATH}' did not match any files`),
  new RegExp(`^error: pathspec '${PATH}' did not match any file\\(s\\) known to git`),
  /^fatal: bad source, source=([^,\n]{1,250}), destination=/,
  new RegExp(`^fatal: ambiguous argument '${PATH}': unknown revision or path`),
  new RegExp(`^fatal: no such path '${PATH}' in HEAD$`),
];
/** They overwrite or delete a file. */
const DESTROYS = new Set(["checkout", "restore", "rm"]);

const unknownPath = rule({
  name: "git-unknown-path",
  title: "Mistyped path of git",
  sees(view) {
    const verbs = "add rm mv restore checkout commit diff log blame show reset stash";
    const git = gitCall(view, ...verbs.split(" "));
    const typed = firstMatch(view, ...UNKNOWN)?.[1];
    const word = git?.operands.find(({ value }) => value === typed);
    return git === null || typed === undefined || word === undefined ? null : { git, typed, word };
  },
  async repair({ git, typed, word }, view, ask) {
    const verb = git.verb.value ?? "";
    const isNew = verb === "add" || verb === "commit";
    const kinds = isNew ? ["--cached", "--others", "--exclude-standard"] : ["--cached"];
    const output = await askGit(git, ask, "ls-files", ...kinds);
    if (output === null || /^\[/m.test(output)) return null;
    const files = linesOf(output).filter((path) => !path.startsWith('"'));
    const bare = typed.replace(/^\.\//, "").replace(/\/$/, "");
    if (verb === "commit" && files.includes(bare) && !view.isArgument) {
      return unproved(
        `git add -- ${quotedPath(fromStart(git, bare))} && ${view.command}`,
        "it puts a file into the commit that git does not track yet",
        `${bare} is not tracked yet; this adds it first.`,
      );
    }
    const isThere = !isNew && (await ask.existing(fromStart(git, bare))).length > 0;
    if (isThere && DESTROYS.has(verb)) {
      return verb === "rm"
        ? null
        : advice(`${bare} is not tracked by git, so git has no version of it to restore.`);
    }
    const meant = nearest(bare, [...files, ...directoriesOf(files)]);
    if (files.includes(bare) || isThere) return null;
    if (meant === null || isOther(bare, meant)) {
      return verb === "add"
        ? advice(`There is no ${bare} here; git status lists what can be added.`)
        : null;
    }
    const command = replaceWord(view, word, quoteWord(meant));
    const explanation = `There is no ${typed}; the closest is ${meant}.`;
    return DESTROYS.has(verb)
      ? unproved(command, "it overwrites or deletes a file", explanation)
      : corrected(command, explanation);
  },
});

/** One letter of a name as short as a.txt, or a number, makes it another file. */
function isOther(path: string, near: string): boolean {
  const [name, other] = [nameOf(path), nameOf(near)];
  return isOtherFile(path, near) || (name !== other && isOtherFile(name, other));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function directoriesOf(files: readonly string[]): readonly string[] {
  const found = files.flatMap((path) =>
    path.split("/").map((_, at, parts) => parts.slice(0, at).join("/")),
  );
  return [...new Set(found)].filter((path) => path !== "");
}

const untracked = rule({
  name: "git-untracked-path",
  title: "git mv or rm of a file that is not tracked",
  sees(view) {
    const git = gitCall(view, "mv", "rm");
    const path = firstMatch(
      view,
      /^fatal: not under version control, source=([^,\n]{1,250}), destination=/,
      new RegExp(`^fatal: pathspec '${PATH}' did not match any files`),
    )?.[1];
    return git === null || path === undefined ? null : { git, path };
  },
  async repair({ git, path }, _view, ask) {
    if (git.directory === null) return null;
    const here = fromStart(git, path);
    if ((await ask.existing(here)).length === 0) return null;
    const tool = git.verb.value === "mv" ? "mv" : "rm";
    return advice(
      `${path} is not tracked by git, so git ${tool} does not touch it. Plain ${tool} does; or add it first: git add ${quotedPath(path)}.`,
    );
  },
});

const targetExists = rule({
  name: "git-mv-target-exists",
  title: "git mv onto a file that exists",
  sees(view) {
    const git = gitCall(view, "mv");
    const [, from, to] =
      firstMatch(
        view,
        /^fatal: destination exists, source=([^,\n]{1,250}), destination=(.{1,250})$/,
      ) ?? [];
    return git === null || from === undefined || to === undefined ? null : { from, to };
  },
  repair: ({ from, to }) =>
    advice(
      `${to} exists already; git mv does not overwrite it with ${from}. Choose another name, or remove ${to} first if it may go.`,
    ),
});

export const gitPaths: readonly Rule[] = [
  ignored,
  needsRecursion,
  removesEdits,
  movesIntoMissing,
  unknownPath,
  untracked,
  targetExists,
];
