/**
 * Git that runs nothing but itself. What is in a repository was written by a stranger: its settings,
 * hooks, filters, monitors, submodules and remotes name programs and addresses, and none of them
 * may be started or asked.
 */

/** Settings that override every file, by name. */
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.attributesFile", "/dev/null"],
  ["core.excludesFile", "/dev/null"],
  ["core.pager", "cat"],
  ["core.protectHFS", "true"],
  ["core.protectNTFS", "true"],
  ["core.autocrlf", "false"],
  ["core.quotePath", "false"],
  ["protocol.allow", "never"],
  ["submodule.recurse", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["advice.detachedHead", "false"],
  ["diff.external", ""],
  ["commit.gpgSign", "false"],
  ["pack.threads", "1"],
  // What it writes is thrown away, or read at once.
  ["core.fsync", "none"],
  // The owner of a sandbox's directory need not be the user inside.
  ["safe.directory", "*"],
];

/** As environment variables. */
export const QUIET_GIT: Readonly<Record<string, string>> = {
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "/bin/false",
  GIT_OPTIONAL_LOCKS: "0",
  // A commit is what its hash says, and an object that is missing stays missing.
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_LFS_SKIP_SMUDGE: "1",
  GIT_CONFIG_COUNT: String(SETTINGS.length),
  ...Object.fromEntries(
    SETTINGS.flatMap(([name, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, name],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ),
};

/** For `info/attributes`, which is above those of the tree: bytes stay as they are. */
export const NO_ATTRIBUTES =
  "* -text !eol -ident !filter !working-tree-encoding !diff !merge !whitespace !encoding !delta";
