/**
 * The one pass over the text. A loop finds the places where a secret may begin or be named; rules
 * are asked only there, and each looks a bounded distance ahead and behind. So the time is linear
 * in the length of the text.
 */
import { aroundHex } from "./around-hex.ts";
import { SHORTEST_BASE64, textInBase64 } from "./base64-text.ts";
import { nextCandidate } from "./candidates.ts";
import type { Category } from "./category.ts";
import { dumpAt } from "./hex-dump.ts";
import { BODY_BEGIN, bodyStep } from "./key-body.ts";
import { awsSecretAfter } from "./rules/cloud-keys.ts";
import { nextPhrase, phraseAt } from "./rules/mnemonic.ts";
import { matchAtCandidate, selfEvidentCategory } from "./rules-at.ts";
import { addAhead, moveFloor, newScan, type ScanState } from "./scan-state.ts";
import type { Values } from "./values.ts";
import { endAt, type Match, matchAt } from "./view.ts";
import type { Redaction } from "./writer.ts";

const TOKEN = /[\w+/=.~%-]*/y;
const MAX_REMEMBERED_VALUE = 256;
/** Not secret enough that the text in base64 around it goes. */
const IN_PLAIN_SIGHT: ReadonlySet<Category> = new Set([
  "email",
  "ip-address",
  "phone",
  "user-name",
]);
/** Known values that overlap in a chain are followed this far in one step. */
const MAX_WIDENING = 2_048;

/** Scans up to `limit`; `isEnd` says that nothing follows the text. */
export function scanTo(
  scan: ScanState,
  limit: number,
  isEnd: boolean,
  values: Values,
): readonly Redaction[] {
  const found: Redaction[] = [];
  scan.phrase = nextPhrase(scan.text, Math.max(0, scan.at));
  if (scan.base === 0 && scan.at === 0) {
    const dump = secretInDump(scan.text, 0, values);
    if (dump !== null) addAhead(scan, [dump]);
  }
  // A word may end at the end of the text.
  const until = isEnd ? limit + 1 : limit;
  while (true) {
    if (scan.open !== null && !followOpen(scan, limit, isEnd, found)) return found;
    const match = nextMatch(scan, until, values);
    if (match === null) return found;
    accept(scan, settled(scan, redactBefore(scan, match, values, found), values), found);
  }
}

/** The next match whose candidate lies before `limit`. */
function nextMatch(scan: ScanState, limit: number, values: Values): Match | null {
  const { text } = scan;
  while (scan.at < limit) {
    const ahead = matchAhead(scan);
    const until = Math.min(limit, ahead?.start ?? limit);
    const at = nextCandidate(scan, until, values.beginnings);
    scan.at = at;
    if (at === limit) return null;
    scan.at += 1;
    const isBeginning = values.beginnings.mayBeginAt(text, at);
    const match = matchAtCandidate(scan, at, isBeginning);
    // What begins with a known value may be a longer secret.
    if (match !== null && match.start <= at) return match;
    const known = isBeginning ? values.longestAt(text, at) : null;
    if (known !== null || match !== null) return known ?? match;
    const encoded = secretInBase64(scan, at, values);
    if (encoded !== null) return encoded;
    const dump = text[at] === "\n" ? secretInDump(text, at + 1, values) : null;
    if (dump !== null) return dump;
    if (at === ahead?.start) return ahead;
  }
  return null;
}

/** What is found in a text that another one holds in some encoding. */
function secretsIn(text: string, values: Values): readonly Redaction[] {
  return scanTo({ ...newScan(), text, isInner: true }, text.length, true, values);
}

/** Text in base64 that holds a secret, and ends at a candidate. */
function secretInBase64(scan: ScanState, end: number, values: Values): Match | null {
  if (scan.isInner || end - scan.wordStart < SHORTEST_BASE64) return null;
  const encoded = textInBase64(scan, scan.wordStart);
  if (encoded === null) return null;
  const found = secretsIn(encoded.text, values).find(
    ({ category }) => !IN_PLAIN_SIGHT.has(category),
  );
  if (found === undefined) return null;
  const match = { start: scan.wordStart, end: encoded.end, category: found.category };
  return encoded.isCut ? { ...match, goesOn: "token" } : match;
}

/** The lines that show secrets in the dump of bytes that begins at a line. */
function secretInDump(text: string, at: number, values: Values): Match | null {
  const dump = dumpAt(text, at);
  if (dump === null) return null;
  const [firstLine, lastLine] = [dump.lines[0], dump.lines.at(-1)];
  if (dump.isOfSecret && firstLine !== undefined && lastLine !== undefined) {
    return { start: firstLine.start, end: lastLine.end, category: "secret" };
  }
  const found = secretsIn(dump.text, values);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return null;
  const start = dump.lines.findLast((line) => line.first <= first.start)?.start ?? at;
  const end = dump.lines.findLast((line) => line.first < last.end)?.end ?? at;
  return { start, end, category: first.category };
}

/** The next of the matches that are found ahead of the scan. */
function matchAhead(scan: ScanState): Match | null {
  const { phrase, at } = scan;
  if (phrase !== null && phrase.start < at) scan.phrase = nextPhrase(scan.text, at);
  let next = scan.ahead[0];
  if (next !== undefined && next.start < at) {
    scan.ahead = scan.ahead.filter(({ start }) => start >= at);
    next = scan.ahead[0];
  }
  if (next === undefined) return scan.phrase;
  return scan.phrase !== null && scan.phrase.start < next.start ? scan.phrase : next;
}

/**
 * Redacts what stands between a name and the secret it introduces: the name before a password may
 * be an e-mail address. A match that reaches into the secret becomes one redaction with it.
 */
function redactBefore(scan: ScanState, match: Match, values: Values, found: Redaction[]): Match {
  while (scan.at < match.start) {
    const inner = nextMatch(scan, match.start, values);
    if (inner === null) break;
    if (inner.end <= match.start && inner.goesOn === undefined) {
      accept(scan, settled(scan, inner, values), found);
    } else if (inner.start < match.start) {
      const last = inner.end > match.end ? inner : match;
      return { ...last, start: inner.start };
    }
  }
  return match;
}

/** The match as it is redacted: wide enough for known values, under the category its value had first. */
function settled(scan: ScanState, match: Match, values: Values): Match {
  const { text } = scan;
  const wide = widened(scan, match, values);
  const { start, end, goesOn, isLearned = false } = wide;
  if (goesOn !== undefined || end - start > MAX_REMEMBERED_VALUE) return wide;
  const value = text.slice(start, end);
  const proposed = (isLearned ? selfEvidentCategory(value) : null) ?? wide.category;
  const category = values.categoryOf(value, proposed);
  if (isLearned) values.learn(value, category);
  return { start, end, category };
}

/** A known value or a phrase may begin inside what a rule found and end behind it. */
function widened(scan: ScanState, match: Match, values: Values): Match {
  const { text, phrase } = scan;
  let wide = match;
  for (let at = match.start; at < wide.end && at < match.end + MAX_WIDENING; at += 1) {
    const inner = at === phrase?.start ? phrase : values.longestAt(text, at);
    if (inner === null || inner.end <= wide.end) continue;
    wide = { ...wide, ...inner, start: wide.start, category: wide.category };
  }
  return aroundHex(scan, wrapped(text, wide));
}

const SHORTEST_WRAPPED = 16;
const MAX_WRAPPED_LINES = 8;
const NEXT_LINE = /\r?\n([A-Za-z0-9_+/.-]{16,512}={0,2})(?=\r?\n|$)/y;

/** A long token that goes on in the next lines, because a terminal or a tool broke it there. */
function wrapped(text: string, match: Match): Match {
  if (match.goesOn !== undefined || match.end - match.start < SHORTEST_WRAPPED) return match;
  let { end } = match;
  for (let lines = 0; lines < MAX_WRAPPED_LINES; lines += 1) {
    const next = matchAt(NEXT_LINE, text, end);
    if (next === null || !isRandom(next[1] ?? "")) break;
    end += next[0].length;
  }
  return end === match.end ? match : { ...match, end };
}

function isRandom(word: string): boolean {
  return /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word);
}

function accept(scan: ScanState, match: Match, found: Redaction[]): void {
  const { start, end, category, goesOn } = match;
  moveFloor(scan, end);
  scan.phrase = phraseAt(scan.text, end) ?? scan.phrase;
  if (category === "aws") addAhead(scan, awsSecretAfter(scan.text, end));
  if (goesOn === undefined) {
    found.push({ start: start + scan.base, end: end + scan.base, category });
  } else {
    scan.open = { start, category, kind: goesOn, body: BODY_BEGIN };
  }
}

/** Follows a secret whose end was not in sight. False when the text seen so far ends before it. */
function followOpen(scan: ScanState, limit: number, isEnd: boolean, found: Redaction[]): boolean {
  const { open, text } = scan;
  if (open === null) return true;
  let { body } = open;
  if (open.kind === "token") {
    const end = endAt(TOKEN, text, scan.at);
    body = { ...body, isOver: end < limit };
    scan.at = Math.max(scan.at, Math.min(end, limit));
  }
  while (!body.isOver && scan.at < limit) {
    body = bodyStep(text, { ...body, end: scan.at });
    scan.at = body.end;
  }
  scan.open = { ...open, body };
  if (!body.isOver && !isEnd) return false;
  const end = Math.min(scan.at, text.length);
  found.push({ start: open.start + scan.base, end: end + scan.base, category: open.category });
  scan.open = null;
  moveFloor(scan, end);
  return true;
}
