import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Countdown } from "./countdown.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function counting(columns: number | null) {
  const written: string[] = [];
  const screen = {
    write: (text: string) => written.push(text),
    columns: columns === null ? null : () => columns,
  };
  return { written, countdown: new Countdown(screen) };
}

test("on a terminal the line is rewritten every second and cleared at the end", () => {
  const { written, countdown } = counting(80);
  let left = 3;
  countdown.start(() => `${left} s left`);
  left = 2;
  vi.advanceTimersByTime(1_000);
  countdown.stop();
  vi.advanceTimersByTime(5_000);
  expect(written.join("")).toBe("\r\u001b[K3 s left\r\u001b[K2 s left\r\u001b[K");
});

test("without a terminal it is printed once, on its own line", () => {
  const { written, countdown } = counting(null);
  countdown.start(() => "3 s left");
  vi.advanceTimersByTime(5_000);
  countdown.stop();
  expect(written).toEqual(["3 s left\n"]);
});

test("a line never fills a narrow terminal", () => {
  const { written, countdown } = counting(10);
  countdown.start(() => "it waits for the court");
  expect(written).toEqual(["\r\u001b[Kit waits…"]);
  countdown.stop();
});

test("a second window takes the place of the first", () => {
  const { written, countdown } = counting(80);
  countdown.start(() => "one");
  countdown.start(() => "two");
  vi.advanceTimersByTime(1_000);
  countdown.stop();
  expect(written.filter((text) => text.includes("one"))).toHaveLength(1);
});
