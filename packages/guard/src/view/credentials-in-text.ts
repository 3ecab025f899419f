/**
 * Whether settings hold a login. Then the whole file is hidden: with a part left out it could mean
 * something else.
 */
const VARIABLE = /\$\{[^}]*\}|\$\w+/g;
const IN_URL = /:\/\/[^/\s@]+@/;
const NAMED =
  /(?:^|[\s"'<_.:{,-])(?:auth|_auth\w*|\w*token|\w*passw(?:or)?d|\w*secret\w*|(?:api|access|private)[_-]?key|client-key-data|extraheader|authorization|credentials?)["']?\s*[=:>]\s*["']?[^\s"'<]/im;

/** A variable in place of the value is no login. */
export function holdsCredentials(text: string): boolean {
  const said = text.replace(VARIABLE, "");
  return IN_URL.test(said) || NAMED.test(said);
}
