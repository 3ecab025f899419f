/**
 * How untrusted text gets into shell text: always quoted, by `quoteWord` or by these functions, so
 * that nothing in a file name or a message is executed.
 */
import { quoteWord } from "@bazaar/work";

/** A path as an operand, also if it starts with a dash. */
export function quotedPath(path: string): string {
  return quoteWord(path.startsWith("-") ? `./${path}` : path);
}

/** Text as a basic regular expression between slashes that matches only itself. */
export function sedLiteral(text: string): string {
  return text.replaceAll(/[\\/.*[\]^$]/g, String.raw`\$&`);
}

/** Text as the replacement of a sed command between slashes. */
export function sedReplacement(text: string): string {
  return text.replaceAll(/[\\/&]/g, String.raw`\$&`);
}

/** Edits a file in place; untrusted text in the script comes from the functions above. */
export function sedInPlace(script: string, path: string): string {
  return `sed -i ${quoteWord(script)} ${quotedPath(path)}`;
}

/** Replaces a file by what a command prints for it. */
export function filterInPlace(command: string, path: string): string {
  const file = quotedPath(path);
  return `new="$(mktemp)" && ${command} ${file} > "$new" && cat "$new" > ${file} && rm -f "$new"`;
}

/** A sed script that replaces a whole word on one line. */
export function replaceWordAt(line: number, from: string, to: string): string {
  return `${line}s/\\b${sedLiteral(from)}\\b/${sedReplacement(to)}/g`;
}

/** Replaces one line of a file, if it still reads as it did. */
export function replaceLine(line: number, from: string, to: string, path: string): string {
  return sedInPlace(`${line}s/^${sedLiteral(from)}$/${sedReplacement(to)}/`, path);
}

/** A sed script that replaces a text, once on one line or wherever it stands. */
export function replaceText(from: string, to: string, line?: number): string {
  const script = `s/${sedLiteral(from)}/${sedReplacement(to)}/`;
  return line === undefined ? `${script}g` : `${line}${script}`;
}

/** A sed script that replaces a text wherever it is all that stands between quotes. */
export function replaceQuoted(from: string, to: string): string {
  return String.raw`s/\(["']\)${sedLiteral(from)}\(["']\)/\1${sedReplacement(to)}\2/g`;
}
