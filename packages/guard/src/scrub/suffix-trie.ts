/**
 * Words that are recognised by their end, read backwards: one step for each unit, and the walk is
 * over as soon as no word goes on. Case does not matter; words are of letters and digits.
 */
const SYMBOLS = 36;
const SYMBOL_OF = symbols();
/** Where every walk begins, and where one is that no word follows. */
export const ROOT = 1;
export const NOWHERE = 0;

export interface SuffixTrie<T> {
  step(node: number, code: number): number;
  /** What the word means that the walk from its end has read whole. */
  valueAt(node: number): T | undefined;
}

export function suffixTrie<T>(words: Iterable<readonly [string, T]>): SuffixTrie<T> {
  const all = [...words];
  const most = all.reduce((sum, [word]) => sum + word.length, ROOT + 1);
  const next = new Uint16Array(most * SYMBOLS);
  const values: (T | undefined)[] = new Array(most).fill(undefined);
  let nodes = ROOT + 1;
  for (const [word, value] of all) {
    let node = ROOT;
    for (let at = word.length - 1; at >= 0; at -= 1) {
      const edge = node * SYMBOLS + (SYMBOL_OF[word.charCodeAt(at)] ?? 0);
      if (next[edge] === NOWHERE) {
        next[edge] = nodes;
        nodes += 1;
      }
      node = next[edge] ?? NOWHERE;
    }
    values[node] = value;
  }
  return {
    step(node, code) {
      const symbol = SYMBOL_OF[code] ?? SYMBOLS;
      return symbol === SYMBOLS ? NOWHERE : (next[node * SYMBOLS + symbol] ?? NOWHERE);
    },
    valueAt: (node) => values[node],
  };
}

function symbols(): Uint8Array {
  const table = new Uint8Array(128).fill(SYMBOLS);
  for (let symbol = 0; symbol < SYMBOLS; symbol += 1) {
    const character = symbol.toString(SYMBOLS);
    table[character.charCodeAt(0)] = symbol;
    table[character.toUpperCase().charCodeAt(0)] = symbol;
  }
  return table;
}
