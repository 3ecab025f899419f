import { expect, test } from "vitest";
import { StoreDamaged } from "../ports/store.ts";
import { concurrently } from "./concurrently.ts";

test("all items are done, a limited number at once", async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await concurrently([...Array(100).keys()], async (item) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    done.push(item);
  });
  expect(done.sort((a, b) => a - b)).toEqual([...Array(100).keys()]);
  expect(most).toBe(32);
});

test("an error is thrown after the others have ended", async () => {
  const done: number[] = [];
  const all = concurrently([...Array(40).keys()], async (item) => {
    if (item === 0) throw new Error("broken");
    await Promise.resolve();
    done.push(item);
  });
  await expect(all).rejects.toThrow("broken");
  expect(done).toHaveLength(39);
});

test("what cannot be read does not stop the others, however much it is", async () => {
  const done: number[] = [];
  const all = concurrently([...Array(100).keys()], async (item) => {
    await Promise.resolve();
    if (item < 50) throw new StoreDamaged("broken");
    done.push(item);
  });
  await expect(all).rejects.toThrow(StoreDamaged);
  expect(done).toHaveLength(50);
});
