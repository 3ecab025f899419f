import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseJson } from "./json.ts";
import { rfc8785, rfc8785Hash } from "./rfc8785.ts";

interface Cases {
  readonly accept: readonly {
    readonly name: string;
    readonly input_json: string;
    readonly canonical: string;
    readonly hash: string;
  }[];
  readonly reject: readonly { readonly name: string; readonly input_json: string }[];
}

interface Vectors extends Cases {
  readonly doubles: Cases;
}

const file = new URL("../../../../spec/vectors/rfc8785.json", import.meta.url);
const vectors: Vectors = JSON.parse(readFileSync(file, "utf8"));

function parsed(text: string) {
  const value = parseJson(text);
  if (!value.ok) throw new Error(`not JSON: ${text}`);
  return value.value;
}

test.each(vectors.accept)("$name: text and hash come out", (vector) => {
  const value = parsed(vector.input_json);
  expect(rfc8785(value)).toEqual({ ok: true, value: vector.canonical });
  expect(rfc8785Hash(value)).toEqual({ ok: true, value: vector.hash });
});

test.each(vectors.reject)("$name is not hashable", ({ input_json }) => {
  const value = parsed(input_json);
  expect(rfc8785(value)).toMatchObject({ ok: false, refusal: { code: "not_hashable" } });
  expect(rfc8785Hash(value)).toMatchObject({ ok: false, refusal: { code: "not_hashable" } });
});

test.each(vectors.accept)("$name: where doubles are allowed, nothing else changes", (vector) => {
  const value = parsed(vector.input_json);
  expect(rfc8785(value, "doubles")).toEqual({ ok: true, value: vector.canonical });
});

test.each(vectors.doubles.accept)("$name: with doubles, text and hash come out", (vector) => {
  const value = parsed(vector.input_json);
  expect(rfc8785(value, "doubles")).toEqual({ ok: true, value: vector.canonical });
  expect(rfc8785Hash(value, "doubles")).toEqual({ ok: true, value: vector.hash });
  expect(rfc8785(value)).toMatchObject({ ok: false, refusal: { code: "not_hashable" } });
  expect(rfc8785(parsed(vector.canonical), "doubles")).toEqual({
    ok: true,
    value: vector.canonical,
  });
});

test.each(vectors.doubles.reject)("$name is not hashable with doubles either", (vector) => {
  expect(rfc8785Hash(parsed(vector.input_json), "doubles")).toMatchObject({
    refusal: { code: "not_hashable" },
  });
});
