/** Each step of a purchase in words, and as facts for `--json`. */
import type { BuyStep } from "@bazaar/client";
import {
  contractAlias,
  formatAmount,
  type JsonObject,
  type NamedCheck,
  type Pot,
} from "@bazaar/kernel";
import { moneyWords } from "../money-words.ts";
import { endedWords } from "./ended-words.ts";

export interface StepLine {
  readonly step: string;
  readonly words: string;
  readonly facts: JsonObject;
}

const VERDICT_WIDTH = 10;
const SHOWN_KEY = "fix_".length + 12;
const SHOWN_HASH = "sha256:".length + 12;

export function stepLines(step: BuyStep): readonly StepLine[] {
  switch (step.step) {
    case "test_money": {
      const { asset, given } = step;
      // Why there is none is part of what the purchase ends with.
      if (!given.ok) return [];
      const facts = { amount: given.value, currency: asset };
      return [line("money", `${moneyWords(given.value, asset)} of test money`, facts)];
    }
    case "posted": {
      const { id, state } = step.contract;
      const facts = { job_id: contractAlias(id), contract_id: id };
      return [line("posted", `${heldText(state.terms.pots[0])} held · job ${facts.job_id}`, facts)];
    }
    case "resumed": {
      const { id, state } = step.contract;
      const facts = { job_id: contractAlias(id), contract_id: id, phase: state.phase };
      return [
        line("resumed", `job ${facts.job_id}, posted before; it is ${words(state.phase)}`, facts),
      ];
    }
    case "accepted": {
      const { by, price } = step;
      const [amount = "", currency = ""] = price.split(" ");
      return [
        line("accepted", `for ${moneyWords(amount, currency)} by ${by.slice(0, SHOWN_KEY)}…`, {
          by,
          price,
        }),
      ];
    }
    case "approved": {
      const { ruleId, policyId } = step.approval;
      const policy = policyId === null ? "none" : `${policyId.slice(0, SHOWN_HASH)}…`;
      const said = [...(ruleId === null ? [] : [`by ${ruleId}`]), `policy ${policy}`];
      const facts = { approval_rule_id: ruleId, policy_bundle_id: policyId };
      return [line("approved", said.join(", "), facts)];
    }
    case "handed_in": {
      const attempt = BigInt(step.attempt);
      return [line("handed in", `result ${attempt}; it is verified here`, { attempt })];
    }
    case "verified": {
      const { verdict, reason, named, trajectory } = step;
      const { isValid, words } = trajectory;
      return [
        ...named.map(checkLine),
        line("trajectory", isValid ? `valid: ${words}` : `not valid: ${words}`, { valid: isValid }),
        line("verified", reason === null ? verdict : `${verdict}: ${reason}`, { verdict, reason }),
      ];
    }
    case "disputed":
      return [
        line(
          "disputed",
          "it cannot be decided here: a court decides, or the market checks it again",
          {},
        ),
      ];
    case "ended": {
      const { phase, deadline } = step.contract.state;
      const because = endedWords(step.contract);
      if (deadline === null) return [line("ended", because, { phase, because })];
      const until = new Date(deadline.atMs).toISOString();
      return [line("rejected", because, { phase, until })];
    }
  }
}

function checkLine({ name, verdict, details }: NamedCheck): StepLine {
  const words = `${verdict.padEnd(VERDICT_WIDTH)} ${name}${details === null ? "" : `: ${details}`}`;
  return line("check", words, { name, verdict, details });
}

function line(step: string, words: string, facts: JsonObject): StepLine {
  return { step, words, facts };
}

function words(phase: string): string {
  return phase.replaceAll("_", " ");
}

function heldText(pot: Pot | undefined): string {
  if (pot === undefined || pot.schedule === "stake") return "nothing";
  return moneyWords(formatAmount(pot.bounty, pot.asset), pot.asset.code);
}
