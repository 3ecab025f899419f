/**
 * The document of a failed command is its profile's: what follows from it is in the terms, and no rule
 * needs to read it again. Its words about the failure are in no other field, so who shows them to
 * somebody reads them there.
 */
import { isTest, type Rule } from "./rules.ts";

const FIELDS = "(?:task|environment|capabilities)";

const READS = [
  new RegExp(`\\bdocument\\??\\.${FIELDS}\\b`),
  // Taken out of a document by name, as a variable or as a parameter.
  new RegExp(`\\{\\s*${FIELDS}\\b[^{}]*\\}\\s*(?:=|:)[^;{}]*(?:[dD]ocument|JsonObject)\\b`),
];

/** Where documents are read and written; tools and evals write and show samples. */
const HOMES = [
  "packages/kernel/src/profiles/",
  "packages/doors/src/http/",
  "packages/judges/evals/",
  "tools/",
];

/** Who reads it, each with its reason. An entry that is no longer needed fails. */
export const READERS: Readonly<Record<string, string>> = {
  "packages/agent/src/filter.ts": "an agent takes work for the systems that it knows",
  "packages/agent/src/problem.ts": "an agent reads the failure that it is asked to repair",
  "packages/client/src/outgoing/failure-text.ts": "a client knows what it has sent already",
  "packages/doors/src/connection/capabilities.ts": "clients and agents both ask what a fix may use",
  "packages/judges/src/model/entry-texts.ts": "a judge is shown the whole document, the task first",
  "packages/market/src/posting-policy.ts": "a market does not list a failure that is only padding",
};

export function documentReaders(
  path: string,
  text: string,
  readers: Readonly<Record<string, string>> = READERS,
): ReturnType<Rule> {
  if (!path.endsWith(".ts") || isTest(path)) return [];
  if (HOMES.some((home) => path.startsWith(home))) return [];
  const isReader = READS.some((read) => read.test(text));
  const isExcused = path in readers;
  if (isReader && !isExcused) {
    return ["reads the document of a failed command: read what the terms say of it"];
  }
  if (!isReader && isExcused) {
    return ["reads no document now: remove it from READERS in tools/tidy/document-readers.ts"];
  }
  return [];
}
