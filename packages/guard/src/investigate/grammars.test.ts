import { expect, test } from "vitest";
import type { Form, Grammar } from "./grammar.ts";
import { GRAMMARS } from "./grammars.ts";

/** Seed 000's list, word for word. */
const WHITELIST = `cat head tail less file wc stat md5sum sha256sum ls find tree du grep rg ag which
  whereis type uname arch lsb_release hostnamectl dpkg apt apt-cache rpm pacman pip pip3 npm gem cargo
  rustc gcc g++ make cmake clang clang++ echo id whoami pwd lscpu free df mount ps readlink realpath
  basename dirname diff cmp strings nm ldd objdump pkg-config test timeout`.split(/\s+/);

test("every tool of the seed has a grammar", () => {
  expect(Object.keys(GRAMMARS)).toEqual(expect.arrayContaining(WHITELIST));
});

/** A program that reads code would run what it is given. */
test("nothing that runs code reads what another command printed", () => {
  const filters = Object.entries(GRAMMARS).filter(([, { filters }]) => filters !== undefined);
  const interpreters = /^(?:ba|da|z|fi)?sh$|python|node|perl|ruby|php|lua|^R/;
  const named = filters.map(([tool]) => tool).filter((tool) => interpreters.test(tool));
  expect(named.filter((tool) => !/^python[\d.]*$/.test(tool))).toEqual([]);
  expect(GRAMMARS.python?.filters).toMatchObject({ needsFlag: true });
});

/** What is named as refused and allowed at once would be allowed. */
test.each(Object.entries(GRAMMARS))("%s refuses nothing that it also allows", (_, grammar) => {
  const { form = {}, never = {} } = grammar;
  const allowed = new Set("by" in form ? Object.keys(form.by) : flagsOf(form));
  expect(Object.keys(never).filter((word) => allowed.has(word))).toEqual([]);
});

test.each(Object.entries(GRAMMARS))("%s spells its flags as it says", (_, grammar) => {
  for (const one of formsOf(grammar)) {
    const { spelling = "gnu" } = one;
    const odd = flagsOf(one).filter((name) => !/^-[^-]$|^--[a-z0-9][\w-]*$/i.test(name));
    if (spelling !== "whole") expect(odd).toEqual([]);
    expect(flagsOf(one).length, "a flag is named twice").toBe(new Set(flagsOf(one)).size);
  }
});

function formsOf({ form = {}, filters = {} }: Grammar): readonly Form[] {
  return [...("by" in form ? Object.values(form.by) : [form]), filters];
}

function flagsOf({ switches = "", options = {}, optional = {} }: Form): readonly string[] {
  return [switches, ...Object.keys(options), ...Object.keys(optional)]
    .flatMap((names) => names.split(" "))
    .filter((name) => name !== "");
}
