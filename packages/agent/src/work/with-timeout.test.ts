import type { Clock } from "@bazaar/doors/connection";
import { expect, test } from "vitest";
import { withTimeout } from "./with-timeout.ts";

/** Time passes only when a test says so; what is slept is on record. */
function stoppedClock() {
  const sleeps: { readonly ms: number; readonly signal: AbortSignal | undefined }[] = [];
  const wakes: (() => void)[] = [];
  const clock: Clock = {
    nowMs: () => 0,
    sleep(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      sleeps.push({ ms, signal });
      wakes.push(resolve);
      signal?.addEventListener("abort", () => resolve(), { once: true });
      return promise;
    },
  };
  return { clock, sleeps, pass: () => wakes.forEach((wake) => void wake()) };
}

test("a result in time is returned, and the timer ends", async () => {
  const { clock, sleeps } = stoppedClock();
  expect(await withTimeout({ clock, ms: 50 }, async () => "words")).toBe("words");
  expect(sleeps.map(({ ms, signal }) => [ms, signal?.aborted])).toEqual([[50, true]]);
});

test("a late result is null, and its signal aborts", async () => {
  const { clock, pass } = stoppedClock();
  const told = Promise.withResolvers<AbortSignal>();
  const late = withTimeout({ clock, ms: 50 }, (signal) => {
    told.resolve(signal);
    return new Promise<string>(() => undefined);
  });
  pass();
  expect(await late).toBeNull();
  expect((await told.promise).aborted).toBe(true);
});

test("the wait ends when the caller aborts", async () => {
  const { clock } = stoppedClock();
  const leaving = new AbortController();
  const run = () => new Promise<string>(() => undefined);
  const left = withTimeout({ clock, ms: 50, signal: leaving.signal }, run);
  leaving.abort();
  expect(await left).toBeNull();
});

test("an error is thrown and ends the timer", async () => {
  const { clock, sleeps } = stoppedClock();
  const failing = withTimeout({ clock, ms: 50 }, () => Promise.reject(new Error("no words")));
  await expect(failing).rejects.toThrow("no words");
  expect(sleeps[0]?.signal?.aborted).toBe(true);
});
