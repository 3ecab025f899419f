import { expect, test } from "vitest";
import { chainJson } from "../canonical/chain-json.ts";
import { sha256Hex } from "../canonical/hash.ts";
import { Float, type Json, parseJson } from "../canonical/json.ts";
import {
  entryHash,
  entryJson,
  entryText,
  entryTexts,
  GENESIS_HASH,
  MAX_DATA_DEPTH,
  parseEntry,
  signedText,
} from "./entry.ts";

const wire = {
  type: "fix",
  data: { fix: "é", attempts: [1n, new Float(1)] },
  seq: 4n,
  author: `fix_${"ab".repeat(32)}`,
  prev_hash: "cd".repeat(32),
  timestamp: new Float(1708531200),
  signature: "ef".repeat(64),
};

function parsed(json: Json) {
  const entry = parseEntry(json);
  if (!entry.ok) throw new Error(JSON.stringify(entry.refusal));
  return entry.value;
}

test("the seven fields are read and written back", () => {
  const entry = parsed(wire);
  expect(entry).toEqual({
    type: "fix",
    data: wire.data,
    seq: 4,
    author: wire.author,
    prevHash: wire.prev_hash,
    timestamp: wire.timestamp,
    signature: wire.signature,
  });
  expect(entryJson(entry)).toEqual(wire);
});

test.each([
  { field: "extra", json: { ...wire, extra: 1n } },
  { field: "type", json: { ...wire, type: "" } },
  { field: "type", json: { ...wire, type: "x".repeat(65) } },
  { field: "type", json: { ...wire, type: null } },
  { field: "data", json: { ...wire, data: [] } },
  { field: "seq", json: { ...wire, seq: new Float(4) } },
  { field: "seq", json: { ...wire, seq: true } },
  { field: "seq", json: { ...wire, seq: -1n } },
  { field: "seq", json: { ...wire, seq: 2n ** 53n } },
  { field: "author", json: { ...wire, author: `fix_${"AB".repeat(32)}` } },
  { field: "author", json: { ...wire, author: "ada" } },
  { field: "prev_hash", json: { ...wire, prev_hash: "CD".repeat(32) } },
  { field: "prev_hash", json: { ...wire, prev_hash: "cd" } },
  { field: "signature", json: { ...wire, signature: "EF".repeat(64) } },
  { field: "timestamp", json: { ...wire, timestamp: "1708531200" } },
  { field: "timestamp", json: { ...wire, timestamp: null } },
  { field: "signature", json: { ...wire, signature: `${"ef".repeat(63)}eF` } },
  { field: "signature", json: { ...wire, signature: "ef".repeat(63) } },
  { field: "signature", json: { ...wire, signature: "xy".repeat(64) } },
  { field: "", json: [] },
])("an entry with a bad $field is malformed", ({ field, json }) => {
  expect(parseEntry(json)).toMatchObject({ refusal: { code: "malformed_entry", field } });
});

/** Objects and lists, alternately, inside each other. */
function nested(depth: number): Json {
  let json: Json = depth % 2 === 0 ? [1n] : { a: 1n };
  for (let at = depth - 1; at > 0; at -= 1) json = at % 2 === 0 ? [0n, json] : { a: json };
  return json;
}

test("data has a maximum depth", () => {
  expect(parseEntry({ ...wire, data: nested(MAX_DATA_DEPTH) }).ok).toBe(true);
  expect(parseEntry({ ...wire, data: nested(MAX_DATA_DEPTH + 1) })).toEqual({
    ok: false,
    refusal: { code: "malformed_entry", field: "data", problem: "nested deeper than 32" },
  });
});

test("an entry of maximum depth can be read back from a transcript", () => {
  const entry = parsed({ ...wire, data: nested(MAX_DATA_DEPTH) });
  const transcript = { entries: [entryJson(entry)] };
  expect(parseJson(chainJson(transcript))).toEqual({ ok: true, value: transcript });
});

test.each(Object.keys(wire))("an entry without %s is malformed", (field) => {
  const json = Object.fromEntries(Object.entries(wire).filter(([name]) => name !== field));
  expect(parseEntry(json)).toMatchObject({ refusal: { code: "malformed_entry", field } });
});

test("the texts are the canonical form of all fields, without signature, without both", () => {
  const { signature: _, ...unsigned } = wire;
  const { timestamp: __, ...undated } = unsigned;
  const entry = parsed(wire);
  expect(entryText(entry)).toBe(chainJson(wire));
  expect(signedText(entry)).toBe(chainJson(unsigned));
  expect(signedText(entry, "undated")).toBe(chainJson(undated));
  expect(entryTexts(entry)).toEqual({ signed: chainJson(unsigned), full: chainJson(wire) });
  expect(entryHash(entry)).toBe(sha256Hex(chainJson(wire)));
});

test("the chain begins at the hash of the empty string", () => {
  expect(GENESIS_HASH).toBe(sha256Hex(""));
});
