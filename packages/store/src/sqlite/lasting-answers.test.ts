import { expect, test } from "vitest";
import { Database } from "./database.ts";
import { LastingAnswers } from "./lasting-answers.ts";
import { SqliteNames } from "./sqlite-names.ts";

test("what was answered is not asked for again, and what is not there is", () => {
  using db = new Database(":memory:");
  const answers = new LastingAnswers<number>(db);
  expect(answers.find("ada", () => null)).toBeNull();
  expect(answers.find("ada", () => 1)).toBe(1);
  expect(answers.find("ada", () => 2)).toBe(1);
});

test("what is answered inside a write is known once that is stored, and only then", async () => {
  using db = new Database(":memory:");
  const answers = new LastingAnswers<number>(db);
  await db.write(() => {
    answers.find("ada", () => 1);
    expect(answers.find("ada", () => 2)).toBe(2);
  });
  expect(answers.find("ada", () => 3)).toBe(2);
  const undone = db.write(() => {
    answers.find("bob", () => 1);
    throw new Error("changed its mind");
  });
  await expect(Promise.all([undone, db.write(() => answers.find("cid", () => 1))])).rejects.toThrow(
    "changed its mind",
  );
  expect([answers.find("bob", () => 4), answers.find("cid", () => 4)]).toEqual([4, 1]);
});

test("the oldest answers make room for new ones", () => {
  using db = new Database(":memory:");
  const answers = new LastingAnswers<number>(db);
  for (let number = 0; number <= 2 ** 14; number += 1) answers.find(String(number), () => number);
  expect(answers.find("1", () => -1)).toBe(1);
  expect(answers.find("0", () => -1)).toBe(-1);
});

test("a name that a failed write had numbered may get another number", async () => {
  using db = new Database(":memory:");
  const names = new SqliteNames(db);
  const failing = db.write(() => {
    expect(names.find("ada")).toBeNull();
    expect(names.numberOf("ada")).toBe(names.find("ada"));
    throw new Error("changed its mind");
  });
  await expect(failing).rejects.toThrow("changed its mind");
  const bob = await db.write(() => names.numberOf("bob"));
  const ada = await db.write(() => names.numberOf("ada"));
  expect([names.find("bob"), names.find("ada")]).toEqual([bob, ada]);
  expect(ada).not.toBe(bob);
});
