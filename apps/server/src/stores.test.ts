import { BadInput } from "@bazaar/terminal";
import { expect, test } from "vitest";
import { databaseAt } from "./stores.ts";

test.each([
  { text: "bazaar.db", file: "bazaar.db" },
  { text: "/var/lib/bazaar.db", file: "/var/lib/bazaar.db" },
  { text: "./odd:name.db", file: "./odd:name.db" },
  { text: "C:bazaar.db", file: "C:bazaar.db" },
  { text: "sqlite:data/bazaar.db", file: "data/bazaar.db" },
  { text: "sqlite:/var/lib/bazaar.db", file: "/var/lib/bazaar.db" },
  { text: "memory:", file: null },
])("$text names $file", ({ text, file }) => {
  expect(databaseAt(text).file).toBe(file);
});

test("a database in memory has nothing to copy or to check, and says so", async () => {
  const memory = databaseAt("memory:");
  expect(await memory.missing()).toBe("a database in memory keeps nothing");
  await expect(memory.backup("copy.db")).rejects.toThrow("a database in memory keeps nothing");
});

test.each(["postgres://user:hunter2@db/bazaar", "sqlite:", "memory:bazaar.db", "constructor:x"])(
  "%s is refused with the stores that exist, and without a password",
  (text) => {
    expect(() => databaseAt(text)).toThrow(BadInput);
    expect(() => databaseAt(text)).toThrow(/expected a file or one of sqlite:<file>, memory:$/);
    expect(() => databaseAt(text)).not.toThrow(/hunter2/);
  },
);
