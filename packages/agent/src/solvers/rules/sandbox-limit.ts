import { NO_EDITOR, type Waiting } from "@bazaar/work";

/** What a command wanted that no sandbox has, read from what it printed, or from what is said of it. */
const NETWORK =
  /Could not resolve host|Temporary failure in name resolution|Name or service not known|Network is unreachable|getaddrinfo E|EAI_AGAIN|ENETUNREACH|dial tcp|no such host|network is unreachable|failed to lookup address/i;
const TERMINAL =
  /not a terminal|not a tty|inappropriate ioctl for device|\/dev\/tty|TERM environment variable not set/i;
const DAEMON =
  /Cannot connect to the Docker daemon|Failed to connect to bus|Host is down|Connection refused|ECONNREFUSED|Couldn't connect to server/i;
/** A path outside: a look or a fix sees nothing of it. */
const REPOSITORY =
  /^[^\n']{1,60}'(?:\/|~|\.\.\/)[^'\n]{1,300}' (?:does not appear to be a git repository|does not exist)/m;

/** Whatever is shown from outside can be read only; git does not name the file system's reason. */
const READ_ONLY =
  /Read-only file system|EROFS|remote unpack failed: unable to create temporary object directory/;

/** Of a name in this directory, which is read-only to the person too. */
const READ_ONLY_HERE = /['‘](?!\/|~|\.\.\/)[^'’\n]{1,300}['’]: Read-only file system/;

/** Of the corrected command: the person's files have no such marks yet. */
const CONFLICT = /^CONFLICT \([^)\n]{1,40}\): Merge conflict in ([^\n]{1,250})$/m;

/** Also for what a rule knows beforehand. */
export const NEEDS_NETWORK = "it needs the network, which the sandbox does not have";

const NEEDS_PERSON = "it waits for a person, and the sandbox has none";
const NEEDS_END = "it runs until somebody ends it, and the sandbox waits for its end";
const NEEDS_WRITING = "it writes outside this directory, where the sandbox only reads";
const NOT_WRITABLE = "it writes to this directory, which your user may not";

const LIMITS: readonly (readonly [RegExp | string, string])[] = [
  [NETWORK, NEEDS_NETWORK],
  [DAEMON, "it needs a service that the sandbox does not reach"],
  [REPOSITORY, "it needs a repository outside this directory, which the sandbox does not show"],
  [NO_EDITOR, NEEDS_PERSON],
  [TERMINAL, "it needs a terminal, which the sandbox does not have"],
];

/** Why the sandbox could not run it; null if it failed by itself. `error`: how the command failed. */
export function sandboxLimit(
  { said, waitsFor }: { readonly said: string; readonly waitsFor?: Waiting["for"] },
  error: string,
): string | null {
  if (waitsFor !== undefined) return waitsFor === "end" ? NEEDS_END : NEEDS_PERSON;
  if (READ_ONLY.test(said) && !READ_ONLY.test(error)) {
    return READ_ONLY_HERE.test(said) ? NOT_WRITABLE : NEEDS_WRITING;
  }
  const [, file] = CONFLICT.exec(said) ?? [];
  if (file !== undefined && !CONFLICT.test(error)) {
    return `it will stop at a conflict in ${file}, which only you can resolve`;
  }
  return LIMITS.find(([pattern]) => new RegExp(pattern).test(said))?.[1] ?? null;
}
