/** The rules about programs in C, Python, Rust, Go, Java, Ruby, PHP and Perl, in the order of trial. */
import { commonVariables } from "./c/common-variables.ts";
import { cppWithGcc } from "./c/cpp-with-gcc.ts";
import { cExplained } from "./c/explained.ts";
import { headerDirectory } from "./c/header-directory.ts";
import { headerPackage } from "./c/header-package.ts";
import { hiddenByStandard } from "./c/hidden-by-standard.ts";
import { libraryDirectory } from "./c/library-directory.ts";
import { libraryOrder } from "./c/library-order.ts";
import { missingInclude } from "./c/missing-include.ts";
import { missingSemicolon } from "./c/missing-semicolon.ts";
import { mistypedHeader } from "./c/mistyped-header.ts";
import { mistypedIdentifier } from "./c/mistyped-identifier.ts";
import { mistypedOwnHeader } from "./c/mistyped-own-header.ts";
import { sharedLibraryPath } from "./c/shared-library-path.ts";
import { sourceNotGiven } from "./c/source-not-given.ts";
import { systemLibrary } from "./c/system-library.ts";
import { unclosedString } from "./c/unclosed-string.ts";
import { goSlips } from "./go/compiler-slips.ts";
import { goExplained } from "./go/explained.ts";
import { goCommand } from "./go/go-command.ts";
import { goSyntaxSlips } from "./go/syntax-slips.ts";
import { javaSlips } from "./java/compiler-slips.ts";
import { javaExplained } from "./java/explained.ts";
import { javaCommand } from "./java/java-command.ts";
import { javaSyntaxSlips } from "./java/syntax-slips.ts";
import { cmakeRules } from "./make/cmake.ts";
import { makefileBelow } from "./make/makefile-below.ts";
import { missingCompiler } from "./make/missing-compiler.ts";
import { mistypedPrerequisite } from "./make/mistyped-prerequisite.ts";
import { mistypedTarget } from "./make/mistyped-target.ts";
import { spacesForTab } from "./make/spaces-for-tab.ts";
import { perlSlips } from "./perl/slips.ts";
import { phpExplained } from "./php/explained.ts";
import { phpSlips } from "./php/slips.ts";
import { pythonCommandLine } from "./python/command-line.ts";
import { pythonEnvironment } from "./python/environment.ts";
import { exceptComma } from "./python/except-comma.ts";
import { pythonExplained } from "./python/explained.ts";
import { pythonFormer } from "./python/former-modules.ts";
import { formerName } from "./python/former-name.ts";
import { pythonImports } from "./python/imports.ts";
import { pythonIndentation } from "./python/indentation.ts";
import { localWheel } from "./python/local-wheel.ts";
import { managedEnvironment } from "./python/managed-environment.ts";
import { missingColon } from "./python/missing-colon.ts";
import { missingImport } from "./python/missing-import.ts";
import { pythonPackages } from "./python/missing-package.ts";
import { mistypedImport } from "./python/mistyped-import.ts";
import { mistypedModule } from "./python/mistyped-module.ts";
import { mistypedName } from "./python/mistyped-name.ts";
import { moduleDirectory } from "./python/module-directory.ts";
import { oldPython } from "./python/old-python.ts";
import { printStatement } from "./python/print-statement.ts";
import { relativeImport } from "./python/relative-import.ts";
import { requirementsFile } from "./python/requirements-file.ts";
import { pythonRuntimeSlips } from "./python/runtime-slips.ts";
import { shadowedModule } from "./python/shadowed-module.ts";
import { sourceEncoding } from "./python/source-encoding.ts";
import { pythonSubprocess } from "./python/subprocess.ts";
import { pythonSyntaxExplained } from "./python/syntax-explained.ts";
import { pythonSyntaxSlips } from "./python/syntax-slips.ts";
import { tabsAndSpaces } from "./python/tabs-and-spaces.ts";
import { testPackage, testPath } from "./python/test-package.ts";
import { unusedVenv } from "./python/unused-venv.ts";
import { rubyExplained } from "./ruby/explained.ts";
import { rubySlips } from "./ruby/slips.ts";
import type { Rule } from "./rule.ts";
import { cargoCommand } from "./rust/cargo-command.ts";
import { cargoTarget } from "./rust/cargo-target.ts";
import { rustSlips } from "./rust/compiler-slips.ts";
import { rustExplained } from "./rust/explained.ts";
import { cargoManifest } from "./rust/manifest.ts";
import { rustModules } from "./rust/modules.ts";
import { rustPanic } from "./rust/panics.ts";
import { dataPath } from "./source/data-path.ts";

export const LANGUAGE_RULES: readonly Rule[] = [
  makefileBelow,
  missingCompiler,
  mistypedPrerequisite,
  mistypedTarget,
  spacesForTab,
  ...cmakeRules,
  commonVariables,
  cppWithGcc,
  headerDirectory,
  hiddenByStandard,
  libraryDirectory,
  libraryOrder,
  missingInclude,
  unclosedString,
  missingSemicolon,
  mistypedHeader,
  mistypedIdentifier,
  mistypedOwnHeader,
  sharedLibraryPath,
  sourceNotGiven,
  systemLibrary,
  headerPackage,
  ...cExplained,
  ...pythonFormer,
  ...pythonImports,
  ...pythonCommandLine,
  exceptComma,
  formerName,
  localWheel,
  ...managedEnvironment,
  missingColon,
  missingImport,
  mistypedName,
  testPath,
  moduleDirectory,
  printStatement,
  relativeImport,
  shadowedModule,
  sourceEncoding,
  tabsAndSpaces,
  requirementsFile,
  testPackage,
  unusedVenv,
  mistypedImport,
  mistypedModule,
  oldPython,
  ...pythonSyntaxSlips,
  ...pythonIndentation,
  ...pythonRuntimeSlips,
  ...pythonSyntaxExplained,
  pythonSubprocess,
  dataPath,
  pythonExplained,
  ...pythonEnvironment,
  ...pythonPackages,
  ...rustSlips,
  ...rustModules,
  rustExplained,
  rustPanic,
  cargoTarget,
  ...cargoManifest,
  ...cargoCommand,
  ...goSlips,
  ...goSyntaxSlips,
  ...goCommand,
  goExplained,
  ...javaSlips,
  ...javaSyntaxSlips,
  ...javaCommand,
  javaExplained,
  ...rubySlips,
  ...rubyExplained,
  ...phpSlips,
  ...phpExplained,
  ...perlSlips,
];
