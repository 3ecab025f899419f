import { readdirSync } from "node:fs";
import { INVESTIGATION_COMMANDS } from "@bazaar/kernel";
import { expect, test } from "vitest";
import type { Form } from "./grammar.ts";
import { GRAMMARS, grammarFile } from "./grammars.ts";

test("every tool of the list has a grammar, and no other has one", () => {
  expect(Object.keys(GRAMMARS).sort()).toEqual([...INVESTIGATION_COMMANDS].sort());
});

test("every grammar has a file of its own, named after its tool", () => {
  const files = readdirSync(new URL("./tools/", import.meta.url));
  expect(files.sort()).toEqual(INVESTIGATION_COMMANDS.map(grammarFile).sort());
});

/** What is named as refused and allowed at once would be allowed. */
test.each(Object.entries(GRAMMARS))("%s refuses nothing that it also allows", (_, grammar) => {
  const { form, never = {} } = grammar;
  const allowed = new Set("by" in form ? Object.keys(form.by) : flagsOf(form));
  expect(Object.keys(never).filter((word) => allowed.has(word))).toEqual([]);
});

test.each(Object.entries(GRAMMARS))("%s spells its flags as it says", (_, { form }) => {
  for (const one of "by" in form ? Object.values(form.by) : [form]) {
    const { spelling = "gnu" } = one;
    const odd = flagsOf(one).filter((name) => !/^-[^-]$|^--[a-z0-9][\w-]*$/i.test(name));
    if (spelling !== "whole") expect(odd).toEqual([]);
    expect(flagsOf(one).length, "a flag is named twice").toBe(new Set(flagsOf(one)).size);
  }
});

function flagsOf({ switches = "", options = {}, optional = {} }: Form): readonly string[] {
  return [switches, ...Object.keys(options), ...Object.keys(optional)]
    .flatMap((names) => names.split(" "))
    .filter((name) => name !== "");
}
