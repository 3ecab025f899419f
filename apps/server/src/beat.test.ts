import { expect, test } from "vitest";
import { beat } from "./beat.ts";

function needs({ isSilent = false, acceptsWrites = true }) {
  const log: string[] = [];
  const heartbeat = {
    isSilent,
    beat: async () => {
      log.push("beat");
      return { atMs: 7, lastGapMs: 0 };
    },
  };
  const clock = { notBefore: (ms: number) => void log.push(`not before ${ms}`) };
  return { log, parts: { heartbeat, health: { acceptsWrites }, clock } };
}

test("a beat keeps the clock from falling behind that of another process", async () => {
  const { log, parts } = needs({});
  expect(await beat(parts)).toBe(500);
  expect(log).toEqual(["beat", "not before 7"]);
});

test("there is no beat while acts cannot be stored", async () => {
  const { log, parts } = needs({ acceptsWrites: false });
  expect(await beat(parts)).toBe(500);
  expect(log).toEqual([]);
});

test("after a pause the beat comes after what had arrived", async () => {
  const { log, parts } = needs({ isSilent: true });
  const beaten = beat(parts);
  // A new connection: accepted in the next turn of the event loop, read in the one after.
  setImmediate(() => setImmediate(() => log.push("request")));
  await beaten;
  expect(log).toEqual(["request", "beat", "not before 7"]);
});
