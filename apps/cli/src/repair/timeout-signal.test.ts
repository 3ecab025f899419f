import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { timeoutSignal } from "./timeout-signal.ts";

test.each([2 ** 31, 1e12])(
  "a window of %d ms is no error, and has not passed at once",
  async (ms) => {
    const signal = timeoutSignal(ms);
    await wait(20);
    expect(signal.aborted).toBe(false);
  },
);
