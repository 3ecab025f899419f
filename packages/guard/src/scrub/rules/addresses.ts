/**
 * Addresses of machines and people. Loopback, private, link-local and documentation ranges, and
 * the resolvers that everybody uses, identify no one and stay readable.
 */
import { isIPv6 } from "node:net";
import { placeholderEnd } from "../placeholder.ts";
import { endAt, isEdgeAfter, isEdgeBefore, type Match, matchAt, type View } from "../view.ts";

const RESERVED =
  /^(?:0|10|127|22[4-9]|23\d|24\d|25\d)\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.168\.|^192\.0\.[02]\.|^198\.51\.100\.|^203\.0\.113\.|^198\.1[89]\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
const RESOLVERS = new Set(["8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9"]);
/** Four small numbers are more often the version of something. */
const LIKE_A_VERSION = /^\d\.\d{1,2}\.\d{1,2}\.\d{1,2}$|^\d\d\.\d\.\d\.\d$/;

export function isPublicV4(address: string): boolean {
  return !RESERVED.test(address) && !RESOLVERS.has(address) && !LIKE_A_VERSION.test(address);
}

const [TWO, THREE] = [50, 51];
const GROUPS = /[23][0-9a-fA-F]{3}:(?:[0-9a-fA-F]{0,4}:){1,6}[0-9a-fA-F]{0,4}/y;
const DOCUMENTATION = /^(?:2001:0?db8|3fff):/i;

/** Asked at `:`. A global unicast address, not a documentation one. */
export function ipv6(view: View, colon: number): Match | null {
  const start = colon - 4;
  // The first digit by itself, because this is asked at every colon.
  const first = view.text.charCodeAt(start);
  if (first !== TWO && first !== THREE) return null;
  const end = start < 0 || start < view.floor ? -1 : endAt(GROUPS, view.text, start);
  if (end === -1 || !isEdgeBefore(view, start) || !isEdgeAfter(view, end)) return null;
  const address = view.text.slice(start, end);
  if (!isIPv6(address) || DOCUMENTATION.test(address)) return null;
  return { start, end, category: "ip-address" };
}

/** The standard allows more characters, which are not used in practice. */
const LOCAL_PART = /(?<=([\w.%+-]{0,63}\w[.%+-]?))@/y;
const DOMAIN = /@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,6}[A-Za-z]{2,24}/y;
/** Reserved names, and endings of files and units that only look like a domain. */
const NO_DOMAIN =
  /[@.](?:example\.(?:com|org|net)|gserviceaccount\.com|example|test|invalid|localhost|local|internal|service|socket|target|timer|slice|scope|mount|device|path|swap|js|mjs|cjs|ts|tsx|jsx|py|rb|go|rs|so|jar|png|jpg|svg|json|yaml|yml|toml|lock|tgz|gz|zip|whl|deb|rpm|md|txt|log|conf|html|css|php|java|class|tar)$/i;
const NO_PERSONS_MAILBOX =
  /^(?:git|noreply|no-reply|donotreply|root|hg|svn|node|npm|app|user|username|you|your|name|email|actions|github-actions|bot)$/i;

/** Asked at `@`. */
export function email(view: View, at: number): Match | null {
  const { text, floor } = view;
  const end = endAt(DOMAIN, text, at);
  if (end === -1) return null;
  const length = matchAt(LOCAL_PART, text, at)?.[1]?.length ?? 0;
  const local = text.slice(Math.max(floor, at - length), at).replace(/^[.%+-]+/, "");
  if (local === "" || NO_PERSONS_MAILBOX.test(local)) return null;
  // The user of an address, or a variable, before a host.
  if (/(?::\/\/|\$\{?)$/.test(text.slice(Math.max(0, at - local.length - 3), at - local.length)))
    return null;
  if (NO_DOMAIN.test(text.slice(at, end)) || !isEdgeAfter(view, end)) return null;
  const isCut = text[end] === "." && placeholderEnd(text, end + 1) !== -1;
  return isCut ? null : { start: at - local.length, end, category: "email" };
}

const NAME = /\\{0,4}([A-Za-z][\w.-]{0,31})/y;
/** Names that images, runners and manuals use. */
const NO_PERSON =
  /^(?:runner|ubuntu|debian|root|vagrant|node|app|user|username|shared|public|default|circleci|travis|jenkins|gitlab-runner|git|ec2-user|admin|administrator|home|www-data|postgres|linuxbrew|builder|build|vscode|codespace|guest|me|you|your|name|all users|runneradmin|containeradministrator|nobody|node_modules|bin|lib|linux|site)$/i;

/** The name of a home directory, on any system; `prefix` is what stands before it. */
export function homeName(view: View, at: number, prefix: string): Match | null {
  if (prefix.startsWith("/") && !isEdgeBefore(view, at)) return null;
  const found = matchAt(NAME, view.text, at + prefix.length);
  const name = found?.[1] ?? "";
  const end = at + prefix.length + (found?.[0].length ?? 0);
  if (name === "" || NO_PERSON.test(name) || !isEdgeAfter(view, end)) return null;
  return { start: end - name.length, end, category: "user-name" };
}
