import {
  AGENT,
  accepted,
  bonded,
  contested,
  failed,
  fixed,
  halted,
  PRINCIPAL,
  reserved,
  reviewed,
} from "@bazaar/testkit";
import { actTable, costTable, textLimit } from "../test/act-table.ts";

const ends = { rules: { reopens: false } };
const both = "principal 0.67, agent 0.67";

actTable("back_out", AGENT, [
  { when: "it investigates", told: bonded(), to: "open" },
  { when: "it works", told: accepted(), to: "open" },
  { when: "grace is over", told: accepted().wait(31), to: "open" },
  { when: "the contract then ends", told: accepted(ends), to: "canceled" },
  {
    when: "it was reserved for this agent",
    told: accepted({ agent: AGENT.party }),
    to: "canceled",
  },
  { when: "its fix is pending", told: fixed(), to: "fix_pending" },
  { when: "the review runs", told: reviewed(), to: "fix_pending" },
  { when: "the principal rejected the fix", told: contested(), to: "wrong_phase" },
  { when: "it is halted", told: halted(), to: "wrong_phase" },
  { when: "the principal sends it", told: accepted(), by: PRINCIPAL, to: "not_a_party" },
  { when: "its turn is over", told: accepted().wait(120.001), to: "deadline_passed" },
  { when: "it backs out of a reservation", told: reserved(), to: "wrong_phase" },
]);

// B 0.5, J 0.17, F 0.05, C 0.05: 0.67 from each side.
costTable("back_out", AGENT, [
  { when: "the agent investigates", told: bonded(), paid: "agent 0.67" },
  { when: "the agent leaves in grace", told: accepted().wait(30), paid: "agent 0.67" },
  {
    when: "the agent leaves late",
    told: accepted().wait(30.001),
    paid: "agent 0.57, principal 0.05, platform 0.05",
  },
  {
    when: "the agent leaves after its fix failed",
    told: failed().wait(31),
    paid: "agent 0.67",
  },
  {
    when: "the agent leaves after its fix failed and the contract ends",
    told: failed(fixed(ends)).wait(31),
    paid: both,
  },
  { when: "the agent leaves in grace and the contract ends", told: accepted(ends), paid: both },
  {
    when: "the agent leaves late and the contract ends",
    told: accepted(ends).wait(31),
    paid: "principal 0.67, agent 0.57, platform 0.1",
  },
  {
    when: "there is no grace at all",
    told: accepted({ rules: { graceSeconds: 0 } }).wait(0.001),
    paid: "agent 0.57, principal 0.05, platform 0.05",
  },
]);

textLimit("back_out", AGENT, {
  field: "reason",
  max: 2_000,
  isOptional: true,
  told: accepted,
  to: "open",
});
