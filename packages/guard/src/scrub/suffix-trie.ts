/**
 * Words that are recognised by their end, read backwards: one step for each unit, and the walk is
 * over as soon as no word goes on. Case does not matter; words are of letters and digits.
 *
 * A trie is two plain tables, and its walks are written where they are needed: a name is read at
 * every mark, and a call for each of its letters would cost more than the letters.
 */
export interface SuffixTrie {
  /** The node behind each node and symbol. Every walk begins at node 1; 0 is nowhere. */
  readonly next: Uint16Array;
  /** What the word means that the walk from its end has read whole; 0 for none. */
  readonly values: Uint8Array;
}

/** The bits of a symbol that are the same for both cases of a letter, and the two cases. */
const [SYMBOL_BITS, SYMBOL_MASK, SMALL, CAPITAL] = [6, 63, 64, 128];
const ROOT = 1;
const SYMBOLS = symbols();

/** The number of a letter or digit, with the case of a letter; 0 for all other units. */
export function symbolOf(code: number): number {
  return SYMBOLS[code] as number;
}

export function isLetterSymbol(symbol: number): boolean {
  return symbol >= SMALL;
}

/** Where `myApiKey`, `APIKey` and `api_key` have a word beginning, by the symbols of its units. */
export function isWordStart(before: number, symbol: number, after: number): boolean {
  if (before < SMALL) return true;
  return (symbol & CAPITAL) !== 0 && ((before | after) & SMALL) !== 0;
}

/** Where every walk begins. */
export function rootNode(): number {
  return ROOT;
}

/** Where a walk comes to from a node; 0 is nowhere. */
export function nodeBehind(next: Uint16Array, node: number, symbol: number): number {
  return next[(node << SYMBOL_BITS) | (symbol & SYMBOL_MASK)] as number;
}

/** Each word with its value, from 1 to 255. */
export function suffixTrie(words: Iterable<readonly [string, number]>): SuffixTrie {
  const all = [...words];
  const most = all.reduce((sum, [word]) => sum + word.length, ROOT + 1);
  const next = new Uint16Array(most << SYMBOL_BITS);
  const values = new Uint8Array(most);
  let nodes = ROOT + 1;
  for (const [word, value] of all) {
    let node = ROOT;
    for (let at = word.length - 1; at >= 0; at -= 1) {
      const edge = (node << SYMBOL_BITS) | (symbolOf(word.charCodeAt(at)) & SYMBOL_MASK);
      if (next[edge] === 0) {
        next[edge] = nodes;
        nodes += 1;
      }
      node = next[edge] as number;
    }
    values[node] = value;
  }
  return { next, values };
}

function symbols(): Uint8Array {
  const table = new Uint8Array(65_537);
  for (let letter = 0; letter < 26; letter += 1) {
    table[97 + letter] = SMALL | (letter + 1);
    table[65 + letter] = CAPITAL | (letter + 1);
  }
  for (let digit = 0; digit < 10; digit += 1) table[48 + digit] = 27 + digit;
  return table;
}
