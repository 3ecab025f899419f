/** Stories up to a given phase, with the sample terms or changed ones. */
import { judgeOf, type RulingOutcome } from "@bazaar/kernel";
import { sampleData } from "./sample-data.ts";
import {
  AGENT,
  budgetPot,
  JUDGE,
  PRINCIPAL,
  SERVER,
  samplePot,
  sampleTerms,
} from "./sample-terms.ts";
import { type Story, story } from "./story.ts";

type Changes = Parameters<typeof sampleTerms>[0];

/** Work whose check the court can run itself. */
const CHECKABLE = { kind: "run", spec: { command: "make test" } } as const;

/** The agent has bonded and investigates. */
export function bonded(changes: Changes = {}): Story {
  return story(sampleTerms(changes)).act(AGENT, "bond");
}

/** The agent has accepted. */
export function accepted(changes: Changes = {}): Story {
  return bonded(changes).act(AGENT, "accept");
}

/** A fix waits for its verification. */
export function fixed(changes: Changes = {}): Story {
  return accepted(changes).act(AGENT, "fix");
}

/** The fix failed its verification. */
export function failed(told: Story = fixed()): Story {
  return told.act(PRINCIPAL, "verify", { success: false });
}

/** The principal did not verify in time: the review runs. */
export function reviewed(changes: Changes = {}): Story {
  return fixed(changes).lapse();
}

/** The principal rejected the fix; the agent may dispute it. */
export function contested(changes: Changes = {}): Story {
  return reviewed(changes).act(PRINCIPAL, "review_reject");
}

/** The principal has filed a dispute. */
export function filed(changes: Changes = {}): Story {
  return accepted(changes).act(PRINCIPAL, "dispute_filed");
}

/** Both sides have argued; the court deliberates. */
export function deliberating(changes: Changes = {}): Story {
  return filed(changes).act(AGENT, "dispute_response");
}

/** Both sides have argued over a fix; the check is being run again. */
export function rechecked(changes: Changes = {}): Story {
  return fixed({ work: CHECKABLE, ...changes })
    .act(PRINCIPAL, "dispute_filed")
    .act(AGENT, "dispute_response");
}

/** The principal has halted the contract. */
export function halted(changes: Changes = {}): Story {
  return accepted(changes).act(PRINCIPAL, "halt");
}

/** The present bench gives this ruling; an external judge signs the entry itself. */
export function rule(told: Story, outcome: RulingOutcome): Story {
  const { court, platform } = told.terms;
  const isOwn = judgeOf(court) === platform;
  const said = { ...sampleData("ruling", told.state), outcome };
  return told.act(isOwn ? SERVER : JUDGE, "ruling", said);
}

/** The lowest tier has ruled. */
export function ruled(outcome: RulingOutcome = "fulfilled", changes: Changes = {}): Story {
  return rule(deliberating(changes), outcome);
}

/** The principal has appealed and both sides have argued again. */
export function appealed(told: Story = ruled()): Story {
  return told.act(PRINCIPAL, "appeal").act(AGENT, "dispute_response");
}

/** A contract with a budget, for which the agent names its price. */
export function quotable(): Story {
  return story(sampleTerms({ pots: [budgetPot()], rules: { looksFirst: false } }));
}

/** A contract on a slow rail, not yet funded. */
export function awaitingDeposit(changes: Changes = {}): Story {
  return story(sampleTerms({ pots: [samplePot({ rail: "nano" })], ...changes }));
}

/** The same, with an agent whose deposit has not arrived. */
export function reserved(changes: Changes = {}): Story {
  return awaitingDeposit(changes).act(SERVER, "funded").act(AGENT, "bond");
}
