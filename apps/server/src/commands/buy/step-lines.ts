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
import { momentWords } from "./moment-words.ts";
import type { StepLine } from "./tell-steps.ts";

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
      const job = contractAlias(id);
      const untilMs = state.deadline?.atMs ?? null;
      const facts = { job_id: job, contract_id: id, ...untilFact(untilMs) };
      const open =
        untilMs === null
          ? ""
          : `; if nobody accepts it by ${momentWords(untilMs)}, the money comes back`;
      return [line("posted", `${heldText(state.terms.pots[0])} held · job ${job}${open}`, facts)];
    }
    case "resumed": {
      const { id, state } = step.contract;
      const facts = { job_id: contractAlias(id), contract_id: id, phase: state.phase };
      return [
        line("resumed", `job ${facts.job_id}, posted before; it is ${words(state.phase)}`, facts),
      ];
    }
    case "accepted": {
      const { by, price, untilMs } = step;
      const [amount = "", currency = ""] = price.split(" ");
      const due = untilMs === null ? "" : `; due by ${momentWords(untilMs)}`;
      const said = `for ${moneyWords(amount, currency)} by ${by.slice(0, SHOWN_KEY)}…${due}`;
      return [line("accepted", said, { by, price, ...untilFact(untilMs) })];
    }
    case "approved": {
      const { ruleId, policyId } = step.approval;
      const policy = policyId === null ? "" : `; policy ${policyId.slice(0, SHOWN_HASH)}…`;
      const facts = { approval_rule_id: ruleId, policy_bundle_id: policyId };
      return [line("approved", `by this command: every price up to --sats${policy}`, facts)];
    }
    case "handed_in": {
      const attempt = BigInt(step.attempt);
      return [line("handed_in", `result ${attempt}; verifying it here`, { attempt })];
    }
    case "verified": {
      const { verdict, reason, named, trajectory } = step;
      const { isValid, words } = trajectory;
      return [
        ...passedLine(named),
        ...named.map(checkLine),
        line("trajectory", isValid ? `valid: ${words}` : `not valid: ${words}`, { valid: isValid }),
        line("verified", reason === null ? verdict : `${verdict}: ${reason}`, { verdict, reason }),
      ];
    }
    case "disputed": {
      const { by } = step;
      const why =
        by === "buyer" ? "it cannot be decided here" : "the provider disputes the verification";
      return [line("disputed", `${why}: a court decides, or the market checks it again`, { by })];
    }
    case "ended": {
      const { phase, deadline } = step.contract.state;
      const because = endedWords(step.contract);
      if (deadline === null) return [line("ended", because, { phase, because })];
      const until = momentWords(deadline.atMs);
      return [line("rejected", because, { phase, until })];
    }
  }
}

/** What passes is told together: a person reads what does not. */
function passedLine(named: readonly NamedCheck[]): readonly StepLine[] {
  const passed = named.filter(({ verdict }) => verdict === "pass");
  if (passed.length === 0) return [];
  const names = passed.map(({ name, details }) =>
    details === null ? name : `${name} (${details})`,
  );
  return [{ step: "checks", words: `${passed.length} pass: ${names.join(", ")}`, facts: null }];
}

function checkLine({ name, verdict, details }: NamedCheck): StepLine {
  const because = details === null ? "" : `: ${details}`;
  const said = verdict === "pass" ? null : `${words(verdict)}: ${name}${because}`;
  return { step: "check", words: said, facts: { name, verdict, details } };
}

function untilFact(untilMs: number | null): JsonObject {
  return untilMs === null ? {} : { until: momentWords(untilMs) };
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
