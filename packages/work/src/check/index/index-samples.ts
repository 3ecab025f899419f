/**
 * Questions about an index that the tree answers. Which are asked follows from the hash of the result:
 * everyone asks the same, and no provider knows them before its index is done.
 */
import { createHash } from "node:crypto";
import { chainJson, type JsonObject } from "@bazaar/kernel";
import { manifestOf } from "../../index/manifests/scan-dependencies.ts";
import { type FileScan, scanFile } from "../../index/scan-file.ts";
import { languageOf } from "../../index/symbols/language.ts";
import type { ClaimedDependency, ClaimedSymbol, IndexClaim } from "./index-claim.ts";

/** Of each kind: with the limits below and those of a claim, their evidence fits into an entry. */
const SAMPLES = 16;
/** Characters around a name on its line. */
const AROUND = 40;
const MAX_SHOWN = 200;
const MAX_QUERY = 120;

/** What was asked of one file, answered when it is read. */
interface Question {
  readonly kind: string;
  readonly query: string;
  readonly claimed: string | bigint;
  readonly answer: (content: FileContent) => string | bigint | null;
}

interface FileContent {
  readonly scan: FileScan;
  readonly lines: () => readonly string[];
}

export class IndexSamples {
  readonly #questions = new Map<string, Question[]>();
  readonly #found = new Map<Question, string | bigint | null>();

  /** `paths` are those of the tree. */
  constructor(
    result: JsonObject,
    claim: IndexClaim,
    indexTypes: readonly string[],
    paths: readonly string[],
  ) {
    const pick = picker(chainJson(result));
    for (const { path, sha256 } of pick("digest", claim.digests)) {
      const answer = ({ scan }: FileContent) => scan.sha256;
      this.#ask(path, { kind: "digest", query: path, claimed: sha256, answer });
    }
    if (indexTypes.includes("symbols")) {
      for (const symbol of pick("symbol", claim.symbols)) this.#ask(symbol.path, onLine(symbol));
      const sources = paths.filter((path) => languageOf(path) !== null);
      const count = counter(claim.symbols.map(({ path }) => path));
      for (const path of pick("symbols_of", sources)) {
        this.#ask(path, countOf("symbols_of", path, count(path), definitions));
      }
    }
    if (indexTypes.includes("dependencies")) {
      for (const named of pick("dependency", claim.dependencies)) {
        this.#ask(named.source, inManifest(named));
      }
      const manifests = paths.filter((path) => manifestOf(path) !== null);
      const count = counter(claim.dependencies.map(({ source }) => source));
      for (const path of pick("dependencies_of", manifests)) {
        const listed = ({ dependencies }: FileScan) => dependencies;
        this.#ask(path, countOf("dependencies_of", path, count(path), listed));
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
    for (const question of asked) this.#found.set(question, question.answer(file));
  }

  /** As evidence has them; a file that was not seen is not in the tree. */
  get answers(): readonly JsonObject[] {
    return [...this.#questions.values()].flat().map((question) => ({
      kind: question.kind,
      query: question.query.slice(-MAX_QUERY).toWellFormed(),
      claimed: question.claimed,
      found: this.#found.get(question) ?? null,
    }));
  }
}

function onLine({ name, path, line }: ClaimedSymbol): Question {
  return {
    kind: "symbol",
    query: `${path}:${line}`,
    claimed: name,
    answer({ lines }) {
      const text = lines()[line - 1];
      const at = text?.indexOf(name) ?? -1;
      if (text === undefined || at < 0) return text?.slice(0, MAX_SHOWN).toWellFormed() ?? null;
      return text.slice(Math.max(0, at - AROUND), at + name.length + AROUND).toWellFormed();
    },
  };
}

/** Of several entries with this name, the one that is claimed if it is there. */
function inManifest({ name, version, source }: ClaimedDependency): Question {
  return {
    kind: "dependency",
    query: `${source} ${name}`,
    claimed: version,
    answer({ scan }) {
      const versions = scan.dependencies
        .filter((dependency) => dependency.name === name)
        .map((dependency) => dependency.version);
      const found = versions.includes(version) ? version : versions[0];
      return found?.slice(0, MAX_SHOWN).toWellFormed() ?? null;
    },
  };
}

/** Those that every indexer lists: not all of them list values, macros and modules. */
function definitions({ symbols }: FileScan): readonly unknown[] {
  return symbols.filter(({ kind }) => !/^(?:constant|variable|macro|module|namespace)$/.test(kind));
}

function countOf(
  kind: string,
  path: string,
  claimed: bigint,
  listed: (scan: FileScan) => readonly unknown[],
): Question {
  const answer = ({ scan }: FileContent) => BigInt(listed(scan).length);
  return { kind, query: path, claimed, answer };
}

function counter(paths: readonly string[]): (path: string) => bigint {
  const counts = new Map<string, bigint>();
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0n) + 1n);
  return (path) => counts.get(path) ?? 0n;
}

/** Takes up to `SAMPLES` different items of a list. */
function picker(result: string): <T>(kind: string, list: readonly T[]) => readonly T[] {
  const seed = createHash("sha256").update(result).digest("hex");
  return (kind, list) => {
    if (list.length <= SAMPLES) return list;
    const places = Array.from({ length: SAMPLES }, (_, turn) => {
      const hash = createHash("sha256").update(`${seed} ${kind} ${turn}`).digest();
      return hash.readUInt32BE() % list.length;
    });
    return [...new Set(places)].flatMap((at) => list.slice(at, at + 1));
  };
}
