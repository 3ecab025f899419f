import { expect, test } from "vitest";
import { RateWindow } from "./rate-window.ts";
import { Rates } from "./rates.ts";
import { DEFAULT_LISTEN_SETTINGS } from "./settings.ts";

const REFUSED = { refusal: { code: "rate_limited", limit: "requests from one address" } };

function rates(requests: number): Rates {
  return new Rates({ ...DEFAULT_LISTEN_SETTINGS.limits, perAddress: { requests, seconds: 60 } });
}

test.each([
  { length: 0, counts: 0 },
  { length: 16_383, counts: 0 },
  { length: 16_384, counts: 1 },
  { length: 65_536, counts: 4 },
  { length: 524_288, counts: 32 },
])("a body of $length characters counts as $counts more requests", ({ length, counts }) => {
  const enough = rates(counts + 1);
  expect(enough.countLength("a", length)).toBeNull();
  expect(enough.count("perAddress", "a"), "one more fits").toBeNull();
  expect(enough.count("perAddress", "a")).toMatchObject(REFUSED);
  expect(enough.count("perAddress", "b"), "others are others").toBeNull();
});

test("a body that exceeds the remaining limit is refused", () => {
  const few = rates(3);
  expect(few.countLength("a", 4 * 16_384)).toMatchObject(REFUSED);
});

test("an address whose requests took too long waits for the next minute, others do not", () => {
  let nowMs = 5_000;
  const limited = new Rates(
    { ...DEFAULT_LISTEN_SETTINGS.limits, busyMsPerAddress: 100 },
    () => nowMs,
  );
  expect(limited.spentTime("a")).toBeNull();
  limited.countTime("a", 99.5);
  expect(limited.spentTime("a")).toBeNull();
  limited.countTime("a", 30);
  const limit = "time of this server for one address";
  expect(limited.spentTime("a")).toMatchObject({ refusal: { code: "rate_limited", limit } });
  expect(limited.spentTime("b")).toBeNull();
  nowMs += 60_001;
  expect(limited.spentTime("a")).toBeNull();
});

test("thirty messages a minute are allowed, and the next one is refused", () => {
  const usual = new Rates(DEFAULT_LISTEN_SETTINGS.limits);
  for (let said = 0; said < 30; said += 1) {
    expect(usual.countParty("talkPerIdentity", "a")).toBeNull();
  }
  expect(usual.countParty("talkPerIdentity", "a")).not.toBeNull();
});

test("a refusal says when its window ends, and then counting starts again", () => {
  let nowMs = 5_000;
  const once = { ...DEFAULT_LISTEN_SETTINGS.limits, perAddress: { requests: 1, seconds: 60 } };
  const limited = new Rates(once, () => nowMs);
  const waits = (): number | null => {
    const refused = limited.count("perAddress", "a");
    if (refused === null) return null;
    return Number(Reflect.get(refused.refusal, "retryAfterSeconds"));
  };
  expect(waits()).toBeNull();
  expect(waits()).toBe(60);
  nowMs += 20_500;
  expect(waits(), "further requests do not extend the wait").toBe(40);
  nowMs += 39_499;
  expect(waits()).toBe(1);
  nowMs += 2;
  expect(waits()).toBeNull();
  expect(waits()).toBe(60);
});

test("the number of keys is bounded, and active keys are remembered", () => {
  const window = new RateWindow({ requests: 1, seconds: 60 }, () => 1);
  for (let at = 0; at < 150_000; at += 1) {
    window.count(`address ${at}`, 1);
    if (at % 1_000 === 0) window.count("regular", 1);
  }
  expect(window.size).toBe(100_000);
  expect(window.count("address 149999", 1)).toBe(60_000);
  expect(window.count("regular", 1)).toBe(60_000);
  expect(window.count("address 0", 1)).toBe(0);
});

test("the networks of one IPv6 site have eight shares together, of requests and of time", () => {
  const limits = { ...DEFAULT_LISTEN_SETTINGS.limits, busyMsPerAddress: 100 };
  const limited = new Rates({ ...limits, perAddress: { requests: 1, seconds: 60 } });
  const network = (at: number) => `2001:db8:7:${at}::/64`;
  for (let at = 0; at < 8; at += 1) {
    expect(limited.count("perAddress", network(at))).toBeNull();
    expect(limited.count("perAddress", network(at)), "refused, and not the site's").not.toBeNull();
    limited.countTime(network(at), 100);
  }
  expect(limited.count("perAddress", network(8))).toMatchObject(REFUSED);
  expect(limited.spentTime(network(8))).toBeNull();
  limited.countTime(network(8), 1);
  expect(limited.spentTime(network(9))).not.toBeNull();
  expect(limited.timeOf(network(9)), "the time of the whole site").toBe(801);
  expect(limited.count("perAddress", "2001:db8:8:1::/64"), "another site").toBeNull();
});
