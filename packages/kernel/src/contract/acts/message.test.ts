import {
  AGENT,
  bonded,
  contested,
  deliberating,
  fixed,
  halted,
  PRINCIPAL,
  RIVAL,
  reserved,
  ruled,
  story,
} from "@bazaar/testkit";
import { actTable, textLimit } from "../test/act-table.ts";

actTable("message", AGENT, [
  { when: "it is empty", told: bonded(), data: { message: "" }, to: "malformed_act" },
  { when: "no agent has bonded", told: story(), by: PRINCIPAL, to: "nobody_to_talk_to" },
  { when: "the only agent left", told: bonded().act(AGENT, "decline"), to: "nobody_to_talk_to" },
  { when: "a deposit is awaited", told: reserved(), by: PRINCIPAL, to: "reserved" },
  {
    when: "a former agent interrupts",
    told: bonded().act(AGENT, "decline").act(RIVAL, "bond"),
    to: "not_a_party",
  },
  { when: "the court deliberates", told: deliberating(), to: "deliberating" },
  { when: "it is halted", told: halted(), to: "halted" },
  { when: "the principal rejected the fix", told: contested(), to: "contest" },
  { when: "the deadline has passed", told: bonded().wait(121), to: "investigating" },
  { when: "it is fulfilled", told: fixed().act(PRINCIPAL, "verify"), to: "fulfilled" },
  { when: "it is resolved", told: ruled().lapse(), by: PRINCIPAL, to: "resolved" },
  { when: "it is canceled", told: bonded().act(PRINCIPAL, "cancel"), to: "contract_ended" },
  { when: "it is voided", told: deliberating().lapse(), to: "contract_ended" },
]);

textLimit("message", AGENT, {
  field: "message",
  max: 4_000,
  isOptional: false,
  told: bonded,
  to: "investigating",
});
