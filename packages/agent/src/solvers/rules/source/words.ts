/** The words of source text, apart from strings and comments. */

/** A line of the same length in which strings and the comment at its end are blank. */
export function codeOf(line: string): string {
  let code = "";
  let at = 0;
  while (at < line.length) {
    const here = line.charAt(at);
    const end = here === '"' || here === "'" ? closingQuote(line, at) : -1;
    if (end !== -1) {
      const inside = line.slice(at + 1, end);
      const isFormatted = /[fF][rR]?$/.test(line.slice(0, at));
      code += ` ${isFormatted || /[#$]\{/.test(inside) ? onlyBraces(inside) : blank(inside)} `;
      at = end + 1;
    } else if (isComment(line, at)) return code + blank(line.slice(at));
    else {
      code += here;
      at += 1;
    }
  }
  return code;
}

function isComment(line: string, at: number): boolean {
  if (line.startsWith("//", at)) return line.charAt(at - 1) !== ":";
  return line.charAt(at) === "#" && /^(?:#\s|#!|#$)/.test(line.slice(at, at + 2));
}

function closingQuote(line: string, start: number): number {
  const mark = line.charAt(start);
  for (let at = start + 1; at < line.length; at += 1) {
    if (line.charAt(at) === "\\") at += 1;
    else if (line.charAt(at) === mark) return at;
  }
  return -1;
}

function blank(text: string): string {
  return " ".repeat(text.length);
}

/** What a string evaluates stays. */
function onlyBraces(text: string): string {
  let depth = 0;
  let code = "";
  for (const character of text) {
    if (character === "}") depth = Math.max(depth - 1, 0);
    code += depth > 0 ? character : " ".repeat(character.length);
    if (character === "{") depth += 1;
  }
  return code;
}

/** Every word that stands in code. */
export function namesIn(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => codeOf(line).match(/[A-Za-z_]\w*/g) ?? []));
}

export interface Place {
  /** Lines count from 1, positions from 0. */
  readonly line: number;
  readonly at: number;
}

/** Where a word stands in code. */
export function placesOf(lines: readonly string[], word: string): readonly Place[] {
  return lines.flatMap((line, index) =>
    wholeWords(codeOf(line), word).map((at) => ({ line: index + 1, at })),
  );
}

export function wholeWords(line: string, word: string): readonly number[] {
  const found: number[] = [];
  for (let at = line.indexOf(word); at !== -1; at = line.indexOf(word, at + 1)) {
    const isWhole = !/\w/.test(line.charAt(at - 1)) && !/\w/.test(line.charAt(at + word.length));
    if (isWhole) found.push(at);
  }
  return found;
}

/** Replaces a word at these places. */
export function replaceAt(
  lines: readonly string[],
  places: readonly Place[],
  from: string,
  to: string,
): readonly string[] {
  const later = [...places].sort((a, b) => b.at - a.at);
  return lines.map((line, index) =>
    later
      .filter((place) => place.line === index + 1)
      .reduce((text, { at }) => text.slice(0, at) + to + text.slice(at + from.length), line),
  );
}

/** The position of a compiler's column, which counts from 1 and may count a tab as eight. */
export function positionsOf(line: string, column: number): readonly number[] {
  let width = 0;
  let display = -1;
  for (let at = 0; at <= line.length && display === -1; at += 1) {
    if (width >= column - 1) display = at;
    width += line.charAt(at) === "\t" ? 8 - (width % 8) : 1;
  }
  return display === -1 ? [column - 1] : [column - 1, display];
}
