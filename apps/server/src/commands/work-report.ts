/** Each step of a provider, as a line for a person or as a line of JSON. */
import type { JobHooks } from "@bazaar/agent/provider";
import type { Contract } from "@bazaar/doors/connection";
import { contractAlias, formatAmount } from "@bazaar/kernel";
import { complain } from "@bazaar/terminal";
import { moneyWords } from "./money-words.ts";
import { type Facts, type PrintStep, stepPrinter } from "./step-printer.ts";

export interface WorkReport {
  readonly hooks: JobHooks;
  readonly say: PrintStep;
}

const MAX_SHOWN = 200;

export function workReport(isJson: boolean): WorkReport {
  const print = stepPrinter(isJson);
  const tell = (step: string, { id }: Contract, facts: Facts = {}): void =>
    print(step, { job: contractAlias(id), ...facts });
  return {
    say: print,
    hooks: {
      declined: (contract, because) => tell("declined", contract, { because }),
      accepted: (contract, { schemaId }, price) =>
        tell("accepted", contract, { schema: schemaId, price: priceWords(contract, price) }),
      notTaken: (contract, { detail }) => tell("refused", contract, { because: detail }),
      resumed: (contract) => tell("resumed", contract, { phase: contract.state.phase }),
      working: (contract, { schemaId }) => tell("working", contract, { schema: schemaId }),
      failed: (contract, because) => tell("failed", contract, { because }),
      handedIn: (contract) => tell("handed_in", contract),
      rejected: (contract) => tell("rejected", contract),
      disputed: (contract, act) => tell(act, contract),
      ended: (contract) => tell("ended", contract, { outcome: outcomeOf(contract) }),
      error: (error) =>
        complain("bazaar", `continuing after an error: ${String(error).slice(0, MAX_SHOWN)}`),
    },
  };
}

function priceWords({ state }: Contract, price: string | null): string {
  const [pot] = state.terms.pots;
  if (pot === undefined || pot.schedule === "stake") return "nothing";
  return moneyWords(price ?? formatAmount(pot.bounty, pot.asset), pot.asset.code);
}

/** The phase, and how it was settled if that says more. */
function outcomeOf({ state }: Contract): string {
  const row = state.outcome?.row ?? null;
  return row === null || row === state.phase ? state.phase : `${state.phase} (${row})`;
}
