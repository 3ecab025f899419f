/** Reads one pattern of paths; `glob.ts` says what its signs mean. */

export type GlobNode =
  | { readonly is: "character"; readonly code: number }
  /** One character that is not a slash. */
  | {
      readonly is: "class";
      readonly isNegated: boolean;
      readonly ranges: readonly (readonly [from: number, to: number])[];
    }
  /** Any part of one name. */
  | { readonly is: "star" }
  /** Anything, slashes included. */
  | { readonly is: "rest" }
  /** Any number of directories, each with its slash. */
  | { readonly is: "directories" }
  | { readonly is: "either"; readonly options: readonly (readonly GlobNode[])[] };

export type ParsedGlob = { readonly nodes: readonly GlobNode[] } | { readonly problem: string };

/** In characters. */
export const MAX_GLOB_LENGTH = 200;
/** How many braces may be open at once. */
const MAX_BRACES = 4;

export function parseGlob(pattern: string): ParsedGlob {
  if (pattern.length > MAX_GLOB_LENGTH) return { problem: `longer than ${MAX_GLOB_LENGTH}` };
  if (!pattern.isWellFormed() || pattern.includes("\0")) return { problem: "not text" };
  // As people write paths from the top of a tree, and directories.
  const trimmed = pattern.replace(/^(?:\.\/|\/)/, "").replace(/(?<!\\)\/$/, "");
  if (trimmed === "") return { problem: "names no path" };
  if (/(?:^|\/)\.{0,2}(?:\/|$)/.test(trimmed)) return { problem: "has an empty name, . or .." };
  return new Parser([...trimmed]).whole();
}

/** `codes` are whole characters, so that `?` never matches half of one. */
class Parser {
  readonly #signs: readonly string[];
  #at = 0;
  #depth = 0;
  #problem: string | null = null;

  constructor(signs: readonly string[]) {
    this.#signs = signs;
  }

  whole(): ParsedGlob {
    const nodes = this.#sequence();
    return this.#problem === null ? { nodes } : { problem: this.#problem };
  }

  /** Up to the end or, inside braces, to the next comma or closing brace. */
  #sequence(): GlobNode[] {
    const nodes: GlobNode[] = [];
    for (;;) {
      const sign = this.#signs[this.#at];
      const isEnd = sign === undefined || (this.#depth > 0 && (sign === "," || sign === "}"));
      if (isEnd || this.#problem !== null) return nodes;
      nodes.push(this.#node(sign));
    }
  }

  #node(sign: string): GlobNode {
    if (sign === "*") return this.#stars();
    this.#at += 1;
    switch (sign) {
      case "?":
        return { is: "class", isNegated: true, ranges: [] };
      case "[":
        return this.#class();
      case "{":
        return this.#either();
      case "\\":
        return this.#character(this.#signs[this.#at++]);
      default:
        return this.#character(sign);
    }
  }

  #character(sign: string | undefined): GlobNode {
    if (sign === undefined) this.#problem ??= "ends in a backslash";
    return { is: "character", code: sign?.codePointAt(0) ?? 0 };
  }

  #stars(): GlobNode {
    const before = this.#signs[this.#at - 1];
    const from = this.#at;
    while (this.#signs[this.#at] === "*") this.#at += 1;
    const next = this.#signs[this.#at];
    const isInBraces = this.#depth > 0;
    const isFirst = before === undefined || before === "/" || (isInBraces && /[{,]/.test(before));
    const isWhole = this.#at - from === 2 && isFirst;
    if (isWhole && next === "/") {
      this.#at += 1;
      return { is: "directories" };
    }
    const isLast = next === undefined || (isInBraces && /[,}]/.test(next));
    return { is: isWhole && isLast ? "rest" : "star" };
  }

  #class(): GlobNode {
    const isNegated = /[!^]/.test(this.#signs[this.#at] ?? "");
    if (isNegated) this.#at += 1;
    const ranges: [number, number][] = [];
    // A closing bracket that comes first is one of the characters.
    for (let isFirst = true; isFirst || this.#signs[this.#at] !== "]"; isFirst = false) {
      const from = this.#member();
      const isRange = this.#signs[this.#at] === "-" && this.#signs[this.#at + 1] !== "]";
      if (isRange) this.#at += 1;
      const to = isRange ? this.#member() : from;
      if (from === null || to === null || to < from) {
        this.#problem ??= "has a bracket without its end, or a range that runs backwards";
        return { is: "class", isNegated, ranges };
      }
      ranges.push([from, to]);
    }
    this.#at += 1;
    return { is: "class", isNegated, ranges };
  }

  #member(): number | null {
    if (this.#signs[this.#at] === "\\") this.#at += 1;
    const sign = this.#signs[this.#at];
    this.#at += 1;
    return sign?.codePointAt(0) ?? null;
  }

  #either(): GlobNode {
    const options: GlobNode[][] = [];
    this.#depth += 1;
    if (this.#depth > MAX_BRACES) this.#problem ??= `has more than ${MAX_BRACES} braces in braces`;
    for (;;) {
      options.push(this.#sequence());
      const sign = this.#signs[this.#at];
      this.#at += 1;
      if (sign === ",") continue;
      if (sign === undefined) this.#problem ??= "has a brace without its end";
      this.#depth -= 1;
      return { is: "either", options };
    }
  }
}
