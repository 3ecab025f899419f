import { expect, test } from "vitest";
import { RATING } from "../money/asset.ts";
import { due } from "./due.ts";
import { ROWS, type Row } from "./outcome.ts";
import type { StakePot } from "./pot.ts";
import { settle, settleSeat } from "./settle.ts";
import { sharesOf } from "./shares.ts";

const pot: StakePot = {
  schedule: "stake",
  asset: RATING,
  rail: "ledger",
  funds: "post",
  due: { principal: 30n, agent: 20n },
};

const TO_AGENT: readonly Row[] = ["ruled_fulfilled", "ruled_evil_principal"];
const TO_PRINCIPAL: readonly Row[] = ["ruled_canceled", "ruled_evil_agent"];
const BURNED: readonly Row[] = ["ruled_mutual", "ruled_evil_both"];
const moved = [...TO_AGENT, ...TO_PRINCIPAL, ...BURNED];

function divided(row: Row) {
  return settle(
    pot,
    pot.due,
    { row, filer: null, isFeeDue: true, leaversPaid: 0n, price: null },
    [],
  );
}

test.each(TO_AGENT)("%s moves both stakes to the agent", (row) => {
  expect(divided(row)).toEqual(sharesOf({ agent: 50n }));
});

test.each(TO_PRINCIPAL)("%s moves both stakes to the principal", (row) => {
  expect(divided(row)).toEqual(sharesOf({ principal: 50n }));
});

test.each(BURNED)("%s burns both stakes", (row) => {
  expect(divided(row)).toEqual(sharesOf({ burn: 50n }));
});

test.each(ROWS.filter((row) => !moved.includes(row)))("%s returns the stakes", (row) => {
  expect(divided(row)).toEqual(sharesOf({ principal: 30n, agent: 20n }));
});

test("a seat that ends returns the agent's stake, however it ends", () => {
  expect(settleSeat(pot, 20n, "seat_returned", 0n)).toEqual(sharesOf({ agent: 20n }));
  expect(settleSeat(pot, 20n, "seat_left_late", 0n)).toEqual(sharesOf({ agent: 20n }));
});

test("the stakes due are those agreed on", () => {
  expect(due(pot, false)).toEqual({ principal: 30n, agent: 20n });
});
