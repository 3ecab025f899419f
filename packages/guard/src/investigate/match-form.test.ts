import { expect, test } from "vitest";
import { choice, type Form, NAME, NUMBER, PATH, TEXT } from "./grammar.ts";
import { matchForm } from "./match-form.ts";
import { explain } from "./refusal.ts";

const GNU: Form = {
  switches: "-a -b --all",
  options: { "-n --lines": NUMBER, "-e --regexp": TEXT, "--from": PATH },
  optional: { "--color": choice("always", "never"), "-w": NUMBER },
  operands: { first: [TEXT], unless: ["-e", "--regexp"], rest: PATH },
  hasLineCount: true,
  operandNeverStartsWith: "@",
};
const SEPARATE: Form = { spelling: "separate", switches: "-a", options: { "-L": NUMBER } };
const WHOLE: Form = {
  spelling: "whole",
  switches: "-print ! --help",
  options: { "-name": TEXT, "--variable": NAME },
  optional: { "-print-file-name": NAME },
  operands: { rest: PATH },
};

test.each([
  { form: GNU, words: "-ab x", paths: [] },
  { form: GNU, words: "-n5 x a", paths: ["/project/a"] },
  { form: GNU, words: "-an 5 x a", paths: ["/project/a"] },
  { form: GNU, words: "--lines=5 x", paths: [] },
  { form: GNU, words: "--lines 5 x", paths: [] },
  { form: GNU, words: "-e --all a", paths: ["/project/a"] },
  { form: GNU, words: "-ex a", paths: ["/project/a"] },
  { form: GNU, words: "--color --color=never -w -w3 x", paths: [] },
  { form: GNU, words: "-5 x", paths: [] },
  { form: GNU, words: "x -- -a --all", paths: ["/project/-a", "/project/--all"] },
  { form: GNU, words: "x ../up/./y /z", paths: ["/up/y", "/z"] },
  { form: GNU, words: "--from b x", paths: ["/project/b"] },
  { form: SEPARATE, words: "-aL 2", paths: [] },
  { form: WHOLE, words: "d ! -name -print -print", paths: ["/project/d"] },
  { form: WHOLE, words: "--variable=prefix --variable prefix", paths: [] },
  { form: WHOLE, words: "-print-file-name=libc.so", paths: [] },
])("$words follows its form", ({ form, words, paths }) => {
  expect(matched(form, words)).toMatchObject({ ok: true, value: { paths } });
});

test.each([
  { form: GNU, words: "-ac x", code: "flag_refused", says: "-c in -ac" },
  { form: GNU, words: "--al x", code: "flag_refused", says: "--all" },
  { form: GNU, words: "--all=yes x", code: "value_refused", says: "takes no value" },
  { form: GNU, words: "-nx x", code: "value_refused", says: "whole number" },
  { form: GNU, words: "--lines", code: "value_refused", says: "needs a value" },
  { form: GNU, words: "--color=x x", code: "value_refused", says: "always, never" },
  { form: GNU, words: "x -", code: "operand_refused", says: "standard input" },
  { form: GNU, words: "@args", code: "operand_refused", says: "./@args" },
  { form: GNU, words: "-d x", code: "flag_refused", says: "because it deletes" },
  {
    form: GNU,
    words: "--from=secret x",
    code: "secret_path",
    says: "/project/secret is private",
  },
  { form: GNU, words: "x ../project/./secret", code: "secret_path", says: "/project/secret" },
  { form: GNU, words: "x /dev/sda", code: "operand_refused", says: "devices" },
  { form: GNU, words: "x /proc/self/environ", code: "secret_path", says: "environment" },
  { form: SEPARATE, words: "-L2", code: "value_refused", says: "separate word" },
  { form: SEPARATE, words: "-La 2", code: "value_refused", says: "separate word" },
  { form: SEPARATE, words: "x", code: "operand_refused", says: "no such operand" },
  { form: WHOLE, words: "-name=x", code: "flag_refused", says: "-name" },
  { form: WHOLE, words: "-pr", code: "flag_refused", says: "allowed are" },
  { form: WHOLE, words: "--", code: "flag_refused", says: "allowed are" },
])("$words is refused with $code", ({ form, words, code, says }) => {
  const found = matched(form, words);
  expect(found.ok ? "followed" : found.refusal.code).toBe(code);
  expect(found.ok ? "" : explain(found.refusal)).toContain(says);
});

test("a form that needs an operand says so", () => {
  const found = matched({ operands: { rest: PATH, min: 1 } }, "");
  expect(found.ok ? "" : explain(found.refusal)).toContain("needs 1 operand;");
});

function matched(form: Form, words: string) {
  const place = {
    directory: "/project",
    secret: (path: string) => (path === "/project/secret" ? "it is a secret" : null),
  };
  const never = { "-d": "because it deletes" };
  return matchForm({ tool: "tool", form, never, place }, words.split(" ").filter(Boolean));
}
