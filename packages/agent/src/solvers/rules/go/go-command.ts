/** What the go command itself refuses. */

import { mistyped, operandOf, wordOfCommand } from "../mistyped.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { advice, type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";

const COMMANDS =
  "build run test vet fmt get install mod work generate clean doc env list tool version init tidy vendor download graph verify why edit sync use".split(
    " ",
  );

export const goCommand: readonly Rule[] = [
  mistyped({
    name: "go-subcommand",
    kind: "go command",
    finds: wordOfCommand({
      says: /^go (?:mod |work )?([a-z]{2,20}): unknown command$/,
      word: operandOf("go"),
    }),
    meant: ({ typed }) => nearest(typed, COMMANDS),
  }),
  rule({
    name: "go-module",
    title: "A Go module is not downloaded",
    sees(view) {
      const module = firstMatch(
        view,
        /no required module provides package ([\w./@~-]{3,150})(?:;|: go\.mod file not found)/,
      )?.[1];
      const isModule = module?.includes(".") === true && !module.startsWith("-");
      return isModule && callOf(view, "go") !== null ? { module } : null;
    },
    async repair({ module }, _view, ask) {
      const own = /^module (\S{1,150})$/m.exec((await ask.read("go.mod")) ?? "")?.[1];
      // A package of the module itself is not downloaded.
      if (own !== undefined && module.startsWith(`${own}/`)) return null;
      // Any text may name a module: only what the source imports is offered.
      const sources = await ask.ask("grep", "-rlF", "--include=*.go", `"${module}"`, ".");
      return /^\.\/.{1,250}\.go$/m.test(sources ?? "")
        ? unproved(
            `go get ${module}`,
            NEEDS_NETWORK,
            `go.mod does not list ${module}; go get ${module} downloads and adds it.`,
          )
        : advice(
            `go.mod does not list ${module}, and no .go file here imports it: look where it is needed before you download it.`,
          );
    },
  }),
  rule({
    name: "go-no-module",
    title: "There is no go.mod",
    sees: (view) =>
      hasLine(
        view,
        /go: go\.mod file not found in current directory or any parent directory|go: cannot find main module/,
      )
        ? {}
        : null,
    async repair(_facts, _view, ask) {
      const [below, ...more] = await ask.find(["go.mod"]);
      if (below !== undefined && more.length === 0) {
        const folder = below.slice(0, Math.max(below.lastIndexOf("/"), 0));
        return advice(`The module is in ${folder}: run the command there.`);
      }
      return below === undefined
        ? advice("There is no go.mod here or above; go mod init NAME starts a module.")
        : null;
    },
  }),
  named({
    name: "go-named",
    title: "go cannot build or run what it was given",
    isAbout: (view) => callOf(view, "go") !== null,
    cases: [
      {
        says: /^(?:stat|lstat) \S{0,250}?([\w.-]{1,80}): (?:directory not found|no such file or directory)$/,
        tells: ([, name]) => `There is no directory ${name}: check the name of the package.`,
      },
      {
        says: /^package (\S{1,150}) is not a main package$/,
        tells: ([, name]) =>
          `${name} is a library: go run needs package main with func main. Name the directory of the program, such as go run ./cmd/NAME.`,
      },
      {
        says: /function main is undeclared in the main package/,
        tells: () =>
          "package main has no func main(), where a program starts: it is missing or misspelt.",
      },
      {
        says: /found packages (\w{1,60}) \(([\w.-]{1,80})\) and (\w{1,60}) \(([\w.-]{1,80})\) in /,
        tells: ([, one, file, other, second]) =>
          `${file} says package ${one} and ${second} says package ${other}, but a directory has one package. Correct one of the two lines, or move the file into a directory of its own.`,
      },
      {
        says: /^\s*imports (\S{1,150}): import cycle not allowed/,
        tells: ([, name]) =>
          `Two packages import each other (${name}). Move what both need into a third package.`,
      },
      {
        says: /go\.mod:(\d{1,6}): unknown directive: (\w{1,30})$/,
        tells: ([, line, word]) =>
          `Line ${line} of go.mod says ${word}, which this version of Go does not know. Update Go, or remove the line.`,
      },
    ],
  }),
];
