/** Words as a POSIX shell reads them, and back: quoting is the only way a word enters shell text. */

const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** One word of shell text that the shell reads as exactly `word`. */
export function quoteWord(word: string): string {
  // A first character of `=` or `~` means something to some shells, even in a plain word.
  if (PLAIN.test(word) && !/^[=~]/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line from arguments: one argument is shell text already, several are words. */
export function shellText(words: readonly string[]): string {
  const [only = ""] = words;
  return words.length === 1 ? only : quoteWords(words);
}

export function quoteWords(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}
