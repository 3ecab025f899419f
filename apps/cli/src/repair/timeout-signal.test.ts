import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { timeoutSignal } from "./timeout-signal.ts";

test.each([2 ** 31, 1e12])(
  "a timeout of %d ms is accepted and does not fire at once",
  async (ms) => {
    const signal = timeoutSignal(ms);
    await wait(20);
    expect(signal.aborted).toBe(false);
  },
);
