/**
 * PowerShell is not to be had where these tests run: no registry that they may use has it. What is
 * held here is what can be seen from the text alone; that it works has to be seen on a machine
 * that has one.
 */
import { beforeAll, expect, test } from "vitest";
import { allCommands, defaultCommand } from "../commands/lazy-commands.ts";
import { completionScript } from "./completion/completion-script.ts";
import { vocabulary } from "./completion/vocabulary.ts";
import { parseShellRecord } from "./shell-record.ts";
import { hookScript } from "./shells.ts";

const SCRIPTS = ["init", "completion"] as const;
const texts = { init: hookScript("powershell"), completion: "" };

beforeAll(async () => {
  const words = vocabulary(await allCommands(), await defaultCommand());
  texts.completion = completionScript("powershell", words);
});

const CLOSES: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]" };
/** A comment, a text that is taken as it is, a text with escapes, a bracket. */
const TOKEN = /#[^\n]*|'(?:[^']|'')*'|"(?:[^"`]|`.)*"|[(){}[\]'"]/gs;

/** What stays open, and what closes nothing. */
function unbalanced(script: string): readonly string[] {
  const open: string[] = [];
  for (const { 0: token, index } of script.matchAll(TOKEN)) {
    const line = script.slice(0, index).split("\n").length;
    if (token in CLOSES) open.push(CLOSES[token] ?? "");
    else if (token.length === 1 && token !== "#" && open.pop() !== token) {
      return [`${token} in line ${line}`];
    }
  }
  return open;
}

test("the check finds what is not closed", () => {
  expect(unbalanced("if ($a) { 'b)' # }\n}")).toEqual([]);
  expect(unbalanced("if ($a) { 'b'")).toEqual(["}"]);
  expect(unbalanced("f(\n'it''s' })")).toEqual(["} in line 2"]);
  expect(unbalanced('$a = "b')).toEqual(['" in line 1']);
});

test.each(SCRIPTS)("every bracket and every quote of the %s script is closed", (name) => {
  expect(unbalanced(texts[name])).toEqual([]);
});

test.each(SCRIPTS)("the %s script survives any code page", (name) => {
  expect(texts[name]).toMatch(/^[\n\x20-\x7e]+$/);
});

test.each(SCRIPTS)("the %s script says nothing that version 5 does not understand", (name) => {
  const code = texts[name].replaceAll(TOKEN, (token) => (token.length === 1 ? token : ""));
  expect(code).not.toMatch(/&&|\|\||\?\?|\?\.|\? /);
});

test("the exit code is kept before anything can change it", () => {
  const [, body = ""] = /function global:prompt \{\n([^}]*)/.exec(texts.init) ?? [];
  expect(body.trim().split("\n")[0]).toBe("$succeeded = $?");
});

test("what the hook writes is a record as it is read", () => {
  const [, list = ""] = /\$fields = (.*)\n/.exec(texts.init) ?? [];
  const values: Readonly<Record<string, string>> = {
    $code: "3",
    "$global:__fixDirectory": "C:\\work",
    "$PWD.ProviderPath": "C:\\work\\sub",
    "$entry.CommandLine": "make test",
  };
  const fields = list.split(", ").map((item) => values[item] ?? item.replaceAll("'", ""));
  expect(texts.init).toContain('($fields -join "`0") + "`0"');
  expect(parseShellRecord(`${fields.join("\0")}\0`)).toEqual({
    command: "make test",
    exitCode: 3,
    directory: "C:\\work",
    endedIn: "C:\\work\\sub",
    isCertain: true,
    log: null,
    markName: "",
  });
});
