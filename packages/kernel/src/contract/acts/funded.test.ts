import {
  AGENT,
  awaitingDeposit,
  bonded,
  PRINCIPAL,
  RIVAL,
  reserved,
  SERVER,
  type Story,
  sampleData,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";

const from = (told: Story, changes: JsonObject = {}): JsonObject => ({
  ...sampleData("funded", told.state),
  ...changes,
});
const secondReservation = (): Story => reserved().act(AGENT, "decline").act(RIVAL, "bond");
const rows: { when: string; told: Story; changes?: JsonObject; to: string }[] = [
  { when: "the principal's deposit is there", told: awaitingDeposit(), to: "open" },
  { when: "the agent's deposit is there", told: reserved(), to: "investigating" },
  { when: "it is too much", told: awaitingDeposit(), changes: { amount: "1" }, to: "open" },
  {
    when: "it is one raw too little",
    told: awaitingDeposit(),
    changes: { amount: "0.669999999999999999999999999999" },
    to: "deposit_not_due",
  },
  {
    when: "it is nothing",
    told: awaitingDeposit(),
    changes: { amount: "0" },
    to: "deposit_not_due",
  },
  { when: "it comes at the deadline", told: awaitingDeposit().wait(60), to: "open" },
  { when: "it comes too late", told: awaitingDeposit().wait(60.001), to: "deadline_passed" },
  {
    when: "the reservation has just ended",
    told: reserved().wait(20.001),
    to: "deadline_passed",
  },
  {
    when: "the agent pays before it bonds",
    told: awaitingDeposit(),
    changes: { side: "agent", seat: 1n },
    to: "deposit_not_due",
  },
  {
    when: "the agent pays for no seat at all",
    told: awaitingDeposit(),
    changes: { side: "agent", seat: 0n },
    to: "deposit_not_due",
  },
  {
    when: "the principal pays in the agent's window",
    told: reserved(),
    changes: { side: "principal", seat: 0n },
    to: "deposit_not_due",
  },
  {
    when: "it is for a seat that was left",
    told: secondReservation(),
    changes: { seat: 1n },
    to: "deposit_not_due",
  },
  {
    when: "it is for the present seat",
    told: secondReservation(),
    changes: { seat: 2n },
    to: "investigating",
  },
  {
    when: "it names no pot",
    told: awaitingDeposit(),
    changes: { pot: 1n },
    to: "deposit_not_due",
  },
  {
    when: "it names a pot beyond all bounds",
    told: awaitingDeposit(),
    changes: { pot: 2n },
    to: "malformed_act",
  },
  {
    when: "its amount is malformed",
    told: awaitingDeposit(),
    changes: { amount: "1e3" },
    to: "malformed_amount",
  },
  {
    when: "it names no sender",
    told: awaitingDeposit(),
    changes: { account: null },
    to: "malformed_act",
  },
  { when: "nothing is awaited", told: bonded(), to: "wrong_phase" },
  { when: "the contract is over", told: awaitingDeposit().lapse(), to: "contract_ended" },
];

test.each(rows)("when $when → $to", ({ told, changes, to }) => {
  expect(told.leadsTo(SERVER, "funded", from(told, changes))).toBe(to);
});

test("an excess goes back to the account it came from", () => {
  const told = awaitingDeposit();
  told.act(SERVER, "funded", from(told, { amount: "0.7", account: "nano_sender" }));
  expect(told.legs).toMatchObject([
    {
      key: `${told.state.id}/0`,
      amount: 3n * 10n ** 28n,
      rail: "nano",
      to: { role: "sender", party: null, account: "nano_sender" },
    },
  ]);
  expect(told.state.held).toEqual([{ principal: 67n * 10n ** 28n, agent: 0n }]);
  expect(told.lapse().legs.map(({ key }) => key)).toEqual(
    [0, 1].map((n) => `${told.state.id}/${n}`),
  );
});

test("the contract is listed, and its pickup starts, when the money is there", () => {
  const told = awaitingDeposit().wait(40).act(SERVER, "funded");
  expect(told.state.deadline).toEqual({
    kind: "pickup",
    atMs: told.nowMs + 30_000,
    waitingFor: "any_agent",
  });
});

test("each side is told where to pay, once, with its seat and its time", () => {
  const told = reserved();
  expect(told.tasks).toMatchObject([
    {
      kind: "open_hold",
      key: `${told.state.id}/task/0`,
      payload: { side: "principal", seat: 0, pot: 0, amount: 67n * 10n ** 28n },
    },
    {
      kind: "open_hold",
      key: `${told.state.id}/task/1`,
      payload: { side: "agent", seat: 1, party: AGENT.party, expiresMs: told.nowMs + 20_000 },
    },
  ]);
});

test("a second payment for the same deposit is not due", () => {
  const told = awaitingDeposit();
  const data = from(told);
  told.act(SERVER, "funded", data);
  expect(told.leadsTo(SERVER, "funded", data)).toBe("wrong_phase");
});

test("only the server writes it", () => {
  expect(awaitingDeposit().leadsTo(PRINCIPAL, "funded")).toBe("server_only");
});
