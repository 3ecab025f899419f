/**
 * The rules about a misspelt word in a source file, of all languages. A compiler names the place, and
 * often the word that was meant; without that it is the nearest of the names in the same file.
 *
 * The misspelt use is corrected, wherever the file uses the name. A name that the file defines or
 * imports, or that the language has, is no slip, whatever the output says.
 */
import type { Investigator } from "../investigator.ts";
import { nearestAll } from "../nearest.ts";
import { type Rule, rule } from "../rule.ts";
import type { View } from "../view.ts";
import { type Language, speaks } from "./languages.ts";
import { rewrite, type SourceText, sourceText } from "./source-text.ts";
import { isCredible, isRisky, isTurned } from "./suggested.ts";
import {
  codeOf,
  namesIn,
  type Place,
  placesOf,
  positionsOf,
  replaceAt,
  wholeWords,
} from "./words.ts";

export interface Slip {
  readonly path: string;
  readonly line: number;
  /** As the compiler counts it, from 1. */
  readonly column?: number;
  readonly typed: string;
  /** The suggestion that stands in the output. */
  readonly meant?: string | undefined;
  /** What was meant, from a table of ours. */
  readonly known?: string | undefined;
  /** A member is corrected only where it is reported: other types may have one of that name. */
  readonly isMember?: boolean;
}

interface Recipe {
  readonly name: string;
  /** What the word should name, such as "Go name". */
  readonly kind: string;
  readonly language: Language;
  readonly finds: (view: View) => readonly Slip[];
  /** Whether there is such a member, whatever the output says. */
  readonly hasMember?: (name: string) => boolean;
  /** What was meant if the compiler does not say. Default: the nearest name in the file. */
  readonly near?: (
    slip: Slip,
    source: SourceText,
    ask: Investigator,
  ) => string | null | Promise<string | null>;
}

const MAX_SLIPS = 10;

export function slips({
  name,
  kind,
  language,
  finds,
  hasMember = () => false,
  near = nearInFile,
}: Recipe): Rule {
  return rule({
    name,
    title: `Misspelt ${kind}`,
    sees(view) {
      const found = finds(view).filter(({ path }) => speaks(language, view, path));
      const [first] = found;
      if (first === undefined) return null;
      return { path: first.path, found: found.filter(({ path }) => path === first.path) };
    },
    async repair({ path, found }, _view, ask) {
      const source = await sourceText(path, ask);
      if (source === null) return null;
      let { lines } = source;
      const said: string[] = [];
      for (const slip of unique(found).slice(0, MAX_SLIPS)) {
        if (slip.isMember === true ? hasMember(slip.typed) : isThere(lines, slip, language))
          continue;
        const meant = slip.known ?? slip.meant ?? (await near(slip, source, ask));
        const isBelieved = slip.meant === undefined || isCredible(slip.typed, slip.meant);
        const now = meant === null || !isBelieved ? null : corrected(lines, slip, meant);
        if (now === null) continue;
        lines = now;
        said.push(`line ${slip.line}: there is no ${kind} ${slip.typed}; the closest is ${meant}`);
      }
      const shell = rewrite(source, lines);
      if (shell === null) return null;
      return { shell, explanation: `In ${source.path}, ${said.join("; ")}.` };
    },
  });
}

function unique(found: readonly Slip[]): readonly Slip[] {
  const known = new Map(found.map((slip) => [`${slip.line}:${slip.column}:${slip.typed}`, slip]));
  return [...known.values()];
}

/** The lines with the word corrected; null if it does not stand where it was reported. */
function corrected(lines: readonly string[], slip: Slip, meant: string): readonly string[] | null {
  const { line, typed, isMember = false } = slip;
  const here = reported(lines[line - 1] ?? "", slip).map((at) => ({ line, at }));
  if (here.length === 0) return null;
  const uses = isMember
    ? []
    : placesOf(lines, typed).filter(({ line: number, at }) => {
        return (lines[number - 1] ?? "").charAt(at - 1) !== ".";
      });
  const places = new Map([...here, ...uses].map((place) => [`${place.line}:${place.at}`, place]));
  return replaceAt(lines, [...places.values()] satisfies readonly Place[], typed, meant);
}

function reported(line: string, { column, typed }: Slip): readonly number[] {
  const at = positionsOf(line, column ?? 0).find((position) => line.startsWith(typed, position));
  if (column !== undefined && at !== undefined) return [at];
  const inCode = wholeWords(codeOf(line), typed);
  const anywhere = wholeWords(line, typed);
  if (inCode.length > 0) return inCode;
  return anywhere.length === 1 ? anywhere : [];
}

/**
 * Whether the name is there after all: the language has it, or the file defines or imports it. Then
 * the message is not about this use, or about a scope, and no other name is right.
 */
function isThere(lines: readonly string[], slip: Slip, { builtIns }: Language): boolean {
  const { line, typed } = slip;
  if (builtIns.has(typed)) return true;
  return placesOf(lines, typed).some(
    (place) => place.line !== line && defines(lines[place.line - 1] ?? "", place.at, typed),
  );
}

const DEFINED =
  /\b(?:let|const|var|mut|my|our|local|def|func|fn|function|sub|class|struct|type|enum|trait|for|as|static|#define)\s+(?:self\.)?[$@%]?$/;
const IMPORT = /^\s*(?:import|from|use|using|export\s*\{|(?:const|let|var)\s*\{)[\s{]/;
/** A function of C or Java: a type before the name, and no statement. */
const TYPED_FUNCTION =
  /^\s*(?!(?:return|else|throw|new|await|yield|case|goto|delete|not|and|or|if|in)\b)[A-Za-z_][\w<>[\],:\s*&]{0,80}[\s*&]$/;

function defines(line: string, at: number, name: string): boolean {
  const before = line.slice(0, at);
  const after = line.slice(at + name.length);
  return (
    DEFINED.test(before) ||
    IMPORT.test(line) ||
    /^\s*(?::=|=(?![=~>]))/.test(after) ||
    (TYPED_FUNCTION.test(before) && /^\s*\([^;]*$/.test(after))
  );
}

function nearInFile({ typed }: Slip, { lines }: SourceText): string | null {
  return nearName(typed, namesIn(lines));
}

/** The nearest name, unless it differs by a number or a plural: that is another thing. */
export function nearName(typed: string, names: Iterable<string>): string | null {
  const ranked = nearestAll(
    typed,
    [...names].filter((name) => name.length > 2),
  );
  const best = ranked.filter(({ distance }) => distance === ranked[0]?.distance);
  // Of several, the one with the same ends: slips are mostly inside a word.
  const alike = best.filter(({ word }) => ends(word) === ends(typed));
  const found = (best.length > 1 && alike.length === 1 ? alike : best)[0]?.word;
  if (found === undefined || (best.length > 1 && alike.length !== 1)) return null;
  if (`${found}s` === typed || found === `${typed}s`) return null;
  if (isRisky(found) || isTurned(typed, found)) return null;
  // Short words that differ in their first letter are different words.
  const isShort = found.length <= 4 || typed.length <= 4;
  if (isShort && found.charAt(0).toLowerCase() !== typed.charAt(0).toLowerCase()) return null;
  const bare = (word: string) => word.replaceAll(/\d/g, "");
  return bare(found) === bare(typed) ? null : found;
}

function ends(word: string): string {
  return word.charAt(0) + word.charAt(word.length - 1);
}
