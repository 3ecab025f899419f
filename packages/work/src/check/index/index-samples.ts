/**
 * Questions about an index that the tree answers. Which are asked follows from a seed that nobody knew
 * when the index was handed in: whoever has the seed asks the same.
 *
 * Some are about what the index has, drawn from its lists; others about what it should have, drawn from
 * the tree, so that neither an invented nor a missing entry is safe.
 */
import { createHash } from "node:crypto";
import { type JsonObject, wordAt } from "@bazaar/kernel";
import { manifestOf } from "../../index/manifests/scan-dependencies.ts";
import { type FileScan, scanFile } from "../../index/scan-file.ts";
import { languageOf } from "../../index/symbols/language.ts";
import type { FoundSymbol } from "../../index/symbols/scan-symbols.ts";
import type { ClaimedDependency, ClaimedSymbol, IndexClaim } from "./index-claim.ts";

/** Of each list: with the limits below and those of a claim, their evidence fits into an entry. */
const SAMPLES = 16;
/** Of files that the index should cover: a question about one is short. */
const FILES = 24;
/** Characters around a name on its line. */
const AROUND = 40;
const MAX_SHOWN = 200;
const MAX_QUERY = 120;

/** Asks one file; null: it is not in the tree. Null where there is nothing to ask. */
type Question = (file: FileContent | null) => JsonObject | null;

interface FileContent {
  readonly scan: FileScan;
  readonly lines: () => readonly string[];
}

export class IndexSamples {
  readonly #questions = new Map<string, Question[]>();
  readonly #answers = new Map<string, readonly (JsonObject | null)[]>();

  /** `paths` are those of the tree. */
  constructor(
    claim: IndexClaim,
    indexTypes: readonly string[],
    paths: readonly string[],
    seed: string,
  ) {
    const draw = drawing(seed);
    for (const { path, sha256 } of draw("digest", claim.digests, SAMPLES)) {
      this.#ask(path, (file) => sample("digest", path, sha256, file?.scan.sha256 ?? null));
    }
    if (indexTypes.includes("symbols")) {
      for (const symbol of draw("symbol", claim.symbols, SAMPLES)) {
        this.#ask(symbol.path, onLine(symbol));
      }
      const sources = paths.filter((path) => languageOf(path) !== null);
      const listed = listedIn(claim.symbols.map(({ path, name }) => [path, name]));
      for (const path of draw("definition", sources, FILES)) {
        this.#ask(path, definitionIn(path, listed(path), draw));
      }
    }
    if (indexTypes.includes("dependencies")) {
      for (const named of draw("dependency", claim.dependencies, SAMPLES)) {
        this.#ask(named.source, inManifest(named));
      }
      const manifests = paths.filter((path) => manifestOf(path) !== null);
      const listed = listedIn(claim.dependencies.map(({ source, name }) => [source, name]));
      for (const path of draw("requirement", manifests, FILES)) {
        this.#ask(path, requirementIn(path, listed(path), draw));
      }
    }
  }

  #ask(path: string, question: Question): void {
    const asked = this.#questions.get(path) ?? [];
    asked.push(question);
    this.#questions.set(path, asked);
  }

  /** A file of the tree. */
  see(path: string, content: Uint8Array): void {
    const asked = this.#questions.get(path) ?? [];
    if (asked.length === 0) return;
    const lines = () => Buffer.from(content).toString("utf8").split("\n");
    const file = { scan: scanFile(path, content), lines };
    this.#answers.set(
      path,
      asked.map((question) => question(file)),
    );
  }

  /** As evidence has them; a file that was not seen is not in the tree. */
  get answers(): readonly JsonObject[] {
    return [...this.#questions]
      .flatMap(
        ([path, asked]) => this.#answers.get(path) ?? asked.map((question) => question(null)),
      )
      .filter((answer) => answer !== null);
  }
}

function sample(
  kind: string,
  query: string,
  claimed: string | bigint,
  found: string | bigint | null,
): JsonObject {
  return { kind, query: query.slice(-MAX_QUERY).toWellFormed(), claimed, found };
}

function onLine({ name, path, line }: ClaimedSymbol): Question {
  return (file) =>
    sample("symbol", `${path}:${line}`, name, around(name, file?.lines()[line - 1]) ?? null);
}

/** A line, or the part of it that has the name. */
function around(name: string, text: string | undefined): string | undefined {
  const at = text === undefined ? -1 : wordAt(text, name);
  const [from, to] =
    at < 0 ? [0, MAX_SHOWN] : [Math.max(0, at - AROUND), at + name.length + AROUND];
  return text?.slice(from, to).toWellFormed();
}

/** Of several entries with this name, the one that is claimed if it is there. */
function inManifest({ name, version, source }: ClaimedDependency): Question {
  return (file) => {
    const versions = (file?.scan.dependencies ?? [])
      .filter((dependency) => dependency.name === name)
      .map((dependency) => dependency.version);
    const found = versions.includes(version) ? version : versions[0];
    const shown = found?.slice(0, MAX_SHOWN).toWellFormed() ?? null;
    return sample("dependency", `${source} ${name}`, version, shown);
  };
}

/** One definition that every indexer lists; where there is none, whether the file has any at all. */
function definitionIn(path: string, listed: ReadonlyMap<string, number>, draw: Draw): Question {
  return (file) => {
    if (file === null) return null;
    const lines = file.lines();
    const plain = file.scan.symbols.filter((symbol) => isPlain(path, symbol, lines));
    const [one] = draw(`definition ${path}`, plain, 1);
    if (one !== undefined) {
      const claimed = BigInt(listed.get(one.name) ?? 0);
      return sample("definition", `${path}:${one.line} ${one.name}`, claimed, 1n);
    }
    const count = [...listed.values()].reduce((sum, times) => sum + times, 0);
    const found = file.scan.symbols.filter(({ kind }) => !NOT_ALWAYS_LISTED.has(kind)).length;
    return sample("symbols_of", path, BigInt(count), BigInt(found));
  };
}

const NOT_ALWAYS_LISTED = new Set(["constant", "variable", "macro", "module", "namespace"]);
const ALWAYS_LISTED = new Set("function class interface struct enum trait record".split(" "));

/** At the start of a line, and said by a word of the language. */
function isPlain(path: string, { kind, line }: FoundSymbol, lines: readonly string[]): boolean {
  // In C no word says that something is a function: it may be a macro that is called.
  const isSaid = ALWAYS_LISTED.has(kind) && !(kind === "function" && languageOf(path) === "c");
  return isSaid && /^\S/.test(lines[line - 1] ?? "");
}

function requirementIn(path: string, listed: ReadonlyMap<string, number>, draw: Draw): Question {
  return (file) => {
    const [one] = draw(`requirement ${path}`, file?.scan.dependencies ?? [], 1);
    if (one === undefined) return null;
    const claimed = BigInt(listed.get(one.name) ?? 0);
    return sample("requirement", `${path} ${one.name}`, claimed, 1n);
  };
}

/** How often each name is listed for a file. */
function listedIn(
  entries: readonly (readonly [path: string, name: string])[],
): (path: string) => ReadonlyMap<string, number> {
  const files = new Map<string, Map<string, number>>();
  for (const [path, name] of entries) {
    const names = files.get(path) ?? new Map<string, number>();
    names.set(name, (names.get(name) ?? 0) + 1);
    files.set(path, names);
  }
  return (path) => files.get(path) ?? new Map();
}

/** Takes up to `count` different items of a list. */
type Draw = <T>(what: string, list: readonly T[], count: number) => readonly T[];

function drawing(seed: string): Draw {
  return (what, list, count) => {
    if (list.length <= count) return list;
    const places = Array.from({ length: count }, (_, turn) => {
      const hash = createHash("sha256").update(`${seed} ${turn} ${what}`).digest();
      return hash.readUInt32BE() % list.length;
    });
    return [...new Set(places)].flatMap((at) => list.slice(at, at + 1));
  };
}
