/** Which words are a tool's own, where it ignores some of them or runs another command. */
import { invariant } from "@bazaar/kernel";
import type { Grammar } from "./grammar.ts";

/** Without first words that change nothing. */
export function withoutIgnored(
  { ignores = [], ignoresSettings }: Grammar,
  words: readonly string[],
): readonly string[] {
  let at = 0;
  for (; at < words.length - 1; at += 1) {
    const isSetting = words[at] === "-c" && ignoresSettings?.test(words[at + 1] ?? "");
    if (isSetting) at += 1;
    else if (!ignores.includes(words[at] ?? "")) break;
  }
  return words.slice(at);
}

/** `-n1` and `-I{}` of xargs as two words, up to the first word of the command. */
export function withSpaces(words: readonly string[]): readonly string[] {
  const [word = "", ...rest] = words;
  if (!word.startsWith("-")) return words;
  const [, flag, value] = /^(-[nPLId])(.+)$/.exec(word) ?? [];
  if (flag !== undefined && value !== undefined) return [flag, value, ...withSpaces(rest)];
  const [next = "", ...others] = rest;
  return /^-[nPLId]$/.test(word)
    ? [word, next, ...withSpaces(others)]
    : [word, ...withSpaces(rest)];
}

/** What a name becomes: `xargs -I % cat src/%`. Null where it would stand in another place. */
export function templateOf(own: readonly string[], inner: readonly string[]): string | null {
  const at = own.indexOf("-I");
  if (at === -1) return "{}";
  const mark = own[at + 1] ?? "";
  const last = inner.at(-1) ?? "";
  const count = inner.join(" ").split(mark).length - 1;
  return inner.length > 1 && count === 1 && last.includes(mark)
    ? last.replace(mark, () => "{}")
    : null;
}

/** Its own flags, and as many operands; the rest is another command. */
export function splitWords(
  { form }: Grammar,
  words: readonly string[],
  operands: number,
): { readonly own: readonly string[]; readonly inner: readonly string[] } {
  invariant(form !== undefined && !("by" in form), "a tool that wraps another has one form");
  const takesValue = new Set(Object.keys(form.options ?? {}).flatMap((names) => names.split(" ")));
  let own = 0;
  while (words[own]?.startsWith("-")) own += takesValue.has(words[own] ?? "") ? 2 : 1;
  own = Math.min(own + operands, words.length);
  return { own: words.slice(0, own), inner: words.slice(own) };
}
