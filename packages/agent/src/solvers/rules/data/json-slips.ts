/** Every place where a JSON text has a comma too many or too few, so that one repair is enough. */

export interface ExtraComma {
  /** Lines count from 1, and so do commas within their line. */
  readonly line: number;
  readonly comma: number;
  readonly nextLine: number;
}

export interface MissingComma {
  readonly line: number;
  /** The line up to where the comma belongs. */
  readonly before: string;
  readonly nextLine: number;
}

export interface JsonSlips {
  readonly extra: readonly ExtraComma[];
  readonly missing: readonly MissingComma[];
}

const NONE: JsonSlips = { extra: [], missing: [] };
const TOKEN = /\s+|"(?:[^"\\\n]|\\.)*"|[,:[\]{}]|[^\s",:[\]{}]+/y;
const LITERAL = /^(?:-?\d[\d.eE+-]*|true|false|null)$/;

interface Token {
  readonly text: string;
  readonly line: number;
  /** What precedes it in its line. */
  readonly lead: string;
}

/** Finds nothing in a text that is invalid in other ways too: what was meant is not known. */
export function jsonSlips(text: string): JsonSlips {
  const tokens = tokensOf(text);
  if (tokens === null) return NONE;
  const pairs = tokens.flatMap((token, at) => {
    const next = tokens[at + 1];
    return next === undefined ? [] : [{ token, next }];
  });
  return {
    extra: pairs
      .filter(({ token, next }) => token.text === "," && /^[\]}]$/.test(next.text))
      .map(({ token: { line, lead }, next }) => ({
        line,
        comma: lead.split(",").length,
        nextLine: next.line,
      })),
    missing: pairs
      .filter(({ token, next }) => !/^[,:[{]$/.test(token.text) && !/^[,:\]}]$/.test(next.text))
      .map(({ token: { line, lead, text: value }, next }) => ({
        line,
        before: lead + value,
        nextLine: next.line,
      })),
  };
}

function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return null;
    if (/^\s/.test(token)) {
      const lines = token.split("\n").length - 1;
      line += lines;
      if (lines > 0) lineStart = at + token.lastIndexOf("\n") + 1;
    } else if (!/^[",:[\]{}]/.test(token) && !LITERAL.test(token)) return null;
    else tokens.push({ text: token, line, lead: text.slice(lineStart, at) });
    at += token.length;
  }
  return tokens;
}
