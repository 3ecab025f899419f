import { expect, test } from "vitest";
import { REFUSALS, refusedAnswer } from "./refused.ts";

test("every refusal is a 4xx or a 503", () => {
  for (const { code, status } of REFUSALS) {
    const isBusy = code === "unavailable" || code === "too_many_streams";
    expect(isBusy ? status === 503 : status >= 400 && status < 500, code).toBe(true);
  }
});

test("facts are fields beside the detail", () => {
  expect(refusedAnswer({ code: "wrong_phase", phase: "open", act: "fix" })).toEqual({
    status: 409,
    headers: {},
    body: {
      detail: "fix is not possible now: the contract's phase is open. Accept first.",
      code: "wrong_phase",
      phase: "open",
      act: "fix",
    },
  });
});

test.each([
  { waitMs: 4_900, said: "4.9s" },
  { waitMs: 119_900, said: "119.9s" },
  { waitMs: 120_000, said: "2 min" },
  { waitMs: 3_600_001, said: "61 min" },
  { waitMs: 7_200_000, said: "2 h" },
  { waitMs: 86_400_000, said: "24 h" },
])("a wait of $waitMs ms is shown as $said", ({ waitMs, said }) => {
  const early = refusedAnswer({ code: "too_early", readyAtMs: 7 + waitMs, receivedAtMs: 7 });
  expect(early.body.detail).toBe(`Rate limited. Wait ${said}`);
});

test("only a rate-limited connection is closed", () => {
  const limited = refusedAnswer({ code: "rate_limited", limit: "x", retryAfterSeconds: 9 });
  expect(limited.headers).toEqual({ Connection: "close", "Retry-After": "9" });
  expect(refusedAnswer({ code: "too_many_contracts", limit: 1 }).headers).toEqual({});
  expect(refusedAnswer({ code: "unavailable", retryAfterSeconds: 2 }).headers).toEqual({
    "Retry-After": "2",
  });
});

test("texts that old clients match stay the same", () => {
  const early = refusedAnswer({ code: "too_early", readyAtMs: 6_900, receivedAtMs: 2_000 });
  expect(early).toMatchObject({ status: 429, headers: { "Retry-After": "5" } });
  expect(early.body.detail).toBe("Rate limited. Wait 4.9s");
  const missing = refusedAnswer({ code: "missing_key", field: "principal_pubkey" });
  expect(missing).toMatchObject({ status: 403 });
  expect(missing.body.detail).toMatch(/^Missing principal pubkey/);
});
