import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Turnstile } from "./turnstile.ts";

test("who came in one turn goes on together, step by step, and nobody waits for the next", async () => {
  const turnstile = new Turnstile();
  const steps: string[] = [];
  const walk = async (who: string): Promise<void> => {
    await turnstile.pass();
    steps.push(`${who} 1`);
    await null;
    steps.push(`${who} 2`);
  };
  const early = [walk("ada"), walk("bob")];
  expect(steps).toEqual([]);
  await nextTurn();
  const late = walk("cid");
  await Promise.all(early);
  expect(steps).toEqual(["ada 1", "bob 1", "ada 2", "bob 2"]);
  await late;
  expect(steps.slice(4)).toEqual(["cid 1", "cid 2"]);
});
