import type { Clock } from "@bazaar/doors/http/connect";
import { expect, test } from "vitest";
import { within } from "./within.ts";

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

test("what comes in time is given, and its timer ends", async () => {
  const { clock, sleeps } = stoppedClock();
  expect(await within({ clock, ms: 50 }, async () => "words")).toBe("words");
  expect(sleeps.map(({ ms, signal }) => [ms, signal?.aborted])).toEqual([[50, true]]);
});

test("what comes too late is null, and is told to stop", async () => {
  const { clock, pass } = stoppedClock();
  const told = Promise.withResolvers<AbortSignal>();
  const late = within({ clock, ms: 50 }, (signal) => {
    told.resolve(signal);
    return new Promise<string>(() => undefined);
  });
  pass();
  expect(await late).toBeNull();
  expect((await told.promise).aborted).toBe(true);
});

test("nobody is waited for once the caller has left", async () => {
  const { clock } = stoppedClock();
  const leaving = new AbortController();
  const run = () => new Promise<string>(() => undefined);
  const left = within({ clock, ms: 50, signal: leaving.signal }, run);
  leaving.abort();
  expect(await left).toBeNull();
});

test("a failure in time is the caller's to see, and ends the timer too", async () => {
  const { clock, sleeps } = stoppedClock();
  const failing = within({ clock, ms: 50 }, () => Promise.reject(new Error("no words")));
  await expect(failing).rejects.toThrow("no words");
  expect(sleeps[0]?.signal?.aborted).toBe(true);
});
