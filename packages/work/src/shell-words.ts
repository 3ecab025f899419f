/**
 * Words as a shell reads them: quoting is the only way a word enters shell text. bash, dash, zsh and
 * fish read a quoted word alike, so that a correction may stand on the prompt of any of them.
 */

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Inside of single quotes fish reads a backslash before another one and before a quote. */
const SPECIAL = /'|\\(?=[\\']|$)/g;

/** One word of shell text that the shell reads as exactly `word`. */
export function quoteWord(word: string): string {
  // A first character of `=` or `~` means something to some shells, even in a plain word.
  if (PLAIN.test(word) && !/^[=~]/.test(word)) return word;
  return `'${word.replaceAll(SPECIAL, `'\\$&'`)}'`;
}

/** A command line from arguments: one argument is shell text already, several are words. */
export function shellText(words: readonly string[]): string {
  const [only = ""] = words;
  return words.length === 1 ? only : quoteWords(words);
}

export function quoteWords(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}
