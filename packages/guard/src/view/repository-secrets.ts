/**
 * Which files of a repository are not for others: by their path, by a mark in their text that private
 * keys have, and, where either may mean something else, by their whole text.
 */
import { holdsCredentials } from "./credentials-in-text.ts";
import { isKeyName, isPrivateKey } from "./key-material.ts";
import { isMadeUpLogin, type SecretKind, secretKind } from "./secret-names.ts";

/** A file that has one of these is looked at, whatever its name: a service account is any JSON file. */
export const SECRET_MARKS: readonly string[] = [
  "PRIVATE KEY-----",
  "PRIVATE KEY BLOCK-----",
  "PuTTY-User-Key-File-",
  "OpenVPN Static key",
];
/** Programs and prose quote keys that are made up, and cannot be sent in part. */
const QUOTES_KEYS =
  /\.(?:[cm]?[jt]sx?|vue|py|rb|go|rs|java|kt|scala|swift|c|cc|cpp|h|hpp|cs|php|pl|ex|exs|erl|hs|clj|dart|lua|md|mdx|rst|adoc|html?|snap|patch|diff)$/i;

/** `path` is relative to the top. Null: neither its name nor a mark is a reason to keep it back. */
export function repositorySecret(path: string, isMarked: boolean): SecretKind | null {
  const names = path.split("/");
  let found: SecretKind | null = null;
  for (const [at, name] of names.entries()) {
    const kind = secretKind(`/${names.slice(0, at + 1).join("/")}`, name);
    // A directory that is a secret is one with everything in it.
    if (kind === "secret") return kind;
    if (at === names.length - 1) found = kind;
  }
  const name = names.at(-1) ?? "";
  const mayBeKey = isKeyName(name) || (isMarked && !QUOTES_KEYS.test(name));
  return found ?? (mayBeKey && !isMadeUpLogin(`/${path}`) ? "perhaps" : null);
}

/** Whether a file that is perhaps a secret is one. */
export function holdsSecret(bytes: Buffer): boolean {
  return isPrivateKey(bytes) || holdsCredentials(bytes.toString("utf8"));
}
