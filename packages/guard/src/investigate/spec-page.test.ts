import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Form, Grammar, Value } from "./grammar.ts";
import { GRAMMARS } from "./grammars.ts";

const PAGE = readFileSync(new URL("../../../../spec/investigate.md", import.meta.url), "utf8");
const CODES = readFileSync(new URL("./refusal.ts", import.meta.url), "utf8");

test("the page says of every tool what its grammar says", () => {
  const said = rowsUnder("Tools");
  expect(said).toEqual(rows());
});

test("the page names every refusal", () => {
  const codes = [...CODES.matchAll(/readonly code: "(\w+)"/g)].map(([, code]) => code);
  const named = rowsUnder("Refusals").map((row) => /^\| `(\w+)`/.exec(row)?.[1]);
  expect(named).toEqual(codes);
});

function rowsUnder(heading: string): readonly string[] {
  const [, section = ""] = PAGE.split(`\n## ${heading}\n`);
  const [body = ""] = section.split("\n## ");
  return body.split("\n").filter((line) => line.startsWith("| `"));
}

/** Tools with one grammar stand together. */
function rows(): readonly string[] {
  const groups = Map.groupBy(Object.keys(GRAMMARS), (tool) => saidOf(GRAMMARS[tool] ?? NOTHING));
  return [...groups].map(([said, tools]) => `| ${tools.map(code).join(", ")} | ${said} |`);
}

const NOTHING: Grammar = { purpose: "" };

function saidOf({ form, filters, absent, purpose, wraps, itself }: Grammar): string {
  const ways = form === undefined ? [] : "by" in form ? waysOf(form.by) : [wayOf("", form)];
  const onText = filters === undefined ? [] : [`on scrubbed text: ${wayOf("", filters)}`];
  const takesCommand = wraps || itself === "gathers_operands";
  const words = Object.keys(absent ?? {}).map((word) =>
    word === "*" ? "anything else" : word === "" ? "nothing" : code(word),
  );
  const bySentence = words.length === 0 ? [] : [`answered by a sentence: ${words.join(", ")}`];
  return `${purpose} | ${[...ways, ...onText, ...bySentence].join("; ")}${takesCommand ? " `<command>`" : ""}`;
}

/** First words with one form stand together. */
function waysOf(by: Readonly<Record<string, Form>>): readonly string[] {
  const groups = Map.groupBy(Object.entries(by), ([, form]) => form);
  return [...groups].map(([form, entries]) => {
    const words = entries.map(([word]) => (word === "" ? "nothing" : `\`${word}\``));
    return wayOf(words.join(" or "), form);
  });
}

function wayOf(words: string, form: Form): string {
  const { switches = "", options = {}, optional = {}, operands = {}, hasLineCount = false } = form;
  const named = (names: string) => names.replaceAll(" ", ", ");
  const flags = [
    ...(switches === "" ? [] : [switches]),
    ...Object.entries(options).map(([names, value]) => `${named(names)} ${called(value)}`),
    ...Object.entries(optional).map(([names, value]) => `${named(names)} [${called(value)}]`),
    ...(hasLineCount ? ["-<number>"] : []),
  ];
  const { first = [], rest } = operands;
  const places = [...first.map(called), ...(rest === undefined ? [] : [`${called(rest)} …`])];
  const parts = [
    words,
    ...flags.map(code),
    ...(places.length === 0 ? [] : [code(places.join(" "))]),
  ];
  return parts.filter((part) => part !== "").join(" ") || "nothing else";
}

function called(value: Value): string {
  switch (value.is) {
    case "path":
      if (value.called !== undefined) return `<${value.called}>`;
      return value.under === undefined ? "<path>" : "<system path>";
    case "word":
      return `<${value.called}>`;
    default:
      return `<${value.is}>`;
  }
}

function code(text: string): string {
  return `\`${text}\``;
}
