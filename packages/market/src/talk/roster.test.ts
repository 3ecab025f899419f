import { agentNamed, HeldSeat } from "@bazaar/testkit/conformance";
import { expect, test } from "vitest";
import type { Claim } from "./claim.ts";
import { MAX_AGENTS, Roster } from "./roster.ts";

const claim = (id: string, sinceMs: number, channels: readonly string[] = []): Claim => ({
  agent: agentNamed(id),
  channels,
  sinceMs,
  address: null,
});

test.each([
  ["the later one", { a: 1, b: 2 }, "b"],
  ["the later one, whoever is named last", { a: 2, b: 1 }, "a"],
  ["of equally late ones that of the last name", { a: 1, b: 1 }, "b"],
])("of two claims %s is shown, in whatever order they come", (_, sinceMs, winner) => {
  for (const order of [["a", "b"] as const, ["b", "a"] as const]) {
    const roster = new Roster("own");
    for (const process of order) roster.put(process, claim("ada", sinceMs[process], [process]));
    expect(roster.shown("ada")?.process).toBe(winner);
    expect(roster.room(winner)?.has("ada")).toBe(true);
    roster.remove(winner, "ada");
    const loser = winner === "a" ? "b" : "a";
    expect(roster.channelsOf("ada")).toEqual([loser]);
    expect(roster.room(winner)).toBeNull();
  }
});

test("members stay in the order in which they came, whatever else changes", () => {
  const roster = new Roster("own");
  for (const id of ["ada", "bob", "eve"]) roster.put("a", claim(id, 1, ["#general"]));
  roster.put("a", claim("ada", 1, ["#help", "#general"]));
  const ids = () => [...(roster.room("#general")?.members() ?? [])].map(({ agent }) => agent.id);
  expect(ids()).toEqual(["ada", "bob", "eve"]);
  roster.putOwn(claim("ada", 2), new HeldSeat());
  roster.putOwn(claim("ada", 2, ["#general"]), new HeldSeat());
  expect(ids()).toEqual(["bob", "eve", "ada"]);
});

test("a process claims only so many agents", () => {
  const roster = new Roster("own");
  for (let at = 0; at <= MAX_AGENTS; at += 1) roster.put("a", claim(`agent ${at}`, 1));
  expect(roster.claimsOf("a")).toHaveLength(MAX_AGENTS);
  roster.put("a", claim("agent 0", 1, ["#general"]));
  expect(roster.channelsOf("agent 0")).toEqual(["#general"]);
  roster.put("b", claim("bob", 1));
  expect(roster.shown("bob")).not.toBeNull();
});
