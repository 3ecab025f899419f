/** What an act's file says of it beside its effect, held to what the act does. */
import { readFileSync } from "node:fs";
import { type Story, sampleData } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { chainJson } from "../canonical/chain-json.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { Signer } from "../identity/signer.ts";
import type { Act, ActTraits, Facts } from "./act.ts";
import { type ActType, actTraits, maxEntryLength } from "./act-rules.ts";
import { comparedParties } from "./compared-parties.ts";
import { decide, NO_FACTS } from "./decide.ts";
import type { Seat } from "./state.ts";
import { ACT_SCENES } from "./test/act-scenes.ts";
import { longestData } from "./test/longest-data.ts";

type Scene = keyof typeof ACT_SCENES;

const ACTS = Object.keys(ACT_SCENES) as readonly Scene[];

function actIn(told: Story, by: Signer, type: ActType, data: JsonObject): Act {
  return { type, by: by.party === told.terms.platform ? "server" : by.party, data };
}

describe.each(ACTS)("%s", (type) => {
  const [by, scene] = ACT_SCENES[type];

  test("fits its entry at its longest, with the request that asked for it", () => {
    const length = chainJson(longestData(scene(), by, type)).length;
    expect(2 * length).toBeLessThan(maxEntryLength(type));
  });

  test("has the owners looked up that it compares", () => {
    const told = scene();
    const act = actIn(told, by, type, sampleData(type, told.state));
    const compared = new Set<string>();
    const isSameOwner: Facts["isSameOwner"] = (a, b) => {
      compared.add(a).add(b);
      return a === b;
    };
    expect(decide(told.state, act, told.nowMs, { ...NO_FACTS, isSameOwner }).ok).toBe(true);
    expect(comparedParties(told.state, act)).toEqual(expect.arrayContaining([...compared]));
  });

  test("says what it does with the seat", () => {
    const told = scene();
    const before = told.state.seat;
    const after = told.act(by, type).state.seat;
    expect(actTraits(type).seat).toBe(seatMove(before, after));
  });
});

test("those whose number has no small limit are the ones that the spec names", () => {
  const page = readFileSync(new URL("../../../../spec/state-machine.md", import.meta.url), "utf8");
  const said = /counted from the act that takes the seat\.([^.]*)`said_too_much`/.exec(page)?.[1];
  const named = [...(said ?? "").matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
  const traits = ACTS.filter((type) => actTraits(type).isUnlimited === true);
  expect(traits).toEqual(named);
});

function seatMove(before: Seat | null, after: Seat | null): ActTraits["seat"] {
  if (before === null) return after === null ? undefined : "takes";
  return after === null ? "leaves" : undefined;
}
