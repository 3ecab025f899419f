import { mistyped, operandOf, wordOfCommand } from "../mistyped.ts";
import { nearest } from "../nearest.ts";

const PREDICATES = [
  "name iname path ipath regex iregex type maxdepth mindepth size empty newer mtime mmin atime ctime",
  "user group perm print print0 printf prune exec execdir ok not and or readable writable executable",
  "follow xdev mount depth links inum samefile wholename lname fstype nouser nogroup quit",
].flatMap((line) => line.split(" ").map((name) => `-${name}`));

/** A test that deletes is never guessed. */
export const findPredicate = mistyped({
  name: "find-predicate",
  kind: "test of find",
  finds: wordOfCommand({
    says: /^find: unknown predicate [`'‘](-{1,2}[a-z][\w-]{0,30})['’]$/,
    word: operandOf("find"),
  }),
  meant: ({ typed }) => {
    const name = typed.replace(/^--/, "-");
    return PREDICATES.includes(name) ? name : nearest(name, PREDICATES);
  },
});
