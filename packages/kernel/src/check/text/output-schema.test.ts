import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Float, type Json, type JsonObject, parseJson } from "../../canonical/json.ts";
import { mismatch, outputSchemaProblem } from "./output-schema.ts";

const PERSON: JsonObject = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1n, maxLength: 5n },
    age: { type: "integer", minimum: 0n, maximum: 150n },
    share: { type: "number", minimum: new Float(0.5), maximum: 1n },
    tags: { type: "array", items: { enum: ["a", "b", 1n, null] }, minItems: 1n, maxItems: 2n },
  },
  required: ["name"],
  additionalProperties: false,
};

describe("a value of a form", () => {
  test.each<{ value: string; differs: string | null }>([
    { value: '{"name":"ada"}', differs: null },
    { value: '{"name":"ada","age":150,"share":0.5,"tags":["a",1.0]}', differs: null },
    { value: '{"name":"ada","share":1,"tags":[null]}', differs: null },
    { value: "[]", differs: "the text is not of type object" },
    { value: "{}", differs: 'the text has no "name"' },
    { value: '{"name":""}', differs: "the text.name has a size of 0, less than 1" },
    { value: '{"name":"adaada"}', differs: "the text.name has a size of 6, more than 5" },
    { value: '{"name":1}', differs: "the text.name is not of type string" },
    { value: '{"name":"a","age":1.0}', differs: "the text.age is not of type integer" },
    { value: '{"name":"a","age":-1}', differs: "the text.age is less than 0" },
    { value: '{"name":"a","age":151}', differs: "the text.age is more than 150" },
    { value: '{"name":"a","share":0.4999}', differs: "the text.share is less than 0.5" },
    { value: '{"name":"a","share":2}', differs: "the text.share is more than 1" },
    { value: '{"name":"a","tags":[]}', differs: "the text.tags has a size of 0, less than 1" },
    {
      value: '{"name":"a","tags":["a","c"]}',
      differs: "the text.tags[1] is none of the values in enum",
    },
    { value: '{"name":"a","other":1}', differs: 'the text has "other", which is not allowed' },
    {
      value: '{"name":"a","constructor":1}',
      differs: 'the text has "constructor", which is not allowed',
    },
  ])("$value: $differs", ({ value, differs }) => {
    const parsed = parseJson(value);
    expect(outputSchemaProblem(PERSON)).toBeNull();
    expect(mismatch(PERSON, parsed.ok ? parsed.value : "")).toBe(differs);
  });

  test("may have anything that its schema does not mention", () => {
    expect(mismatch({}, { a: [1n] })).toBeNull();
    expect(mismatch({ type: "boolean" }, false)).toBeNull();
    expect(mismatch({ type: "null" }, false)).not.toBeNull();
    expect(mismatch({ required: ["toString"] }, {})).not.toBeNull();
  });
});

function nested(levels: number): JsonObject {
  return levels === 0 ? {} : { items: nested(levels - 1) };
}

test.each<{ what: string; schema: JsonObject; problem: string | null }>([
  { what: "an expression", schema: { pattern: "a" }, problem: '"pattern" is not supported' },
  { what: "a reference", schema: { items: { $ref: "#" } }, problem: '"$ref" is not supported' },
  { what: "an inherited name", schema: { toString: 1n }, problem: '"toString" is not supported' },
  { what: "alternatives", schema: { anyOf: [] }, problem: '"anyOf" is not supported' },
  { what: "two types", schema: { type: ["string", "null"] }, problem: "type is not well-formed" },
  { what: "an unknown type", schema: { type: "date" }, problem: "type is not well-formed" },
  { what: "an empty enum", schema: { enum: [] }, problem: "enum is not well-formed" },
  { what: "an enum of lists", schema: { enum: [[]] }, problem: "enum is not well-formed" },
  {
    what: "a long enum",
    schema: { enum: Array<Json>(101).fill(1n) },
    problem: "enum is not well-formed",
  },
  { what: "a negative size", schema: { minItems: -1n }, problem: "minItems is not well-formed" },
  { what: "a bound that is text", schema: { minimum: "1" }, problem: "minimum is not well-formed" },
  {
    what: "a property that is not a schema",
    schema: { properties: { a: 1n } },
    problem: "expected every schema to be an object",
  },
  { what: "a deep schema", schema: nested(16), problem: "nested deeper than 16" },
  { what: "a schema of 16 levels", schema: nested(15), problem: null },
  {
    what: "201 schemas",
    schema: {
      properties: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`p${n}`, {}])),
    },
    problem: "more than 200 schemas inside each other",
  },
])("a schema with $what: $problem", ({ schema, problem }) => {
  expect(outputSchemaProblem(schema)).toBe(problem);
});

test("no JSON makes a usable schema throw", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (value) => {
      const parsed = parseJson(value);
      const differs = mismatch(PERSON, parsed.ok ? parsed.value : null);
      expect(["string", "object"]).toContain(typeof differs);
    }),
  );
});
