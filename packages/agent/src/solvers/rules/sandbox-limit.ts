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

/** What the guard says of a command that it ended for waiting; see `Run.waits`. */
const ENDLESS =
  /(?:listens on port \d+|watches files for changes) and does not end|goes on until a person ends it/;
const PERSON =
  /is an editor and waits for a person|waits for a person who turns pages|waits for an answer of a person|shows a screen until a person ends it|an editor would open here and wait for a person/;

/** Also for what a rule knows beforehand. */
export const NEEDS_NETWORK = "it needs the network, which the sandbox does not have";

const LIMITS: readonly (readonly [RegExp, string])[] = [
  [NETWORK, NEEDS_NETWORK],
  [DAEMON, "it needs a service that the sandbox does not reach"],
  [REPOSITORY, "it needs a repository outside this directory, which the sandbox does not show"],
  [ENDLESS, "it runs until somebody ends it, and the sandbox waits for its end"],
  [PERSON, "it waits for a person, and the sandbox has none"],
  [TERMINAL, "it needs a terminal, which the sandbox does not have"],
];

/** Why the sandbox could not run it; null if it failed by itself. */
export function sandboxLimit(said: string): string | null {
  return LIMITS.find(([pattern]) => pattern.test(said))?.[1] ?? null;
}
