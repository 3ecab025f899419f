import { AGENT, bonded, PRINCIPAL, RIVAL, story } from "@bazaar/testkit";
import { actTable, textLimit } from "../test/act-table.ts";

actTable("answer", PRINCIPAL, [
  { when: "the principal answers", told: bonded(), to: "investigating" },
  { when: "the agent answers", told: bonded(), by: AGENT, to: "not_a_party" },
  { when: "no agent has bonded", told: story(), to: "nobody_to_talk_to" },
  { when: "a stranger answers", told: bonded(), by: RIVAL, to: "not_a_party" },
  { when: "nothing was asked", told: bonded(), to: "investigating" },
  {
    when: "the contract was canceled",
    told: bonded().act(PRINCIPAL, "cancel"),
    to: "contract_ended",
  },
]);

textLimit("answer", PRINCIPAL, {
  field: "message",
  max: 4_000,
  isOptional: false,
  told: bonded,
  to: "investigating",
});
