import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { actFields, isActType, JUDGE_ACTS, PARTY_ACTS, SERVER_ACTS } from "./act-rules.ts";

const FOLDER = new URL("acts/", import.meta.url);

test("every file of an act is in the table, and every act has its file", () => {
  const files = readdirSync(FOLDER).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const acts = files.map((name) => name.slice(0, -".ts".length).replaceAll("-", "_"));
  expect([...PARTY_ACTS, ...JUDGE_ACTS, ...SERVER_ACTS].sort()).toEqual(acts.sort());
});

test("a contract begins with a post", () => {
  expect(PARTY_ACTS[0]).toBe("post");
});

test.each(["constructor", "__proto__", "toString", "nonsense", ""])(
  "'%s' is not an act",
  (name) => {
    expect(isActType(name)).toBe(false);
    expect(actFields(name)).toEqual([]);
  },
);
