/** What registries and resolvers of packages answer: unknown names, conflicts, no network. */

import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { advice, type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";
import { POPULAR } from "./popular-names.ts";

const NPM = ["npm", "npx", "yarn", "pnpm"];
const CAREFUL = "Check the name first: misspelt packages can be malicious.";

const unknownNpmPackage = rule({
  name: "npm-unknown-package",
  title: "The registry has no such package",
  sees(view) {
    const call = callOf(view, ...NPM);
    const typed = firstMatch(
      view,
      /^npm (?:ERR!|error) 404\s{1,4}'((?:@[\w.-]{1,60}\/)?[\w.-]{1,80})@[^'\n]{1,60}' is not in this registry/,
      /^error .{0,40}Couldn't find package "((?:@[\w.-]{1,60}\/)?[\w.-]{1,80})"/,
      /ERR_PNPM_FETCH_404\W.{0,20}GET \S{1,80}\/((?:@[\w.-]{1,60}%2[Ff])?[\w.-]{1,80}): Not Found/,
    )?.[1];
    return call === null || typed === undefined ? null : { call, typed };
  },
  repair({ call, typed }, view) {
    const meant = nearest(typed, POPULAR.npm);
    const word = call.operands.find(({ value }) => value?.replace(/(?<=.)@.{0,40}$/, "") === typed);
    if (meant === null) {
      return advice(
        `The registry has no package ${typed}: it is misspelt, or private and you are not logged in (npm login).`,
      );
    }
    const explanation = `The registry has no package ${typed}; ${meant} is close. ${CAREFUL}`;
    return word?.value == null
      ? advice(`${explanation} It is named in package.json.`)
      : unproved(
          replaceWord(view, word, quoteWord(meant + word.value.slice(typed.length))),
          NEEDS_NETWORK,
          explanation,
        );
  },
});

const npmConflict = rule({
  name: "npm-peer-conflict",
  title: "Two packages want different versions of a third",
  sees(view) {
    const isConflict = hasLine(view, /^npm (?:ERR!|error) code ERESOLVE$/);
    const found = firstMatch(view, /^npm (?:ERR!|error) Found: (\S{1,100}@\S{1,40})/)?.[1];
    const [, wants, by] =
      firstMatch(view, /^npm (?:ERR!|error) peer (\S{1,80}@"[^"\n]{1,80}") from (\S{1,100})/) ?? [];
    return isConflict && found !== undefined && wants !== undefined ? { found, wants, by } : null;
  },
  repair: ({ found, wants, by }) =>
    advice(
      `${by} needs ${wants.replaceAll('"', "")}, but the project has ${found}. Install a version of ${by?.replace(/@[^@]{1,40}$/, "")} that fits, or change the other one. --legacy-peer-deps ignores the conflict, which may break at run time.`,
    ),
});

const unknownCrate = rule({
  name: "cargo-unknown-crate",
  title: "The registry has no such crate",
  sees(view) {
    const call = callOf(view, "cargo");
    const typed = firstMatch(
      view,
      /^error: no matching package named `([A-Za-z][\w-]{1,60})` found$/,
      /^error: the crate `([A-Za-z][\w-]{1,60})` could not be found in registry index/,
      /^error: could not find `([A-Za-z][\w-]{1,60})` in registry/,
    )?.[1];
    const meant = typed === undefined ? null : nearest(typed, POPULAR.crates);
    return call === null || typed === undefined || meant === null ? null : { call, typed, meant };
  },
  repair({ call, typed, meant }, view) {
    const word = call.operands.find(({ value }) => value === typed);
    const explanation = `There is no crate ${typed}; ${meant} is close. ${CAREFUL}`;
    return word === undefined
      ? advice(`${explanation} It is named in Cargo.toml.`)
      : unproved(replaceWord(view, word, quoteWord(meant)), NEEDS_NETWORK, explanation);
  },
});

const MANAGERS = "pip pip3 pipx uv cargo go gem bundle brew composer mvn poetry conda".split(" ");
const UNREACHED =
  "cannot be reached. Check the network connection or the proxy, then run it again.";

const offline = named({
  name: "registry-offline",
  title: "A package registry cannot be reached",
  isAbout: (view) => callOf(view, ...MANAGERS, "python", "python3") !== null,
  cases: [
    {
      says: /^WARNING: Retrying .{1,400}(?:Failed to establish a new connection|Temporary failure in name resolution|ProxyError)/,
      tells: () => `The package index of pip ${UNREACHED}`,
    },
    {
      says: /^(?:error|warning): (?:failed to (?:get|download)|spurious network error).{0,300}(?:Could(?:n't| not) resolve host|Could not connect)/i,
      tells: () => `The registry of cargo ${UNREACHED}`,
    },
    {
      says: /^\s{0,8}\[6\] (?:Could not resolve hostname|Couldn't resolve host name).{0,80}index\.crates\.io/,
      tells: () => `The registry of cargo ${UNREACHED}`,
    },
    {
      says: /dial tcp: lookup proxy\.golang\.org.{0,80}(?:no such host|server misbehaving|connection refused|i\/o timeout|Temporary failure)/,
      tells: () => `The module proxy of go ${UNREACHED}`,
    },
    {
      says: /Unable to download data from (https:\/\/[\w.-]{1,100})\/.{0,200}(?:getaddrinfo|Failed to open TCP connection)/,
      tells: ([, host]) => `${host} ${UNREACHED}`,
    },
  ],
});

const otherFailures = named({
  name: "packages-named",
  title: "An installation lacks something",
  isAbout: (view) => callOf(view, ...MANAGERS, ...NPM, "python", "python3") !== null,
  cases: [
    {
      says: /`npm ci` can only install packages when your package\.json and package-lock\.json .{0,40}are in sync/,
      tells: () =>
        "package.json and package-lock.json do not agree. npm install brings the lock file up to date (it needs the network); commit it then.",
    },
    {
      says: /^error: linker `(\w{2,20})` not found$/,
      tells: ([, linker]) =>
        `Rust links with a C compiler, and there is no ${linker}: install one, on Debian the package build-essential.`,
    },
    {
      says: /^go: updates to go\.(?:mod|sum) needed|^.{0,200}missing go\.sum entry for (?:module providing package|go\.mod file)/,
      tells: () => "go.mod and go.sum are not complete: go mod tidy adds what is missing.",
    },
    {
      says: /^bundler: (?:command not found: )?([\w-]{1,60})(?:: command not found)?$/,
      tells: ([, program]) =>
        `${program} belongs to a gem that is not installed: bundle install installs what the Gemfile lists.`,
    },
    {
      says: /^Could not find (?:gem '([\w-]{1,60})|([\w-]{1,60})-\d[\w.]{0,30}(?:,| in))/,
      tells: ([, one, other]) =>
        `The gem ${one ?? other} is not installed: bundle install installs what the Gemfile lists.`,
    },
    {
      says: /^The virtual environment was not created successfully because ensurepip is not/,
      tells: () =>
        "Debian keeps venv in a package of its own: install python3-venv as root (sudo apt-get install python3-venv), then create the environment again.",
    },
    {
      says: /^ERROR: Package '([\w.-]{1,80})' requires a different Python: ([\d.]{1,12}) not in '([^'\n]{1,60})'/,
      tells: ([, name, has, wants]) =>
        `${name} needs Python ${wants}; this is ${has}. Use a fitting Python, or an older version of ${name}.`,
    },
    {
      says: /^error: (?:rustc|package `[^`]{1,100}`).{0,60}(?:requires rustc|is not supported by the following packages).{0,100}/,
      tells: () =>
        "A dependency needs a newer Rust than this one: rustup update, or pin an older version of it (cargo update -p NAME --precise VERSION).",
    },
  ],
});

export const registries: readonly Rule[] = [
  unknownNpmPackage,
  npmConflict,
  unknownCrate,
  offline,
  otherFailures,
];
