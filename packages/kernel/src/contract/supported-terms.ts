/** Which terms can be kept: combinations that no rail, court or clock could carry are refused. */
import { courtOf } from "../court/courts.ts";
import { formatAmount } from "../money/amount.ts";
import { type Refused, refuse } from "../refusal.ts";
import { assetProblem, CUSTODY } from "../settlement/custody.ts";
import type { Pot } from "../settlement/pot.ts";
import type { Terms } from "./terms.ts";

/** Refuses combinations that no rail or court supports. */
export function unsupported(terms: Terms): Refused | null {
  for (const { rail, schedule, asset, due } of terms.pots) {
    const custody = CUSTODY[rail];
    const no = (because: string): Refused =>
      refuse({ code: "unsupported_terms", dial: "money", value: `${rail}/${schedule}`, because });
    if (!custody.schedules.includes(schedule)) return no(`${rail} cannot hold ${schedule}`);
    if (custody.courts !== "all" && !custody.courts.includes(terms.court.kind)) {
      return no(`${rail} cannot wait for a ${terms.court.kind} court`);
    }
    const problem = assetProblem(rail, schedule, asset);
    if (problem !== null) return no(problem);
    if (due.principal > custody.maxUnits || due.agent > custody.maxUnits) {
      return no(`${rail} holds at most ${formatAmount(custody.maxUnits, asset)} ${asset.code}`);
    }
  }
  const { court } = terms;
  const misfit = courtOf(court.kind).misfit(court, terms);
  if (misfit !== null) {
    const [dial, value] = ["court" as const, court.kind];
    return refuse({ code: "unsupported_terms", dial, value, because: misfit });
  }
  if (terms.rules.reopens && terms.pots.some(({ schedule }) => schedule === "court-fees")) {
    const because = "a court-fees contract ends when its agent leaves";
    return refuse({ code: "unsupported_terms", dial: "rules", value: "reopens", because });
  }
  return lateDeposit(terms) ?? onePayPot(terms.pots);
}

/** Deposits that are due at acceptance must be there at once, and nobody takes the seat again. */
function lateDeposit({ pots, rules }: Terms): Refused | null {
  if (!pots.some(({ funds }) => funds === "accept")) return null;
  const slow = pots.find(({ rail }) => !CUSTODY[rail].isOnOwnBooks);
  if (slow !== undefined) {
    const because = "deposits at acceptance need rails that hold at once";
    return refuse({ code: "unsupported_terms", dial: "money", value: slow.rail, because });
  }
  if (!rules.reopens) return null;
  const because = "a contract with deposits at acceptance ends when its agent leaves";
  return refuse({ code: "unsupported_terms", dial: "rules", value: "reopens", because });
}

function onePayPot(pots: readonly Pot[]): Refused | null {
  const stakes = pots.filter(({ schedule }) => schedule === "stake").length;
  if (stakes <= 1 && pots.length - stakes <= 1) return null;
  const because = "a contract holds at most one pot that pays and one stake";
  return refuse({
    code: "unsupported_terms",
    dial: "money",
    value: `${pots.length} pots`,
    because,
  });
}
