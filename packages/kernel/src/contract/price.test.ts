import { AGENT, PRINCIPAL, quotable, RIVAL, SERVER, type Story } from "@bazaar/testkit";
import { expect, test } from "vitest";

const quoted = (price: string): Story => quotable().act(AGENT, "accept", { price });

test("the price is divided on success: 10 % platform, 15 % author, 5 % referrer", () => {
  const told = quoted("0.8").act(AGENT, "fix").act(PRINCIPAL, "verify");
  expect(told.paid).toBe("agent 0.56, principal 0.2, platform 0.08, author 0.12, referrer 0.04");
  expect(told.legs.map(({ to }) => to.party)).toEqual([
    AGENT.party,
    PRINCIPAL.party,
    SERVER.party,
    RIVAL.party,
    SERVER.party,
  ]);
});

test("the whole budget goes back on failure, and a price ends with the seat of its agent", () => {
  expect(quoted("0.8").act(PRINCIPAL, "cancel").paid).toBe("principal 1");
  const told = quoted("0.1").act(AGENT, "back_out").act(RIVAL, "accept");
  expect(told.state.price).toBeNull();
  expect(told.act(RIVAL, "fix").act(PRINCIPAL, "verify").paid).toBe(
    "agent 0.7, platform 0.1, author 0.15, referrer 0.05",
  );
});
