import { expect, test } from "vitest";
import { actsOnShell, changesDirectory, endsInShell } from "./shell/acts-on-shell.ts";

test.each([
  { command: "cd src", all: true, last: true },
  { command: "cd..", all: true, last: true },
  { command: "export A=1; cd src", all: true, last: true },
  { command: ". ./env.sh", all: true, last: true },
  { command: "mkdir -p a && cd a", all: false, last: true },
  { command: "cd src && make", all: false, last: false },
  { command: "A=1 make", all: false, last: false },
  { command: "cdrecord -v", all: false, last: false },
  { command: "", all: false, last: false },
])("$command", ({ command, all, last }) => {
  expect({ all: actsOnShell(command), last: endsInShell(command) }).toEqual({ all, last });
});

test.each([
  { command: "cd 'w/node app' && ls src", goes: true },
  { command: "make; pushd src", goes: true },
  { command: "(cd src && make)", goes: false },
  { command: "cd src | cat", goes: false },
  { command: "echo cd src", goes: false },
])("$command leaves the shell elsewhere: $goes", ({ command, goes }) => {
  expect(changesDirectory(command)).toBe(goes);
});
