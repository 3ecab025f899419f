/** What the go command itself refuses. */

import { mistyped, operandOf, wordOfCommand } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { advice, type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import { firstMatch, hasLine } from "../view.ts";

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
      return module === undefined || !module.includes(".") ? null : { module };
    },
    repair: ({ module }) =>
      unproved(
        `go get ${module}`,
        NEEDS_NETWORK,
        `go.mod does not list ${module}; go get ${module} downloads and adds it.`,
      ),
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
];
