/** Long options that many programs have. */
export const LONG_OPTIONS: readonly string[] = [
  "all almost-all amend archive author binary branch brief cached check color compress config context",
  "continue count date debug decode decompress delete delimiter depth dereference directory dry-run",
  "exclude exclude-dir extract extended-regexp field-separator fields file files-with-matches",
  "fixed-strings follow force format full global graph group-directories-first help human-readable",
  "ignore-case ignore-all-space include input interactive invert-match key keep level line-number",
  "lines list local long max-count max-depth merge message name name-only no-edit no-verify null",
  "numeric-sort oneline only-matching output parents parallel patch pretty print progress prune quiet",
  "rebase recursive reference regexp reverse recurse-submodules short shortstat show-all silent since",
  "size sort squash staged stat stdin strip-components summarize tags time total unified unique update",
  "upstream set-upstream verbose version warning without word-regexp zero zero-terminated",
].flatMap((line) => line.split(" ").map((name) => `--${name}`));
