/** The refs of a repository, in one look. */
import type { Investigator } from "../investigator.ts";
import { nearest } from "../nearest.ts";
import { askGit, type GitCall, linesOf } from "./git-call.ts";

export interface Refs {
  readonly branches: readonly string[];
  /** With the name of the remote: `origin/main`. */
  readonly remote: readonly string[];
  readonly tags: readonly string[];
}

const REF = /^refs\/(heads|remotes|tags)\/([\w./+@#-]{1,150})$/;
/** The default branch has two common names. */
const RENAMED: Readonly<Record<string, string>> = { main: "master", master: "main" };

/** Null if git does not say. */
export async function refsOf(git: GitCall, ask: Investigator): Promise<Refs | null> {
  const output = await askGit(git, ask, "for-each-ref", "--format=%(refname)");
  if (output === null || /^\[/m.test(output)) return null;
  const found = linesOf(output).map((line) => REF.exec(line));
  const of = (kind: string) =>
    found.flatMap((one) => (one?.[1] === kind && one[2] !== undefined ? [one[2]] : []));
  return {
    branches: of("heads"),
    remote: of("remotes").filter((name) => !name.endsWith("/HEAD")),
    tags: of("tags"),
  };
}

/** The only remote branch of this name, with its remote. */
export function trackedAs(name: string, { remote }: Refs): string | null {
  const found = remote.filter((one) => one.slice(one.indexOf("/") + 1) === name);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The ref that a name was meant to be, if there is only one. */
export function meantRef(typed: string, { branches, remote, tags }: Refs): string | null {
  const known = [...branches, ...remote, ...tags, "HEAD"];
  if (known.includes(typed)) return null;
  const renamed = otherDefault(typed);
  if (renamed !== null && known.includes(renamed)) return renamed;
  const alike = known.filter((one) => plain(one) === plain(typed));
  if (alike.length === 1) return alike[0] ?? null;
  const near = known.filter((one) => numbers(one) === numbers(typed));
  return nearest(typed, near) ?? longer(typed, branches);
}

/** Another number is another version or ticket, not a slip. */
function numbers(name: string): string {
  return name.replaceAll(/\D{1,100}/g, " ").trim();
}

function otherDefault(typed: string): string | null {
  const slash = typed.lastIndexOf("/") + 1;
  const last = typed.slice(slash);
  return Object.hasOwn(RENAMED, last) ? `${typed.slice(0, slash)}${RENAMED[last]}` : null;
}

/** Case, and which sign separates words, are easily confused. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_.]/g, "-");
}

/** The only branch whose last part this is: `login` for `feature/login`. */
function longer(typed: string, branches: readonly string[]): string | null {
  const found = branches.filter((one) => one.endsWith(`/${typed}`));
  return found.length === 1 ? (found[0] ?? null) : null;
}
