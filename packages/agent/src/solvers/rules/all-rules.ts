/**
 * All rules, in the order in which they are tried. Where two rules answer, both answers work, and
 * the more specific rule is first.
 */
import { mistypedKeys } from "./config/mistyped-key.ts";
import { configRefused } from "./config/refused.ts";
import { archiveContents } from "./data/archive-contents.ts";
import { textFields } from "./data/fields.ts";
import { jqRules } from "./data/jq.ts";
import { jsonComments } from "./data/json-comments.ts";
import { jsonMissingComma } from "./data/json-missing-comma.ts";
import { jsonRepair } from "./data/json-repair.ts";
import { jsonSingleQuotes } from "./data/json-single-quotes.ts";
import { jsonTrailingComma } from "./data/json-trailing-comma.ts";
import { jsonValues } from "./data/json-values.ts";
import { sqliteRules } from "./data/sqlite.ts";
import { sqliteStatements } from "./data/sqlite-statements.ts";
import { tomlSlips } from "./data/toml-slips.ts";
import { xmlRules } from "./data/xml-tag.ts";
import { yamlColon } from "./data/yaml-colon.ts";
import { yamlSlips } from "./data/yaml-slips.ts";
import { yamlTabs } from "./data/yaml-tabs.ts";
import { archives } from "./files/archives.ts";
import { byteOrderMark } from "./files/byte-order-mark.ts";
import { carriageReturns } from "./files/carriage-returns.ts";
import { copiedFromExample } from "./files/copied-from-example.ts";
import { copyDirectory } from "./files/copy-directory.ts";
import { danglingLink } from "./files/dangling-link.ts";
import { directoryExists } from "./files/directory-exists.ts";
import { directoryOperands } from "./files/directory-operands.ts";
import { envOptions } from "./files/env-options.ts";
import { fileElsewhere } from "./files/file-elsewhere.ts";
import { linkExists } from "./files/link-exists.ts";
import { missingShebang } from "./files/missing-shebang.ts";
import { mistypedPaths } from "./files/mistyped-path.ts";
import { notAZip } from "./files/not-a-zip.ts";
import { notExecutable } from "./files/not-executable.ts";
import { otherLanguage } from "./files/other-language.ts";
import { outputDirectory } from "./files/output-directory.ts";
import { ownFileMode } from "./files/own-file-mode.ts";
import { patchLevel } from "./files/patch-level.ts";
import { patchWithoutEnd } from "./files/patch-without-end.ts";
import { privateKeyMode } from "./files/private-key-mode.ts";
import { programOutputDirectory } from "./files/program-output-directory.ts";
import { scriptOutputDirectory } from "./files/script-output-directory.ts";
import { spacesInName } from "./files/spaces-in-name.ts";
import { tarCompression } from "./files/tar-compression.ts";
import { tildeInQuotes } from "./files/tilde-in-quotes.ts";
import { unmadeScript } from "./files/unmade-script.ts";
import { wrongInterpreter } from "./files/wrong-interpreter.ts";
import { commits } from "./git/commits.ts";
import { conflictMarks } from "./git/conflict-marks.ts";
import { conflicts } from "./git/conflicts.ts";
import { editsInTheWay } from "./git/edits-in-the-way.ts";
import { gitHistory } from "./git/history.ts";
import { gitHooks } from "./git/hooks.ts";
import { gitPaths } from "./git/paths.ts";
import { pulls } from "./git/pull.ts";
import { pushes } from "./git/push.ts";
import { remotes } from "./git/remotes.ts";
import { repository } from "./git/repository.ts";
import { gitSettings } from "./git/settings.ts";
import { takenNames } from "./git/taken-names.ts";
import { unknownRefs } from "./git/unknown-ref.ts";
import { untrackedInTheWay } from "./git/untracked-in-the-way.ts";
import { gitWords } from "./git/words.ts";
import { gitWorktrees } from "./git/worktrees.ts";
import { LANGUAGE_RULES } from "./language-rules.ts";
import { dollarName } from "./make/dollar-name.ts";
import { badOption } from "./node/bad-option.ts";
import { dirnameInModule } from "./node/dirname-in-module.ts";
import { nodeExplained } from "./node/explained.ts";
import { importEnding } from "./node/import-ending.ts";
import { jsonAttribute } from "./node/json-attribute.ts";
import { legacyHash } from "./node/legacy-hash.ts";
import { mistypedRequire } from "./node/mistyped-require.ts";
import { mistypedScript } from "./node/mistyped-script.ts";
import { moduleKind } from "./node/module-kind.ts";
import { noLockfile } from "./node/no-lockfile.ts";
import { npmHints } from "./node/npm-hints.ts";
import { npmScripts } from "./node/npm-scripts.ts";
import { packageBelow } from "./node/package-below.ts";
import { packagesNotInstalled } from "./node/packages-not-installed.ts";
import { nodeSlips } from "./node/slips.ts";
import { nodeSyntaxSlips } from "./node/syntax-slips.ts";
import { toolOfProject } from "./node/tool-of-project.ts";
import { typescriptRules } from "./node/typescript.ts";
import { addressScheme } from "./options/address-scheme.ts";
import { argumentOrder } from "./options/argument-order.ts";
import { coreTools } from "./options/core-tools.ts";
import { findPattern } from "./options/find-pattern.ts";
import { findPredicate } from "./options/find-predicate.ts";
import { grepDirectory } from "./options/grep-directory.ts";
import { grepLiteral } from "./options/grep-literal.ts";
import { macFlag } from "./options/mac-flag.ts";
import { mistypedOption } from "./options/mistyped-option.ts";
import { sedGroups } from "./options/sed-groups.ts";
import { sedInPlaceSuffix } from "./options/sed-in-place-suffix.ts";
import { sedUnterminated } from "./options/sed-unterminated.ts";
import { textTools } from "./options/text-tools.ts";
import { values } from "./options/values.ts";
import { aptRules } from "./packages/apt.ts";
import { aptPackage } from "./packages/apt-package.ts";
import { cargoManifestBelow } from "./packages/cargo-manifest-below.ts";
import { cargoVendored } from "./packages/cargo-vendored.ts";
import { registries } from "./packages/registries.ts";
import { mistypedSubcommand } from "./packages/subcommands.ts";
import { movedVenv } from "./python/moved-venv.ts";
import type { Rule } from "./rule.ts";
import { connections } from "./services/connections.ts";
import { daemons } from "./services/daemons.ts";
import { lowPort } from "./services/low-port.ts";
import { sshRules } from "./services/ssh.ts";
import { arithmetic } from "./shell/arithmetic.ts";
import { assignmentWithSpaces } from "./shell/assignment-with-spaces.ts";
import { bashScriptInSh } from "./shell/bash-script-in-sh.ts";
import { cdRules } from "./shell/cd.ts";
import { doubledCommands } from "./shell/doubled-command.ts";
import { emptyTests } from "./shell/empty-test.ts";
import { emptyVariables } from "./shell/empty-variable.ts";
import { missingVariable } from "./shell/missing-variable.ts";
import { mistypedCommand } from "./shell/mistyped-command.ts";
import { mistypedVariable } from "./shell/mistyped-variable.ts";
import { namesFromInput } from "./shell/names-from-input.ts";
import { notInPath } from "./shell/not-in-path.ts";
import { otherName } from "./shell/other-name.ts";
import { pasted } from "./shell/pasted.ts";
import { patterns } from "./shell/patterns.ts";
import { places } from "./shell/places.ts";
import { portInUse } from "./shell/port-in-use.ts";
import { resources } from "./shell/resources.ts";
import { rootOnly } from "./shell/root-only.ts";
import { scriptInDirectory } from "./shell/script-in-directory.ts";
import { scriptSlips } from "./shell/script-slips.ts";
import { similarCommands } from "./shell/similar-commands.ts";
import { spacedAssignment } from "./shell/spaced-assignment.ts";
import { spacing } from "./shell/spacing.ts";
import { sudoAsRoot } from "./shell/sudo-as-root.ts";
import { syntaxSlips } from "./shell/syntax-slips.ts";
import { testWithoutSpace } from "./shell/test-without-space.ts";
import { unclosed } from "./shell/unclosed.ts";
import { unclosedQuotes } from "./shell/unclosed-quote.ts";
import { unknownAccount } from "./shell/unknown-account.ts";
import { unquotedParentheses } from "./shell/unquoted-parentheses.ts";
import { unsupportedLocale } from "./shell/unsupported-locale.ts";
import { zshPattern } from "./shell/zsh-pattern.ts";

export const ALL_RULES: readonly Rule[] = [
  otherLanguage,
  conflictMarks,
  ...pasted,
  ...doubledCommands,
  ...spacing,
  ...scriptSlips,
  ...syntaxSlips,
  ...unclosed,
  ...unclosedQuotes,
  zshPattern,
  ...places,
  notInPath,
  ...cdRules,
  spacedAssignment,
  assignmentWithSpaces,
  bashScriptInSh,
  mistypedVariable,
  ...emptyVariables,
  ...emptyTests,
  ...arithmetic,
  missingVariable,
  ...patterns,
  otherName,
  portInUse,
  scriptInDirectory,
  sudoAsRoot,
  testWithoutSpace,
  unquotedParentheses,
  unsupportedLocale,
  mistypedCommand,
  similarCommands,
  ...argumentOrder,
  ...textTools,
  ...coreTools,
  ...values,
  unmadeScript,
  envOptions,
  ...namesFromInput,
  ...archiveContents,
  ...archives,
  unknownAccount,
  addressScheme,
  findPattern,
  findPredicate,
  grepDirectory,
  grepLiteral,
  macFlag,
  mistypedOption,
  sedGroups,
  sedInPlaceSuffix,
  sedUnterminated,
  byteOrderMark,
  movedVenv,
  carriageReturns,
  copiedFromExample,
  copyDirectory,
  ...directoryOperands,
  danglingLink,
  directoryExists,
  linkExists,
  missingShebang,
  ...mistypedPaths,
  notAZip,
  notExecutable,
  // The rest of such a name looks like a directory that is missing.
  dollarName,
  outputDirectory,
  ownFileMode,
  patchLevel,
  patchWithoutEnd,
  privateKeyMode,
  programOutputDirectory,
  scriptOutputDirectory,
  spacesInName,
  tarCompression,
  tildeInQuotes,
  fileElsewhere,
  wrongInterpreter,
  ...gitWords,
  ...takenNames,
  ...unknownRefs,
  ...gitPaths,
  ...pushes,
  ...pulls,
  ...remotes,
  ...editsInTheWay,
  untrackedInTheWay,
  ...commits,
  ...gitHooks,
  ...conflicts,
  ...repository,
  ...gitHistory,
  ...gitSettings,
  ...gitWorktrees,
  ...LANGUAGE_RULES,
  badOption,
  dirnameInModule,
  importEnding,
  jsonAttribute,
  legacyHash,
  mistypedRequire,
  mistypedScript,
  moduleKind,
  noLockfile,
  packageBelow,
  packagesNotInstalled,
  toolOfProject,
  ...nodeSyntaxSlips,
  ...nodeSlips,
  ...npmHints,
  ...npmScripts,
  ...nodeExplained,
  ...typescriptRules,
  jsonComments,
  jsonMissingComma,
  jsonSingleQuotes,
  jsonTrailingComma,
  yamlColon,
  yamlTabs,
  ...jsonValues,
  ...jsonRepair,
  ...tomlSlips,
  ...yamlSlips,
  ...xmlRules,
  ...mistypedKeys,
  ...configRefused,
  ...textFields,
  ...sqliteRules,
  ...sqliteStatements,
  ...jqRules,
  aptPackage,
  cargoManifestBelow,
  cargoVendored,
  mistypedSubcommand,
  ...aptRules,
  ...registries,
  ...sshRules,
  ...daemons,
  ...connections,
  lowPort,
  ...resources,
  ...rootOnly,
];
