import { chainJson } from "../../canonical/chain-json.ts";
import type { Json } from "../../canonical/json.ts";
import { type CommandDocument, parseDocument } from "../../contract/document.ts";
import { readTerms } from "../../contract/parse-terms.ts";
import type { Terms } from "../../contract/terms.ts";
import { termsJson } from "../../contract/terms-json.ts";
import { parseAmount } from "../../money/amount.ts";

/**
 * Which statement of the signed document the terms contradict; null if none. The terms are validated
 * where the post is decided, and their checks must be those of the document.
 */
export function statedProblem(json: Json, signed: Json | undefined): string | null {
  const terms = readTerms(json);
  const document = parseDocument(signed, "read");
  if (!terms.ok || !document.ok) return "the terms or the document cannot be read";
  const broken = STATEMENTS.find(({ holds }) => !holds(terms.value, document.value));
  return broken === undefined ? null : `the principal stated another ${broken.what}`;
}

interface Statement {
  readonly what: string;
  readonly holds: (terms: Terms, document: CommandDocument) => boolean;
}

const STATEMENTS: readonly Statement[] = [
  {
    what: "command",
    holds: ({ work }, { command }) => work.kind === "command" && work.spec.command === command,
  },
  { what: "agent", holds: ({ agent, group }) => agent === null && group === null },
  { what: "mode", holds: ({ rules }, { mode }) => rules.mode === mode },
  {
    what: "rule",
    holds: (terms, { rules }) =>
      Object.entries(rules).every(([name, value]) => Reflect.get(terms.rules, name) === value),
  },
  {
    what: "check",
    holds: (terms, { checks }) => {
      const stated = termsJson({ ...terms, checks }).checks;
      return chainJson(termsJson(terms).checks ?? null) === chainJson(stated ?? null);
    },
  },
  {
    what: "judge",
    holds: ({ court }, { judge }) =>
      court.kind === "none" ? judge === null : judge?.toLowerCase() === court.judge,
  },
  { what: "bounty", holds: isStatedBounty },
];

/** The currency's name and the amount; which rail carries it is the market's offer. */
function isStatedBounty({ pots, court }: Terms, { escrow, judgeFee }: CommandDocument): boolean {
  const [pot, ...others] = pots;
  if (escrow === null) return pot === undefined;
  if (pot?.schedule !== "symmetric-bond" || others.length > 0) return false;
  const bounty = parseAmount(escrow.bounty, pot.asset);
  const fee = judgeFee === null ? null : parseAmount(judgeFee, pot.asset);
  const isFee = fee === null || court.kind === "none" || (fee.ok && fee.value === pot.judgeFee);
  return pot.asset.code === escrow.currency && bounty.ok && bounty.value === pot.bounty && isFee;
}
