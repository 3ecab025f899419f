/** The names of all verbs, apart from their code, so that a plain run loads none of it. */
export const VERBS = [
  "it",
  "status",
  "show",
  "verify",
  "chat",
  "cancel",
  "halt",
  "resume",
  "review",
  "dispute",
  "respond",
  "appeal",
  "wallet",
  "whoami",
  "config",
  "shown",
  "try",
  "undo",
  "recover",
  "guard",
  "scrub",
  "doctor",
  "init",
  "completion",
  "uninstall",
] as const;

export type Verb = (typeof VERBS)[number];

const NAMES: ReadonlySet<string> = new Set(VERBS);

export function isVerb(word: string): word is Verb {
  return NAMES.has(word);
}
