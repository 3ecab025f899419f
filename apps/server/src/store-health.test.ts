import { StoreDamaged, StoreUnavailable } from "@bazaar/market/ports";
import { expect, test } from "vitest";
import { StoreHealth } from "./store-health.ts";

function health() {
  const clock = { ms: 0, nowMs: () => clock.ms };
  const lines: string[] = [];
  const log = (level: string) => () => void lines.push(level);
  const logged = { error: log("error"), warn: log("warn"), info: log("info") };
  return { clock, lines, health: new StoreHealth(clock, logged) };
}

const FULL = new StoreUnavailable("the database failed");
const BROKEN = new StoreDamaged("the database is damaged");

test("a failed write counts until an act is stored, or for a minute", () => {
  const { clock, health: found } = health();
  expect(found.condition).toEqual({ store: "ok" });
  found.failed(FULL);
  expect(found.condition.store).toBe("failing");
  found.stored();
  expect(found.condition.store).toBe("ok");
  found.failed(FULL);
  clock.ms += 60_000;
  expect(found.condition.store).toBe("failing");
  clock.ms += 1;
  expect(found.condition.store).toBe("ok");
});

test("damage is logged once and stays, whatever is stored after it", () => {
  const { clock, lines, health: found } = health();
  found.found(FULL);
  expect(found.condition).toEqual({ store: "ok" });
  found.found(BROKEN);
  found.failed(BROKEN);
  found.found(BROKEN);
  found.stored();
  clock.ms += 1_000_000;
  expect(found.condition.store).toBe("damaged");
  expect(found.condition.problem).toContain("bazaar backup");
  expect(lines).toEqual(["error"]);
});

test("a lock is logged when it is found and when it is gone", () => {
  const { lines, health: found } = health();
  found.locked(true);
  expect(found.condition.store).toBe("locked");
  found.locked(false);
  expect(found.condition).toEqual({ store: "ok" });
  expect(lines).toEqual(["warn", "info"]);
});

test("a damaged store accepts writes until it is full or locked", () => {
  const { clock, health: found } = health();
  found.failed(BROKEN);
  expect(found.acceptsWrites).toBe(true);
  found.failed(FULL);
  expect(found.acceptsWrites).toBe(false);
  clock.ms += 60_001;
  expect(found.acceptsWrites).toBe(true);
  found.locked(true);
  expect(found.acceptsWrites).toBe(false);
  expect(found.condition.store).toBe("damaged");
});
