import { ENVIRONMENT_FILES } from "../grammar.ts";

const SHOWS_FILES = new Set([
  "status",
  "log",
  "show",
  "diff",
  "diff-index",
  "diff-tree",
  "blame",
  "grep",
]);
/** The same question, asked so that nothing runs and no environment file is shown. */
export function rewriteGit(words: readonly string[]): readonly string[] {
  const [verb = "", ...rest] = words;
  // With an operand and without --list these would make one.
  if (verb === "tag" || (verb === "branch" && !rest.includes("--show-current"))) {
    return [verb, "--list", ...rest];
  }
  // With these flags it changes nothing.
  if (verb === "apply") return ["apply", "--check", ...rest];
  if (verb === "stash" && rest.includes("show")) return stashed(rest);
  if (!SHOWS_FILES.has(verb)) return words;
  const at = rest.indexOf("--");
  const own = at === -1 ? rest : rest.slice(0, at);
  const paths = at === -1 ? [] : rest.slice(at);
  // The jail shows them empty, which would look like a change.
  if (verb === "status") return [...words, ...EXCLUDED];
  if (verb === "grep") return ["grep", "--no-textconv", ...own, ...paths, ...EXCLUDED];
  if (verb === "blame") return ["blame", "--no-textconv", ...own, ...paths];
  // Of a revision with a path, the path was checked.
  if (verb === "show" && own.some((one) => /^[^-:][^:]*:/.test(one))) {
    return ["show", "--no-textconv", ...own];
  }
  const verbs = verb === "show" ? shown(own) : [verb];
  return [...verbs, "--no-ext-diff", "--no-textconv", ...own, ...paths, ...EXCLUDED];
}

/** `git stash show` takes no paths, so no file could be left out; a diff does the same. */
function stashed(words: readonly string[]): readonly string[] {
  const flags = words.filter((one) => one.startsWith("-"));
  const named = words.find((one) => /^stash@|^\d/.test(one)) ?? "stash@{0}";
  const stash = /^\d/.test(named) ? `stash@{${named}}` : named;
  const shape = flags.length === 0 ? ["--stat"] : flags;
  return ["diff", "--no-ext-diff", "--no-textconv", ...shape, `${stash}^1`, stash, ...EXCLUDED];
}

/** `git show` would print a file by its hash; a log of one commit prints commits only. */
function shown(words: readonly string[]): readonly string[] {
  const isShaped = words.some((one) =>
    /^(?:--(?:stat|shortstat|numstat|dirstat|summary|name-only|name-status|raw|no-patch|check)\b|-s$)/.test(
      one,
    ),
  );
  return ["log", "-1", ...(isShaped ? [] : ["--cc", "-p"])];
}

/** No mask covers what is in git's objects. */
const COMMITTED_SECRETS = [
  ...["*.env", ".flaskenv", ".dev.vars", ".npmrc", ".pypirc", ".netrc", ".git-credentials"],
  ...["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "*.pem", "*.key", "*.p12", "*.jks"],
];
const EXCLUDED = [...ENVIRONMENT_FILES, ...COMMITTED_SECRETS].map(
  (name) => `:(top,exclude,glob)**/${name}`,
);
