/**
 * Whether a command may run outside any sandbox without changing anything.
 *
 * The grammars say how a tool may be called; in a look a jail holds it besides, and some words are
 * rewritten. Here is neither, so that only tools count which need none of it: as they are called,
 * they run no other program and write nothing, whatever the directory holds.
 */
import { checkCommand, type Where } from "./check-command.ts";
import type { StagePlan } from "./plan-stage.ts";

const ONLY_READ: ReadonlySet<string> = new Set(
  (
    "ls tree find fd fdfind du df stat file cat head tail less nl tac wc sort uniq cut tr paste comm join " +
    "column fold rev grep egrep fgrep rg ag diff cmp jq awk gawk mawk sed md5sum sha1sum sha224sum " +
    "sha256sum sha384sum sha512sum b2sum cksum strings xxd od hexdump basename dirname readlink realpath " +
    "pwd echo printf seq date cal test [ true which whereis whoami id groups uname arch hostname lscpu " +
    "free ps uptime git"
  ).split(" "),
);

const GIT_READS: ReadonlySet<string> = new Set(
  (
    "status log show diff diff-index diff-tree shortlog blame grep ls-files ls-tree for-each-ref show-ref " +
    "rev-parse rev-list merge-base describe name-rev reflog cat-file count-objects check-ignore check-attr"
  ).split(" "),
);

export function changesNothing(command: string, where: Where): boolean {
  const checked = checkCommand(command, where);
  return checked.ok && checked.value.stages.every(onlyReads);
}

function onlyReads({ words, isAbsent, gathers, changesTo, startsIn }: StagePlan): boolean {
  // What is gathered, entered or answered by a sentence is not what the words say.
  if (isAbsent || gathers !== null || changesTo !== null) return false;
  const programs = words.flatMap((word) => (typeof word === "string" ? [] : [word.program]));
  if (!programs.every((program) => ONLY_READ.has(program))) return false;
  if (!programs.includes("git")) return true;
  // git runs what a repository's settings name, and the person may not have chosen this one.
  if (startsIn !== null) return false;
  const [verb = "", ...rest] = words.filter((word) => typeof word === "string");
  if (verb === "branch" || verb === "tag") return isList(rest);
  return GIT_READS.has(verb);
}

/** A look always lists branches and tags; as typed, an operand without this flag makes one. */
function isList([, ...typed]: readonly string[]): boolean {
  const isAsked = typed.some((word) => word === "--list" || word === "-l");
  return isAsked || typed.every((word) => word.startsWith("-"));
}
