/**
 * Addresses of machines and people. Loopback, private, link-local and documentation ranges, and
 * the resolvers that everybody uses, say nothing about anybody and stay readable.
 */
import { isIPv6 } from "node:net";
import { hasLetter, isDigitAt, isWordAt, kindAt, unitAt } from "../characters.ts";
import { placeholderEnd } from "../placeholder.ts";
import type { Text } from "../text.ts";
import {
  evident,
  isEdgeAfter,
  isEdgeBefore,
  type Match,
  matchAt,
  runEnd,
  type View,
} from "../view.ts";

const [DASH, DOT] = [45, 46];

/** Where four numbers up to 255 end that are the address of somebody in particular, or -1. */
export function publicV4End(text: Text, start: number): number {
  let [address, largest, first] = [0, 0, 0];
  let at = start;
  for (let part = 0; part < 4; part += 1) {
    if (part > 0) {
      if (unitAt(text, at) !== DOT) return -1;
      at += 1;
    }
    const begin = at;
    let number = 0;
    for (; at < begin + 3 && isDigitAt(text, at); at += 1) {
      number = number * 10 + unitAt(text, at) - 48;
    }
    const isPadded = unitAt(text, begin) === 48 && at - begin > 1;
    if (at === begin || number > 255 || isPadded) return -1;
    if (part === 0) first = number;
    else if (number > largest) largest = number;
    address = address * 256 + number;
  }
  return isLikeVersion(first, largest) || isNobodys(address) ? -1 : at;
}

/** Four small numbers are more often the version of something: `1.22.3.14`, `12.0.1.3`. */
function isLikeVersion(first: number, largest: number): boolean {
  return first < 10 ? largest < 100 : first < 100 && largest < 10;
}

/** First address and length of the network, of those that are nobody's or everybody's. */
const NETWORKS: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ...["8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9"].map((one) => [one, 32] as const),
];
const RANGES = NETWORKS.map(([first, bits]) => {
  const from = first.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  return { from, to: from + 2 ** (32 - bits) };
});

function isNobodys(address: number): boolean {
  for (const { from, to } of RANGES) if (address >= from && address < to) return true;
  return false;
}

const GROUPS = /[23][0-9a-fA-F]{3}:(?:[0-9a-fA-F]{0,4}:){1,6}[0-9a-fA-F]{0,4}/y;

/** Asked at a `:` behind four hex digits: a global unicast address, not a documentation one. */
export function ipv6(view: View, colon: number): Match | null {
  const start = colon - 4;
  // Global unicast addresses begin with 2 or 3.
  const first = unitAt(view.text, start);
  if (first !== 50 && first !== 51) return null;
  if (start < view.floor || !isEdgeBefore(view, start)) return null;
  const found = matchAt(GROUPS, view.text, start);
  if (found === null) return null;
  const address = found[0];
  const end = start + address.length;
  if (!isIPv6(address) || /^2001:0?db8:/i.test(address) || /^3fff:/i.test(address)) return null;
  return isEdgeAfter(view, end) ? evident(start, end, "ip-address") : null;
}

const MAX_LOCAL = 64;
/** How many labels a domain has before its last one, and how long each may be. */
const [MAX_LABELS, MAX_LABEL] = [6, 63];
const [SHORTEST_LAST, LONGEST_LAST] = [2, 24];
/** Reserved names, and endings of files and units that only look like a domain. */
const NO_DOMAIN =
  /(?:^|\.)(?:example\.(?:com|org|net)|gserviceaccount\.com|example|test|invalid|localhost|local|internal|service|socket|target|timer|slice|scope|mount|device|path|swap|js|mjs|cjs|ts|tsx|jsx|py|rb|go|rs|so|jar|png|jpg|svg|json|yaml|yml|toml|lock|tgz|gz|zip|whl|deb|rpm|md|txt|log|conf|html|css|php|java|class|tar)$/i;
const NOBODY =
  /^(?:git|noreply|no-reply|donotreply|root|hg|svn|node|npm|app|user|username|you|your|name|email|actions|github-actions|bot)$/i;

/** Asked at `@`. */
export function email(view: View, at: number): Match | null {
  const { text, floor } = view;
  if (!isWordAt(text, at + 1)) return null;
  let start = at;
  const least = Math.max(floor, at - MAX_LOCAL, 0);
  while (start > least && isLocalUnit(unitAt(text, start - 1))) start -= 1;
  while (start < at && !isWordAt(text, start)) start += 1;
  const end = start === at ? -1 : domainEnd(text, at + 1);
  if (end === -1 || !isEdgeAfter(view, end)) return null;
  if (NO_DOMAIN.test(text.string.slice(at + 1, end))) return null;
  if (NOBODY.test(text.string.slice(start, at))) return null;
  const isCut = unitAt(text, end) === 46 && placeholderEnd(text, end + 1) !== -1;
  return isCut ? null : evident(start, end, "email");
}

/** Where the longest domain ends that begins here: labels with a dot each, then letters; or -1. */
function domainEnd(text: Text, from: number): number {
  let end = -1;
  let at = from;
  for (let label = 0; label < MAX_LABELS; label += 1) {
    const dot = labelEnd(text, at);
    if (unitAt(text, dot) !== DOT || dot === at || unitAt(text, at) === DASH) break;
    at = dot + 1;
    const last = letterEnd(text, at);
    if (last - at >= SHORTEST_LAST) end = last;
  }
  return end;
}

function labelEnd(text: Text, from: number): number {
  const limit = from + MAX_LABEL;
  let at = from;
  while (at < limit && isLabelUnit(unitAt(text, at))) at += 1;
  return at;
}

function letterEnd(text: Text, from: number): number {
  const limit = from + LONGEST_LAST;
  let at = from;
  while (at < limit && hasLetter(kindAt(text, at))) at += 1;
  return at;
}

function isLabelUnit(code: number): boolean {
  return isLocalUnit(code) && code !== DOT && code !== 95 && code !== 37 && code !== 43;
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
  while (unitAt(text, start) === 92 && start < at + prefix.length + 4) start += 1;
  const end = runEnd(text, start, MAX_USER, isNameUnit);
  if (!hasLetter(kindAt(text, start)) || !isEdgeAfter(view, end)) return null;
  if (NO_PERSON.test(text.string.slice(start, end))) return null;
  return evident(start, end, "user-name");
}

function isNameUnit(code: number): boolean {
  return isLocalUnit(code) && code !== 37 && code !== 43;
}
