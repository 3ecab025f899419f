/** Brackets and quotes of one line of source text. */
import { codeOf } from "./words.ts";

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The closing brackets that a line still needs, the innermost first. */
export function unclosed(line: string): string {
  let open = "";
  for (const character of codeOf(line)) {
    const closing = CLOSING[character];
    if (closing !== undefined) open = closing + open;
    else if (character !== "" && open.startsWith(character)) open = open.slice(1);
  }
  return open;
}

/** A line whose last string has no closing quote, with that quote; null if it is not clear where. */
export function withClosedString(line: string): string | null {
  const at = openQuote(line);
  if (at === -1) return null;
  const before = line.slice(0, at);
  const inside = line.slice(at + 1).trimEnd();
  const mark = line.charAt(at);
  // What closes the brackets around the string, and the end of the statement, stay outside.
  const end = new RegExp(`(?:${[...unclosed(before)].map((one) => `\\${one}`).join("")})[,;:]?$`);
  const outside = (unclosed(before) === "" ? /[;,]?$/ : end).exec(inside)?.[0];
  if (outside === undefined || inside === outside) return null;
  return `${before}${mark}${inside.slice(0, inside.length - outside.length)}${mark}${outside}`;
}

/** The position of a quote that its line does not close; -1 if there is none, or an apostrophe. */
function openQuote(line: string): number {
  let open = -1;
  for (let at = 0; at < line.length; at += 1) {
    const here = line.charAt(at);
    if (here === "\\") at += 1;
    else if (open === -1 && (here === '"' || here === "'")) open = at;
    else if (open !== -1 && here === line.charAt(open)) open = -1;
  }
  const isApostrophe =
    open > 0 && /\w/.test(line.charAt(open - 1)) && !/\b[fbru]{1,2}$/i.test(line.slice(0, open));
  return isApostrophe ? -1 : open;
}
