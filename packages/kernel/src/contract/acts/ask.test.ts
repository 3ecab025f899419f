import { AGENT, bonded, PRINCIPAL, RIVAL, story } from "@bazaar/testkit";
import { actTable, textLimit } from "../test/act-table.ts";

actTable("ask", AGENT, [
  { when: "the agent asks", told: bonded(), to: "investigating" },
  { when: "the principal asks", told: bonded(), by: PRINCIPAL, to: "not_a_party" },
  { when: "no agent has bonded", told: story(), to: "nobody_to_talk_to" },
  { when: "another agent asks", told: bonded(), by: RIVAL, to: "not_a_party" },
  {
    when: "the contract was canceled",
    told: bonded().act(PRINCIPAL, "cancel"),
    to: "contract_ended",
  },
]);

textLimit("ask", AGENT, {
  field: "message",
  max: 4_000,
  isOptional: false,
  told: bonded,
  to: "investigating",
});
