/**
 * Addresses of machines and people. Loopback, private, link-local and documentation ranges, and
 * the resolvers that everybody uses, say nothing about anybody and stay readable.
 */
import { isIPv6 } from "node:net";
import { isWordAt } from "../characters.ts";
import { placeholderEnd } from "../placeholder.ts";
import { isEdgeAfter, isEdgeBefore, type Match, matchAt, runEnd, type View } from "../view.ts";

const NOBODYS =
  /^(?:0|10|127|22[4-9]|23\d|24\d|25\d)\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.168\.|^192\.0\.[02]\.|^198\.51\.100\.|^203\.0\.113\.|^198\.1[89]\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
const RESOLVERS = new Set(["8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9"]);
/** Four small numbers are more often the version of something. */
const LIKE_A_VERSION = /^\d\.\d{1,2}\.\d{1,2}\.\d{1,2}$|^\d\d\.\d\.\d\.\d$/;

export function isPublicV4(quad: string): boolean {
  return !NOBODYS.test(quad) && !RESOLVERS.has(quad) && !LIKE_A_VERSION.test(quad);
}

const GROUPS = /[23][0-9a-fA-F]{3}:(?:[0-9a-fA-F]{0,4}:){1,6}[0-9a-fA-F]{0,4}/y;

/** Asked at a `:` behind four hex digits: a global unicast address, not a documentation one. */
export function ipv6(view: View, colon: number): Match | null {
  const start = colon - 4;
  if (start < 0 || start < view.floor || !isEdgeBefore(view, start)) return null;
  const found = matchAt(GROUPS, view.text, start);
  if (found === null) return null;
  const address = found[0];
  const end = start + address.length;
  if (!isIPv6(address) || /^2001:0?db8:/i.test(address) || /^3fff:/i.test(address)) return null;
  return isEdgeAfter(view, end) ? { start, end, category: "ip-address" } : null;
}

const DOMAIN = /(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,6}[A-Za-z]{2,24}/y;
const MAX_LOCAL = 64;
/** Reserved names, and endings of files and units that only look like a domain. */
const NO_DOMAIN =
  /(?:^|\.)(?:example\.(?:com|org|net)|gserviceaccount\.com|example|test|invalid|localhost|local|internal|service|socket|target|timer|slice|scope|mount|device|path|swap|js|mjs|cjs|ts|tsx|jsx|py|rb|go|rs|so|jar|png|jpg|svg|json|yaml|yml|toml|lock|tgz|gz|zip|whl|deb|rpm|md|txt|log|conf|html|css|php|java|class|tar)$/i;
const NOBODY =
  /^(?:git|noreply|no-reply|donotreply|root|hg|svn|node|npm|app|user|username|you|your|name|email|actions|github-actions|bot)$/i;

/** Asked at `@`. */
export function email(view: View, at: number): Match | null {
  const { text, floor } = view;
  let start = at;
  const least = Math.max(floor, at - MAX_LOCAL, 0);
  while (start > least && isLocalUnit(text.charCodeAt(start - 1))) start -= 1;
  while (start < at && !isWordAt(text, start)) start += 1;
  const found = start === at ? null : matchAt(DOMAIN, text, at + 1);
  if (found === null) return null;
  const end = at + 1 + found[0].length;
  if (NO_DOMAIN.test(found[0]) || NOBODY.test(text.slice(start, at)) || !isEdgeAfter(view, end)) {
    return null;
  }
  const isCut = text.charCodeAt(end) === 46 && placeholderEnd(text, end + 1) !== -1;
  return isCut ? null : { start, end, category: "email" };
}

/** Letters, digits and `._%+-`; other characters are allowed by the standard and used by nobody. */
function isLocalUnit(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 64 + 1 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 46 ||
    code === 95 ||
    code === 37 ||
    code === 43 ||
    code === 45
  );
}

const MAX_USER = 32;
/** Names that images, runners and manuals use. */
const NO_PERSON =
  /^(?:runner|ubuntu|debian|root|vagrant|node|app|user|username|shared|public|default|circleci|travis|jenkins|gitlab-runner|git|ec2-user|admin|administrator|home|www-data|postgres|linuxbrew|builder|build|vscode|codespace|guest|me|you|your|name|all users|runneradmin|containeradministrator|nobody|node_modules|bin|lib|linux|site)$/i;

/** The name of a home directory, on any system; `prefix` is what stands before it. */
export function homeName(view: View, at: number, prefix: string): Match | null {
  const { text } = view;
  if (!isEdgeBefore(view, at) && prefix.startsWith("/")) return null;
  let start = at + prefix.length;
  while (text.charCodeAt(start) === 92 && start < at + prefix.length + 4) start += 1;
  const end = runEnd(text, start, MAX_USER, isNameUnit);
  const name = text.slice(start, end);
  if (!/^[A-Za-z]/.test(name) || NO_PERSON.test(name) || !isEdgeAfter(view, end)) return null;
  return { start, end, category: "user-name" };
}

function isNameUnit(code: number): boolean {
  return isLocalUnit(code) && code !== 37 && code !== 43;
}
