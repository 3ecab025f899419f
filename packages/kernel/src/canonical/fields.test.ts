import { expect, test } from "vitest";
import { parseParty } from "../identity/party.ts";
import { XNO } from "../money/asset.ts";
import { type Fields, fields } from "./fields.ts";
import { Float, type Json } from "./json.ts";

const ADA = `fix_${"ab".repeat(32)}`;

test("a whole object is read field by field without a problem", () => {
  const read = fields(
    {
      title: "fix it",
      seq: 3n,
      at: new Float(1.5),
      mode: "supervised",
      isPublic: true,
      bounty: "0.5",
      principal: ADA,
      hash: "00ff",
      environment: { os: "linux" },
      notes: ["a", "b"],
      document: { any: [null] },
      nothing: null,
    },
    "terms",
  );
  expect(read.string("title", { max: 6 })).toBe("fix it");
  expect(read.integer("seq", { min: 3, max: 3 })).toBe(3);
  expect(read.number("at")).toEqual(new Float(1.5));
  expect(read.number("seq")).toBe(3n);
  expect(read.oneOf("mode", ["autonomous", "supervised"])).toBe("supervised");
  expect(read.boolean("isPublic")).toBe(true);
  expect(read.amount("bounty", XNO)).toBe(5n * 10n ** 29n);
  expect({ ok: true, value: read.party("principal") }).toEqual(parseParty(ADA));
  expect(read.hex("hash", 4)).toBe("00ff");
  expect(read.object("environment").string("os", { max: 10 })).toBe("linux");
  expect(read.array("notes", { max: 2 }, (items, at) => items.string(at, { max: 1 }))).toEqual([
    "a",
    "b",
  ]);
  expect(read.jsonObject("document")).toEqual({ any: [null] });
  expect(read.json("nothing")).toBeNull();
  expect(read.names.length).toBe(12);
  expect(read.problem).toBeNull();
});

const int = (read: Fields) => read.integer("x", { min: 1, max: 10 });
const text = (read: Fields) => read.string("x", { min: 2, max: 3 });
const amount = (read: Fields) => read.amount("x", XNO, { min: 10n ** 29n, max: 10n ** 30n });
const list = (read: Fields) =>
  read.array("x", { min: 1, max: 2 }, (items, at) => items.boolean(at));
const mode = (read: Fields) => read.oneOf("x", ["a", "b"]);
const nobody = `fix_${"0".repeat(64)}`;

const wrong: readonly [string, string, Json | undefined, (read: Fields) => unknown, unknown][] = [
  ["an integer", "expected an integer, got nothing", undefined, int, 1],
  [
    "an integer",
    "expected an integer, got a number with a point or exponent",
    new Float(2),
    int,
    1,
  ],
  ["an integer", "expected an integer, got text", "2", int, 1],
  ["an integer", "0 is outside 1 to 10", 0n, int, 1],
  ["an integer", "11 is outside 1 to 10", 11n, int, 1],
  ["an integer", `1${"0".repeat(39)}… is outside 1 to 10`, 10n ** 60n, int, 1],
  ["a text", "expected text, got true", true, text, ""],
  ["a text", "1 characters; expected 2 to 3", "a", text, ""],
  ["a text", "4 characters; expected 2 to 3", "abcd", text, ""],
  ["a number", "expected a number, got a list", [], (read) => read.number("x"), 0n],
  ["a boolean", "expected true or false, got an integer", 1n, (read) => read.boolean("x"), false],
  ["an option", 'expected one of a, b; got "c"', "c", mode, "a"],
  ["an option", "expected one of a, b; got an object", {}, mode, "a"],
  ["an amount", "expected a decimal as text, got an integer", 1n, amount, 10n ** 29n],
  ["an amount", 'expected a plain decimal such as "0.5" or "12"', "1e3", amount, 10n ** 29n],
  ["an amount", "0.01 is outside 0.1 to 1 XNO", "0.01", amount, 10n ** 29n],
  ["an amount", "1.5 is outside 0.1 to 1 XNO", "1.5", amount, 10n ** 29n],
  ["a party", "expected a party, got null", null, (read) => read.party("x"), nobody],
  [
    "a party",
    "expected a party: fix_ or nostr: with 64 hex digits, or evm:0x with 40",
    ADA.toUpperCase(),
    (read) => read.party("x"),
    nobody,
  ],
  [
    "a party",
    "expected a party with lower-case hex",
    `fix_${"AB".repeat(32)}`,
    (read) => read.party("x"),
    nobody,
  ],
  ["hex", "expected 4 lower-case hex digits", "00FF", (read) => read.hex("x", 4), ""],
  ["hex", "expected 4 lower-case hex digits", "00f", (read) => read.hex("x", 4), ""],
  ["hex", "expected 4 hex digits, got an integer", 4n, (read) => read.hex("x", 4), ""],
  ["an object", "expected an object, got a list", [], (read) => read.jsonObject("x"), {}],
  ["a list", "expected a list, got an object", {}, list, []],
  ["a list", "0 items; expected 1 to 2", [], list, []],
  ["a list", "3 items; expected 1 to 2", [true, true, true], list, []],
];

test.each(wrong)("%s: %s", (_, problem, value, read, instead) => {
  const reader = fields(value === undefined ? {} : { x: value });
  expect(read(reader)).toEqual(instead);
  expect(reader.problem).toEqual({ field: "x", problem });
});

test("any value is a value, but nothing is not", () => {
  const read = fields({});
  expect(read.json("x")).toBeNull();
  expect(read.problem).toEqual({ field: "x", problem: "expected a value, got nothing" });
});

test("the first problem is kept, wherever it was found", () => {
  const read = fields({ a: { b: [{ c: 1n }, { c: "x" }] }, z: 1n }, "terms");
  const cs = read
    .object("a")
    .array("b", { max: 5 }, (items, at) => items.object(at).integer("c", { max: 5 }));
  read.boolean("z");
  read.fault("z", "is bad");
  expect(read.problem).toEqual({
    field: "terms.a.b[1].c",
    problem: "expected an integer, got text",
  });
  expect(cs).toEqual([1, 0]);
});

test("reading a list stops at its first problem", () => {
  const seen: string[] = [];
  const read = fields({ x: [true, 1n, true] });
  read.array("x", { max: 3 }, (items, at) => {
    seen.push(at);
    return items.boolean(at);
  });
  expect(seen).toEqual(["0", "1"]);
  expect(read.problem?.field).toBe("x[1]");
});

test("a reader over a missing object is empty and keeps the problem", () => {
  const read = fields({});
  expect(read.object("environment").string("os", { max: 9 })).toBe("");
  expect(read.problem).toEqual({
    field: "environment",
    problem: "expected an object, got nothing",
  });
});

test("a value that is not an object is a problem of the path itself", () => {
  expect(fields([], "terms").problem).toEqual({
    field: "terms",
    problem: "expected an object, got a list",
  });
  expect(fields(undefined, "terms").problem?.problem).toBe("expected an object, got nothing");
});

test("an optional field may be absent or null, but not wrong", () => {
  const read = fields({ a: null, b: 2n, c: "x" });
  const integer = (name: string) => read.integer(name, { max: 9 });
  expect(read.optional("a", integer)).toBeNull();
  expect(read.optional("missing", integer)).toBeNull();
  expect(read.optional("b", integer)).toBe(2);
  expect(read.problem).toBeNull();
  expect(read.optional("c", integer)).toBe(0);
  expect(read.problem?.field).toBe("c");
});

test("unknown fields are refused where only known ones may be", () => {
  const read = fields({ a: 1n, b: 2n }, "entry");
  read.onlyKnown(["a", "b", "c"]);
  expect(read.problem).toBeNull();
  read.onlyKnown(["a", "c"]);
  expect(read.problem).toEqual({
    field: "entry.b",
    problem: "unknown field; expected only a, c",
  });
});

test("what every object inherits is not a field", () => {
  const read = fields({});
  expect(read.has("constructor")).toBe(false);
  expect(read.optional("toString", () => 1)).toBeNull();
  expect(read.jsonObject("__proto__")).toEqual({});
  expect(read.problem?.problem).toBe("expected an object, got nothing");
});
