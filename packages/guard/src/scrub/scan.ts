/**
 * The one pass over the text. Each unit is looked at once: its kind, and whether it ends three
 * units with which a rule's prefix or a known secret begins. Rules are asked only there, at a few
 * marks, and where words end; each looks a bounded distance ahead and behind. So the time grows
 * with the length of the text and with nothing else.
 */
import * as characters from "./characters.ts";
import type { Cursor, Redaction } from "./cursor.ts";
import * as cursors from "./cursor.ts";
import * as grams from "./gram.ts";
import { BODY_BEGIN, bodyStep } from "./key-body.ts";
import type { Lexicon } from "./lexicon.ts";
import * as words from "./lexicon.ts";
import * as placeholders from "./placeholder.ts";
import { awsSecretNear } from "./rules/cloud-keys.ts";
import * as hexWords from "./rules/hex-words.ts";
import * as marks from "./rules/marks.ts";
import * as mnemonic from "./rules/mnemonic.ts";
import * as numbers from "./rules/numbers.ts";
import type { Text } from "./text.ts";
import type { Match } from "./view.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { isAnchor, isDigits, isToken, isWord, kindOf, unitAt } = characters;
const { jumpTo, PHRASE_WORDS } = cursors;
const { nextGram } = grams;
const { atGram, completed, likelyBefore, NOTHING } = words;
const { placeholderEnd } = placeholders;
const { longWord, MAX_WORD, SHORTEST_WORD } = hexWords;
const { atMark } = marks;
const { isPhraseGap, mayBeOfPhrase, phraseBefore } = mnemonic;
const { numberWord } = numbers;

const BRACKET = 91;
/** What is asked at one place, in this order. */
const [GRAM, WORD_END, MARK] = [1, 2, 3];
const LAST_QUESTION = MARK;

/** Scans up to `limit`; `isEnd` says that nothing follows the text. */
export function scan(
  text: Text,
  cursor: Cursor,
  limit: number,
  isEnd: boolean,
  lexicon: Lexicon,
): readonly Redaction[] {
  const found: Redaction[] = [];
  cursor.text = text;
  while (true) {
    if (cursor.open !== null && !followOpen(text, cursor, limit, isEnd, found)) return found;
    const match = nextMatch(text, cursor, limit, lexicon) ?? lastWord(text, cursor, limit, isEnd);
    if (match === null) return found;
    const whole = redactBetween(text, cursor, match, lexicon, found);
    accept(cursor, completed(lexicon, cursor, whole), found);
  }
}

/**
 * What introduces a secret can hold another: the name before a password may be an address. One
 * that reaches into the secret makes one secret with it.
 */
function redactBetween(
  text: Text,
  cursor: Cursor,
  match: Match,
  lexicon: Lexicon,
  found: Redaction[],
): Match {
  // Right behind the place where everything was asked nothing else can stand in between.
  if (cursor.at + 1 === match.start && isAnswered(cursor, cursor.at, LAST_QUESTION)) return match;
  while (cursor.at < match.start) {
    const inner = nextMatch(text, cursor, match.start, lexicon);
    if (inner === null) break;
    if (inner.end <= match.start && inner.goesOn === null) {
      accept(cursor, completed(lexicon, cursor, inner), found);
    } else if (inner.start < match.start) {
      const last = inner.end > match.end ? inner : match;
      return { ...last, start: inner.start };
    }
  }
  return match;
}

function accept(cursor: Cursor, match: Match, found: Redaction[]): void {
  const { start, end, category, goesOn } = match;
  jumpTo(cursor, end);
  if (category === "aws") cursor.awsKeyEnd = end;
  if (goesOn === null) {
    found.push({ start: start + cursor.base, end: end + cursor.base, category });
  } else {
    cursor.open = { start, category, kind: goesOn, body: BODY_BEGIN };
  }
}

/** Follows a secret whose end was not in sight. False when the text seen so far ends before it. */
function followOpen(
  text: Text,
  cursor: Cursor,
  limit: number,
  isEnd: boolean,
  found: Redaction[],
): boolean {
  const { open } = cursor;
  if (open === null) return true;
  let { body } = open;
  let isOver = false;
  while (!isOver && cursor.at < limit) {
    if (open.kind === "token") {
      cursor.at = tokenEnd(text, cursor.at, limit);
      isOver = cursor.at < limit;
    } else {
      body = bodyStep(text, { ...body, end: cursor.at });
      cursor.at = body.end;
      isOver = body.isOver;
    }
  }
  cursor.open = { ...open, body };
  if (!isOver && !isEnd) return false;
  const end = Math.min(cursor.at, text.length);
  found.push({ start: open.start + cursor.base, end: end + cursor.base, category: open.category });
  cursor.open = null;
  jumpTo(cursor, end);
  return true;
}

function tokenEnd({ units }: Text, from: number, limit: number): number {
  let at = from;
  while (at < limit && isToken(kindOf(units[at] as number))) at += 1;
  return at;
}

/**
 * The hot loop: what it needs for every unit is a local or a table. Where a match was given before
 * (`seenAt`), it goes on with what it had not asked there yet.
 */
function nextMatch(text: Text, cursor: Cursor, limit: number, lexicon: Lexicon): Match | null {
  const { filter } = lexicon;
  const { units } = text;
  let { at, gram, kinds, wordStart } = cursor;
  let match: Match | null = null;
  while (at < limit) {
    const code = units[at] as number;
    const kind = kindOf(code);
    const next = nextGram(gram, code);
    const likely = filter[next] === 0 ? NOTHING : likelyBefore(lexicon, text, next, at + 1);
    if (likely !== NOTHING && !isAnswered(cursor, at, GRAM)) {
      match = answered(cursor, at, GRAM, atGram(lexicon, text, cursor, next, at + 1, likely));
      if (match !== null) break;
      if (cursor.floor > at) {
        // A placeholder stood here, and was stepped over.
        ({ at, gram, kinds, wordStart } = cursor);
        continue;
      }
    }
    if (isWord(kind)) {
      if (kinds === 0) wordStart = at;
      kinds |= kind;
    } else if (kinds !== 0 || isAnchor(kind)) {
      cursor.wordStart = wordStart;
      match = atEdge(text, cursor, at, code, kinds);
      if (match !== null) break;
      kinds = 0;
    }
    gram = next;
    at += 1;
    if (kinds !== 0 && at - wordStart >= MAX_WORD) {
      match = longWord(cursor, wordStart, at, kinds);
      if (match !== null) break;
      wordStart = at;
    }
  }
  cursor.at = at;
  cursor.gram = gram;
  cursor.kinds = kinds;
  cursor.wordStart = wordStart;
  return match;
}

/** What is asked where no word goes on: what the word before means, then what the mark means. */
function atEdge(text: Text, cursor: Cursor, at: number, code: number, kinds: number): Match | null {
  if (kinds !== 0 && !isAnswered(cursor, at, WORD_END)) {
    const match = wordEnd(text, cursor, at, kinds);
    if (match !== null) return answered(cursor, at, WORD_END, match);
  }
  if (!isAnchor(kindOf(code)) || isAnswered(cursor, at, MARK)) return null;
  return answered(cursor, at, MARK, atMark(text, cursor, at, code, kinds));
}

/** Whether this question, or one that is asked behind it, has had its match here. */
function isAnswered(cursor: Cursor, at: number, question: number): boolean {
  return cursor.seenAt === at && cursor.seen >= question;
}

/** Notes which question a match answers: the scan may come back to its place. */
function answered(cursor: Cursor, at: number, question: number, match: Match | null): Match | null {
  if (match === null) return null;
  cursor.seenAt = at;
  cursor.seen = question;
  return match;
}

function lastWord(text: Text, cursor: Cursor, limit: number, isEnd: boolean): Match | null {
  if (!isEnd || cursor.at < limit || cursor.kinds === 0) return null;
  const match = wordEnd(text, cursor, cursor.at, cursor.kinds);
  cursor.kinds = 0;
  return match;
}

function wordEnd(text: Text, cursor: Cursor, end: number, kinds: number): Match | null {
  // A placeholder is no edge of a word: what it stands for may have been part of it.
  if (unitAt(text, end) === BRACKET && placeholderEnd(text, end) !== -1) return null;
  const start = cursor.wordStart;
  const length = end - start;
  if (cursor.awsKeyEnd > 0) {
    const secret = awsSecretNear(cursor, start, cursor.awsKeyEnd);
    if (secret !== null) return secret;
  }
  if (isDigits(kinds) && length < SHORTEST_WORD) {
    return numberWord(cursor, start, end);
  }
  if (length >= SHORTEST_WORD) return longWord(cursor, start, end, kinds);
  return mayBeOfPhrase(length, kinds) ? phraseWord(cursor, start, end) : null;
}

function phraseWord(cursor: Cursor, start: number, end: number): Match | null {
  if (!isPhraseGap(cursor.text, cursor.phraseEnd, start)) cursor.phraseMissing = PHRASE_WORDS;
  cursor.phraseEnd = end;
  cursor.phraseMissing -= 1;
  if (cursor.phraseMissing > 0) return null;
  const { match, missing } = phraseBefore(cursor, end);
  cursor.phraseMissing = missing;
  return match;
}
