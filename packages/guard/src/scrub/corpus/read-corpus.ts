/**
 * The corpus: texts as programs print them, with every secret marked as «category:secret». All of
 * them are invented. What is not marked must stay readable.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface MarkedSecret {
  readonly category: string;
  readonly start: number;
  readonly end: number;
}

export interface MarkedText {
  readonly name: string;
  /** Without the marks. */
  readonly text: string;
  readonly secrets: readonly MarkedSecret[];
}

const MARK = /«([a-z-]+):([^»]*)»/g;

export function readCorpus(): readonly MarkedText[] {
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => unmark(name, readFileSync(join(import.meta.dirname, name), "utf8")));
}

function unmark(name: string, marked: string): MarkedText {
  const secrets: MarkedSecret[] = [];
  let text = "";
  let from = 0;
  for (const found of marked.matchAll(MARK)) {
    const [whole, category = "", secret = ""] = found;
    text += marked.slice(from, found.index);
    secrets.push({ category, start: text.length, end: text.length + secret.length });
    text += secret;
    from = found.index + whole.length;
  }
  return { name, text: text + marked.slice(from), secrets };
}

/** A part of a text that is redacted. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Score {
  /** Secrets that are redacted whole. */
  readonly covered: readonly MarkedSecret[];
  readonly missed: readonly MarkedSecret[];
  /** Redactions that touch no secret. */
  readonly wrong: readonly Span[];
}

export function scoreOf({ secrets }: MarkedText, spans: readonly Span[]): Score {
  const isCovered = ({ start, end }: Span): boolean =>
    spans.some((span) => span.start <= start && span.end >= end);
  const touches = (span: Span): boolean =>
    secrets.some(({ start, end }) => span.start < end && start < span.end);
  return {
    covered: secrets.filter(isCovered),
    missed: secrets.filter((secret) => !isCovered(secret)),
    wrong: spans.filter((span) => !touches(span)),
  };
}
