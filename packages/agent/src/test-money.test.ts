import type { Answered } from "@bazaar/doors/connection";
import { units } from "@bazaar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { InProcess, taken } from "../../doors/src/http/connect/test/in-process.ts";
import { Agent, Principal, tries } from "../test/scripted.ts";

const MINUTE_MS = 60_000;
const PERIOD_MS = 10 * MINUTE_MS;

let place: InProcess;
let faucet: bigint;
beforeEach(async () => {
  faucet = units("5");
  place = await InProcess.open({
    needs: (needs) => ({
      ...needs,
      grants: { starting: () => 0n, faucet: () => faucet, faucetEveryMs: PERIOD_MS },
    }),
  });
});
afterEach(async () => {
  expect(place.under.faults).toEqual([]);
  await place[Symbol.asyncDispose]();
});

interface Asked {
  readonly atMinute: number;
  readonly got: string;
}

function startAgent(asked: Asked[]): Agent {
  const startMs = place.clock.nowMs();
  const askedForMoney = (_: string, answer: Answered<string>): void => {
    const atMinute = Math.floor((place.clock.nowMs() - startMs) / MINUTE_MS);
    asked.push({ atMinute, got: answer.ok ? answer.value : answer.refusal.code });
  };
  return new Agent(place, tries("touch it"), {
    hooks: { askedForMoney },
    limits: { pollMs: 10_000 },
  });
}

async function richPrincipal(): Promise<Principal> {
  const principal = new Principal(place);
  taken(await principal.connection.faucet("XNO"));
  return principal;
}

test("an agent without money asks for test money once and works", async () => {
  const principal = await richPrincipal();
  const asked: Asked[] = [];
  await using agent = startAgent(asked);
  const posted = await Promise.all([principal.post(), principal.post()]);
  const ended = await Promise.all(posted.map((contract) => principal.attend(contract)));
  expect(ended.map(({ state }) => state.phase)).toEqual(["fulfilled", "fulfilled"]);
  expect(asked).toEqual([{ atMinute: 0, got: "5" }]);
  expect(await place.balance(agent.connection)).toBe("5.9");
  expect(agent.errors).toEqual([]);
});

test("a market without a faucet is asked again after a minute, then after twice as long each time", async () => {
  const principal = await richPrincipal();
  faucet = 0n;
  const asked: Asked[] = [];
  await using agent = startAgent(asked);
  for (let minute = 0; minute < 40; minute += 1) {
    const open = await principal.post();
    await place.clock.sleep(MINUTE_MS);
    taken(await principal.connection.contract(open.id));
  }
  expect(asked).toEqual([0, 1, 3, 7, 15, 31].map((atMinute) => ({ atMinute, got: "no_faucet" })));
  expect(agent.errors).toEqual([]);
});

test("a faucet that gave too little is asked again when it says", async () => {
  const principal = await richPrincipal();
  faucet = units("0.4");
  const asked: Asked[] = [];
  await using agent = startAgent(asked);
  const startMs = place.clock.nowMs();
  const nextMinute = Math.floor((PERIOD_MS - (startMs % PERIOD_MS)) / MINUTE_MS);
  let phase = "";
  while (phase !== "fulfilled" && place.clock.nowMs() < startMs + 2 * PERIOD_MS) {
    phase = (await principal.attend(await principal.post())).state.phase;
  }
  expect(phase).toBe("fulfilled");
  expect(asked).toEqual([
    { atMinute: 0, got: "0.4" },
    { atMinute: 1, got: "too_early" },
    { atMinute: nextMinute, got: "0.4" },
  ]);
  expect(agent.errors).toEqual([]);
});
