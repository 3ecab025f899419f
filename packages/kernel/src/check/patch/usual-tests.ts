/**
 * Which files of a repository decide what its tests say, by their usual names: the tests themselves, and
 * what configures them. They are written into the terms of a job that names no others, so that everyone
 * who reads the terms judges alike, whatever names are usual by then. `spec/jobs.md` explains them.
 *
 * A name missed here costs the buyer, who can name it; a name too many costs a provider that did not
 * read the terms. Lists of sources and of data are therefore left out.
 */
import type { TestProtection } from "./test-protection.ts";

type Patterns = readonly string[];

const TESTS: Patterns = [
  "**/{test,tests,Test,Tests,__tests__,__mocks__,__snapshots__,__fixtures__,testdata,spec,specs,e2e,cypress}",
  "**/{test,tests}.*",
  "**/*.{test,tests,spec,e2e,cy}.*",
  "**/{test_,test-,run_test,run-test}*",
  "**/*{_,-}{test,tests,spec,specs}.*",
  "**/*{Test,Tests,TestCase,Spec,IT}.{java,kt,kts,scala,groovy,cs,fs,vb,php,swift,hs}",
  "**/*.{snap,bats,feature,t}",
];

/** By these names they test on their own: none of them is read in place of another. */
const NEW_TESTS: Patterns = [
  "**/*.{test,tests,spec,e2e,cy}.{js,cjs,mjs,jsx,ts,cts,mts,tsx}",
  "**/test_*.py",
  "**/*_test.{py,go,rb,exs,c,cc,cpp,dart,rs,lua,jl}",
  "**/*_spec.{rb,lua}",
  "**/*{Test,Tests,TestCase,Spec,IT}.{java,kt,scala,groovy,cs,fs,vb,php,swift,hs}",
  "**/*.{bats,feature}",
];

const CONFIGURATION: Patterns = [
  // JavaScript
  "**/{package.json,package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,pnpm-workspace.yaml,bun.lock,bun.lockb,bunfig.toml,deno.json,deno.jsonc,deno.lock,lerna.json,nx.json,turbo.json}",
  "**/{.npmrc,.yarnrc,.yarnrc.yml,.yarn,.pnp.cjs,.pnpmfile.cjs,node_modules,tsconfig*.json}",
  "**/.{mocharc,babelrc,nycrc,swcrc,taprc,c8rc}*",
  "**/{jest,vitest,vite,karma,playwright,cypress,ava,wdio,babel,nightwatch}{.,-,.*.}{config,conf,setup,workspace,preset}*",
  // Python
  "**/{conftest.py,pytest.ini,.pytest.ini,tox.ini,setup.cfg,setup.py,pyproject.toml,noxfile.py,.coveragerc,Pipfile,Pipfile.lock,poetry.lock,uv.lock}",
  "**/{requirements*.txt,*.pth,sitecustomize.py,usercustomize.py}",
  "**/{pytest,_pytest,unittest,doctest,nose}{,.py}",
  // Make and other builders
  "**/{Makefile,makefile,GNUmakefile,*.mk,CMakeLists.txt,*.cmake,meson.build,justfile,Justfile,.justfile,Taskfile.y*ml,BUILD,BUILD.bazel,WORKSPACE,MODULE.bazel,.bazelrc,build.xml}",
  // Rust, Go, Ruby, PHP, Elixir, Dart, Swift
  "**/{Cargo.toml,Cargo.lock,rust-toolchain*,.cargo,nextest.toml,go.mod,go.sum,go.work,go.work.sum}",
  "**/{Rakefile,Gemfile,Gemfile.lock,.rspec,phpunit.xml*,composer.json,composer.lock,mix.exs,mix.lock,pubspec.yaml,pubspec.lock,dart_test.yaml,Package.swift}",
  // Java and .NET
  "**/{pom.xml,.mvn,mvnw*,gradle,gradlew*,*.gradle,*.gradle.kts,gradle.properties}",
  "**/{*.csproj,*.fsproj,*.sln,*.runsettings,Directory.Build.*,global.json}",
  // Continuous integration
  "{.github,.gitlab-ci.yml,.circleci,.buildkite,.travis.yml,.drone.yml,azure-pipelines.yml,bitbucket-pipelines.yml,Jenkinsfile,.pre-commit-config.yaml}",
];

/** What is usual, for terms. */
export const USUAL_TESTS: Omit<TestProtection, "except"> = {
  tests: TESTS,
  newTests: NEW_TESTS,
  configuration: CONFIGURATION,
};
