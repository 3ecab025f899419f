/** What a case before a panel and a task with an expiry wait for, told to people. */
import {
  AGENT,
  hearing,
  opening,
  revealing,
  type Story,
  sampleTerms,
  seating,
  story,
  unseated,
  voting,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { silenceWords, waitingWords } from "./state-words.ts";

test.each<{ when: string; told: () => Story; awaits: string; next: string }>([
  {
    when: "the nonce is awaited",
    told: revealing,
    awaits: "your nonce, 5 min left",
    next: "the dispute lapses",
  },
  {
    when: "arbiters are asked",
    told: seating,
    awaits: "the arbiters to take their seats, 30 min left",
    next: "there is no panel: whether the dispute is answered decides",
  },
  {
    when: "a panel sits",
    told: hearing,
    awaits: "evidence of either side, 1 h left",
    next: "the court rules without that answer",
  },
  {
    when: "it votes",
    told: voting,
    awaits: "the votes of the arbiters, 1 h left",
    next: "the votes decide",
  },
  {
    when: "votes are opened",
    told: opening,
    awaits: "the arbiters to open their votes, 5 min left",
    next: "the votes decide",
  },
  {
    when: "there is no panel",
    told: unseated,
    awaits: "the agent's answer to the dispute, 30 min left",
    next: "the side that filed the dispute wins it",
  },
  {
    when: "a task with an expiry is open",
    told: expiring,
    awaits: "an agent to take it, 1 min 40 s left",
    next: "the contract is canceled",
  },
  {
    when: "a task with an expiry is at work",
    told: () => expiring().act(AGENT, "accept"),
    awaits: "the agent's next step, 1 min 40 s left",
    next: "the contract is canceled",
  },
])("when $when, the principal reads that it waits for $awaits", ({ told, awaits, next }) => {
  const { state } = told();
  expect(waitingWords(state, "principal", state.receivedMs)).toBe(awaits);
  expect(silenceWords(state, "principal")).toBe(next);
});

function expiring(): Story {
  const rules = { looksFirst: false };
  const work = { kind: "task", spec: {}, expiresSeconds: 100 } as const;
  return story(sampleTerms({ work, pots: [], court: { kind: "none" }, rules }));
}
