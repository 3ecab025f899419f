/** Which files of a repository are not for others, by their path and, where that may mean either, text. */
import { holdsCredentials } from "./credentials-in-text.ts";
import { isKeyName, isPrivateKey } from "./key-material.ts";
import { isMadeUpLogin, type SecretKind, secretKind } from "./secret-names.ts";

/** `path` is relative to the top. Null: its name is no reason to keep it back. */
export function repositorySecret(path: string): SecretKind | null {
  const names = path.split("/");
  let found: SecretKind | null = null;
  for (const [at, name] of names.entries()) {
    const kind = secretKind(`/${names.slice(0, at + 1).join("/")}`, name);
    // A directory that is a secret is one with everything in it.
    if (kind === "secret") return kind;
    if (at === names.length - 1) found = kind;
  }
  const name = names.at(-1) ?? "";
  return found ?? (isKeyName(name) && !isMadeUpLogin(`/${path}`) ? "perhaps" : null);
}

/** Whether a file that is perhaps a secret is one. */
export function holdsSecret(bytes: Buffer): boolean {
  return isPrivateKey(bytes) || holdsCredentials(bytes.toString("utf8"));
}
