import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_CONFIG, readConfig, setConfig } from "./config.ts";

let folder = "";
let path = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fix-config-"));
  path = join(folder, ".fix", "config.json");
});

afterEach(() => rmSync(folder, { recursive: true }));

test("what is settled is read again, and only that is written", () => {
  setConfig(path, "maxAttempts", "7");
  setConfig(path, "market", "https://market.example");
  expect(readConfig(path)).toEqual({
    ...DEFAULT_CONFIG,
    maxAttempts: 7,
    market: "https://market.example",
  });
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
    maxAttempts: 7,
    market: "https://market.example",
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("what is unset is the default again", () => {
  setConfig(path, "bounty", "0.7");
  expect(setConfig(path, "bounty", null)).toEqual(DEFAULT_CONFIG);
});

test.each([
  { key: "market", value: "market.example", says: "expected a URL" },
  { key: "bounty", value: "-1", says: "expected an amount" },
  { key: "mode", value: "auto", says: "expected one of supervised, autonomous" },
  { key: "judge", value: "somebody", says: "expected market, none, or a judge's key" },
  { key: "maxAttempts", value: "many", says: "maxAttempts" },
  { key: "maxAttempts", value: "51", says: "maxAttempts" },
  { key: "colour", value: "red", says: "colour" },
])("$key cannot be $value, and the file stays as it was", ({ key, value, says }) => {
  setConfig(path, "currency", "CREDIT");
  const before = readFileSync(path, "utf8");
  expect(() => setConfig(path, key, value)).toThrow(says);
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("a misspelt key in the file is named, and can be unset", () => {
  setConfig(path, "bounty", "0.7");
  writeFileSync(path, '{"bounty":"0.7","mood":"good"}');
  expect(() => readConfig(path)).toThrow("mood");
  expect(setConfig(path, "mood", null)).toMatchObject({ bounty: "0.7" });
});
