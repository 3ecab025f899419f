import {
  AGENT,
  ARBITERS,
  accepted,
  calling,
  deliberating,
  PANEL,
  PRINCIPAL,
  panelCall,
  revealing,
  SERVER,
  Story,
  sampleTerms,
  toySigner,
  unseated,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../canonical/json.ts";
import { actTable } from "../test/act-table.ts";

const call = (changes: JsonObject = {}): JsonObject => ({
  ...panelCall(calling().state),
  ...changes,
});
const [a, b, c] = ARBITERS.map(({ party }) => party);
const pool = (...members: Json[]): JsonObject => call({ pool: members });
const crowd = (size: number): JsonObject =>
  call({
    pool: Array.from({ length: size }, (_, at) => [
      `@${at}`.padStart(6, "0"),
      toySigner(`one of ${at}`).party,
    ]),
  });

actTable("panel_called", SERVER, [
  { when: "there are enough", told: calling(), to: "deliberating" },
  { when: "it comes at the deadline", told: calling().wait(60), data: call(), to: "deliberating" },
  { when: "it comes late", told: calling().wait(60.001), data: call(), to: "deadline_passed" },
  { when: "it was called before", told: revealing(), data: call(), to: "wrong_stage" },
  { when: "a tier has the case", told: deliberating(), data: call(), to: "wrong_phase" },
  { when: "no case is open", told: accepted(PANEL), data: call(), to: "wrong_phase" },
  { when: "a side calls it", told: calling(), by: PRINCIPAL, to: "server_only" },
  {
    when: "it answers another question",
    told: calling(),
    data: call({ question: 3n }),
    to: "stale_answer",
  },
  {
    when: "three may sit",
    told: calling(),
    data: pool(["a", a!], ["b", b!], ["c", c!]),
    to: "deliberating",
  },
  {
    when: "it is not sorted",
    told: calling(),
    data: pool(["b", a!], ["a", b!]),
    to: "malformed_act",
  },
  {
    when: "an id is there twice",
    told: calling(),
    data: pool(["a", a!], ["a", b!]),
    to: "malformed_act",
  },
  {
    when: "a party is there twice",
    told: calling(),
    data: pool(["a", a!], ["b", a!]),
    to: "malformed_act",
  },
  { when: "an id is empty", told: calling(), data: pool(["", a!]), to: "malformed_act" },
  {
    when: "an id is too long",
    told: calling(),
    data: pool(["a".repeat(65), a!]),
    to: "malformed_act",
  },
  { when: "somebody is no party", told: calling(), data: pool(["a", "ada"]), to: "malformed_act" },
  {
    when: "a member has three parts",
    told: calling(),
    data: pool(["a", a!, 1n]),
    to: "malformed_act",
  },
  { when: "there is no pool", told: calling(), data: call({ pool: null }), to: "malformed_act" },
  {
    when: "the pool is as large as it may be",
    told: calling(),
    data: crowd(2_000),
    to: "deliberating",
  },
  { when: "the pool is larger", told: calling(), data: crowd(2_001), to: "malformed_act" },
  {
    when: "the proposal has no id",
    told: calling(),
    data: call({ proposal: "" }),
    to: "malformed_act",
  },
  {
    when: "its nonce is short",
    told: calling(),
    data: call({ server_nonce: "0f" }),
    to: "malformed_act",
  },
  {
    when: "the principal may sit",
    told: calling(),
    data: pool(["a", PRINCIPAL.party]),
    to: "conflict_of_interest",
  },
  {
    when: "the agent may sit",
    told: calling(),
    data: pool(["a", AGENT.party]),
    to: "conflict_of_interest",
  },
]);

test("nobody in the pool belongs to the owner of a side", () => {
  const terms = sampleTerms(PANEL);
  const isSameOwner = (one: string, other: string): boolean =>
    one === other || (one === b && other === AGENT.party);
  const told = new Story(terms, { isSameOwner })
    .act(PRINCIPAL, "post")
    .act(AGENT, "bond")
    .act(AGENT, "accept")
    .act(PRINCIPAL, "dispute_filed");
  expect(told.refusal(SERVER, "panel_called")).toEqual({ code: "conflict_of_interest", author: b });
});

test("with two there is no panel, and the other side is asked to answer", () => {
  const told = calling().act(SERVER, "panel_called", pool(["a", a!], ["b", b!]));
  expect(told.state.case?.panel?.stage).toBe("fallback");
  expect(told.state.deadline).toMatchObject({ kind: "fallback", waitingFor: "agent" });
  expect(unseated().state.case?.panel?.stage).toBe("fallback");
});

test("the question is answered with it", () => {
  expect(calling().state.case?.question).toBe(0);
  expect(revealing().state.case?.question).toBeNull();
});
