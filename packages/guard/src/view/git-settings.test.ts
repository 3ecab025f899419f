import { expect, test } from "vitest";
import { plainGitSettings } from "./git-settings.ts";

const shown = (text: string, showsAddress = false) => plainGitSettings(text, { showsAddress });

test.each([
  ["[user]\n\tname = Ada L", "[user]\n\tname = Ada L\n"],
  ["[USER]\nName = Ada", "[user]\n\tName = Ada\n"],
  ["[core]\n  autocrlf = input ", "[core]\n\tautocrlf = input\n"],
  ['[init]\n defaultBranch = "main"', "[init]\n\tdefaultBranch = main\n"],
  ["[alias]\n st = status -sb", "[alias]\n\tst = status -sb\n"],
])("%j is shown", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  ["a shell in an alias", "[alias]\n x = !cat ~/.ssh/id"],
  ["an alias that sets something", "[alias]\n x = -c core.pager=evil log"],
  ["an alias with a login", "[alias]\n up = push https://ada:word@host.example/x"],
  ["a pager", "[core]\n pager = less"],
  ["an editor", "[core]\n editor = vim"],
  ["a hook directory", "[core]\n hooksPath = /opt/hooks"],
  ["a file system monitor", "[core]\n fsmonitor = /opt/monitor"],
  ["a helper", "[credential]\n helper = store"],
  ["an address of another machine", '[url "https://ada:word@host.example/"]\n insteadOf = x:'],
  ["another file", "[include]\n path = ~/.private"],
  ["a signing key", "[user]\n signingkey = 1234"],
  ["a value that goes on", "[user]\n name = Ada \\\n email"],
  ["a header", "[http]\n extraheader = AUTHORIZATION: basic abc"],
])("%s is not shown", (_, text) => {
  expect(shown(text, true)).toBe("");
});

test("the address is shown where a commit may be kept, and otherwise not", () => {
  const text = "[user]\n\temail = ada@example.com\n";
  expect([shown(text, true), shown(text, false)]).toEqual([text, ""]);
});
