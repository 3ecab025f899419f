/** What a repository's settings could make git run, overridden by variables. */

const OVERRIDES: readonly (readonly [name: string, value: string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.attributesFile", "/dev/null"],
  ["core.sshCommand", "false"],
  ["core.askPass", "false"],
  ["credential.helper", ""],
  ["protocol.allow", "never"],
  ["log.showSignature", "false"],
  ["gpg.program", "false"],
  ["gpg.openpgp.program", "false"],
  ["gpg.x509.program", "false"],
  ["gpg.ssh.program", "false"],
  ["gpg.ssh.defaultKeyCommand", "false"],
  ["blame.ignoreRevsFile", ""],
  ["status.submoduleSummary", "false"],
  ["submodule.recurse", "false"],
  ["help.autocorrect", "0"],
  ["alias.lfs", ""],
  ["color.ui", "false"],
  // Its owner may be another user; nothing of it runs.
  ["safe.directory", "*"],
];

const QUIET = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_PAGER: "cat",
  GIT_EDITOR: "false",
  GIT_SSH_COMMAND: "false",
  // Settings per protocol are stronger than one for all, but not than this.
  GIT_ALLOW_PROTOCOL: "none",
};

const OVERRIDDEN: Readonly<Record<string, string>> = {
  ...QUIET,
  GIT_CONFIG_COUNT: String(OVERRIDES.length),
  ...Object.fromEntries(
    OVERRIDES.flatMap(([name, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, name],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
};

/** A question about settings is answered with the repository's own: reading them runs nothing. */
export function gitEnvironment([verb]: readonly string[]): Readonly<Record<string, string>> {
  return verb === "config" ? QUIET : OVERRIDDEN;
}
