import { expect, test } from "vitest";
import { MarketClock } from "./market-clock.ts";

const START = 1_700_000_000_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

class Machine {
  wall = START;
  monotonic = 5_000;
  readonly clock = this.start();

  start(): MarketClock {
    return new MarketClock({ wallMs: () => this.wall, monotonicMs: () => this.monotonic });
  }

  pass(ms: number): number {
    this.wall += ms;
    this.monotonic += ms;
    return this.clock.nowMs() - START;
  }
}

test("it is the time of day on a machine whose clock is left alone", () => {
  const machine = new Machine();
  expect(machine.clock.nowMs()).toBe(START);
  expect(machine.pass(1)).toBe(1);
  expect(machine.pass(DAY)).toBe(DAY + 1);
});

test.each([
  { step: HOUR, after: 120_060 },
  { step: -HOUR, after: 119_940 },
])("a step of the clock by $step ms moves a window of two minutes by 60 ms", ({ step, after }) => {
  const machine = new Machine();
  machine.wall += step;
  expect(machine.clock.nowMs()).toBe(START);
  expect(machine.pass(120_000)).toBe(after);
});

test.each([HOUR, -HOUR])("a step by %i ms is made up in the end", (step) => {
  const machine = new Machine();
  machine.wall += step;
  // An hour at 43.2 seconds a day.
  for (let day = 0; day < 83; day += 1) machine.pass(DAY);
  expect(machine.clock.nowMs()).not.toBe(machine.wall);
  machine.pass(DAY);
  expect(machine.clock.nowMs()).toBe(machine.wall);
});

test("a clock that runs 100 ppm fast or slow is followed", () => {
  const machine = new Machine();
  for (const drift of [100, -100]) {
    for (let minute = 0; minute < 60; minute += 1) {
      machine.pass(60_000);
      machine.wall += (60_000 * drift) / 1_000_000;
    }
    expect(Math.abs(machine.clock.nowMs() - machine.wall)).toBeLessThan(7);
  }
});

test("it never goes backwards, whatever happens to the clock", () => {
  const machine = new Machine();
  let last = machine.clock.nowMs();
  for (const step of [-HOUR, 3 * HOUR, -DAY, 1, -1, 7 * DAY]) {
    machine.wall += step;
    for (const passed of [0, 1, 0, 999, 60_000]) {
      machine.pass(passed);
      expect(machine.clock.nowMs()).toBeGreaterThanOrEqual(last);
      last = machine.clock.nowMs();
    }
  }
});

test("a restart after the clock was set back continues where the market was", () => {
  const machine = new Machine();
  machine.pass(HOUR);
  const lastBeat = machine.clock.nowMs();
  machine.wall -= HOUR / 2;
  const restarted = machine.start();
  restarted.notBefore(lastBeat);
  expect(restarted.nowMs()).toBe(lastBeat);
  machine.pass(10_000);
  expect(restarted.nowMs()).toBe(lastBeat + 9_995);
});

test("a restart after an outage is at the time of day", () => {
  const machine = new Machine();
  const lastBeat = machine.clock.nowMs();
  machine.pass(HOUR);
  const restarted = machine.start();
  restarted.notBefore(lastBeat);
  expect(restarted.nowMs()).toBe(START + HOUR);
});
