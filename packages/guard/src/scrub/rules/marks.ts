/** Which rules are asked at which mark. */

import * as characters from "../characters.ts";
import type { Cursor } from "../cursor.ts";
import type { Text } from "../text.ts";
import type { Match } from "../view.ts";
import * as addresses from "./addresses.ts";
import { bareKeyLines } from "./bare-key-lines.ts";
import * as keyValues from "./key-value.ts";
import * as urls from "./urls.ts";

// Bound here once: what is imported is fetched and checked again at each use.
const { isDigit, isWordAt, unitAt } = characters;
const { email, ipv6 } = addresses;
const { keyValue } = keyValues;
const { goDsn, telegramToken, urlCredentials } = urls;

const [LINE_END, QUOTE, COLON, EQUALS, GREATER, AT] = [10, 34, 58, 61, 62, 64];

/** `kinds` are those of the word that ends right before the mark; 0 if none does. */
export function atMark(
  text: Text,
  cursor: Cursor,
  at: number,
  code: number,
  kinds: number,
): Match | null {
  if (code === LINE_END) {
    cursor.command = "";
    return bareKeyLines(cursor, at);
  }
  const length = kinds === 0 ? 0 : at - cursor.wordStart;
  switch (code) {
    case EQUALS:
      return keyValue(cursor, at, length);
    case COLON:
      return atColon(cursor, at, length);
    case AT:
      return kinds === 0 && !isWordAt(text, at - 2)
        ? null
        : (goDsn(cursor, at) ?? email(cursor, at));
    case GREATER:
      return kinds === 0 && unitAt(text, at - 1) !== QUOTE ? null : keyValue(cursor, at, length);
    default:
      return null;
  }
}

/** `length` is that of the word before the colon. */
function atColon(view: Cursor, at: number, length: number): Match | null {
  const { text } = view;
  if (unitAt(text, at + 1) === 47 && unitAt(text, at + 2) === 47) {
    return urlCredentials(view, at);
  }
  if (isDigit(unitAt(text, at - 1))) {
    if (length >= 8) return telegramToken(view, at) ?? keyValue(view, at, length);
    // The time of day, which every line of a log has.
    if (length <= 2 && isDigit(unitAt(text, at + 1))) return null;
  }
  return (length === 4 ? ipv6(view, at) : null) ?? keyValue(view, at, length);
}
