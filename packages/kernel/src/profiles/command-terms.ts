/** Terms of a failed command, as far as fix/2 and escrow/1 have them alike. */
import type { Terms } from "../contract/terms.ts";
import type { CourtTerms } from "../court/courts.ts";
import { type Result, refuse } from "../refusal.ts";
import type { Pot } from "../settlement/pot.ts";
import { type CommandDocument, parseDocument } from "./command-document.ts";
import { findCourt, type OfferedCourt } from "./offered-court.ts";
import type { Filled } from "./profile.ts";
import {
  areStatedChecks,
  areStatedRules,
  firstContradiction,
  isStatedJudge,
  type Statement,
} from "./statements.ts";

export function statedCourt(
  { judge, escrow }: CommandDocument,
  courts: readonly OfferedCourt[],
): Result<CourtTerms> {
  const court = findCourt(courts, judge);
  if (!court.ok || judge === null || escrow !== null) return court;
  const because = "a court needs a bounty";
  return refuse({ code: "unsupported_terms", dial: "court", value: judge, because });
}

export function filledCommand(
  { command, checks, mode, rules }: CommandDocument,
  court: CourtTerms,
  pot: Pot | null,
): Filled {
  return {
    agent: null,
    work: { kind: "command", spec: { command } },
    checks,
    court,
    pots: pot === null ? [] : [pot],
    // Free mode stakes nothing, so an agent may as well begin at once.
    rules: { mode, looksFirst: pot !== null, ...rules },
  };
}

const STATEMENTS: readonly Statement<CommandDocument>[] = [
  {
    what: "command",
    holds: ({ work }, { command }) => work.kind === "command" && work.spec.command === command,
  },
  { what: "agent", holds: ({ agent, group }) => agent === null && group === null },
  { what: "mode", holds: ({ rules }, { mode }) => rules.mode === mode },
  { what: "rule", holds: (terms, { rules }) => areStatedRules(terms, rules) },
  { what: "check", holds: (terms, { checks }) => areStatedChecks(terms, checks) },
  { what: "judge", holds: (terms, { judge }) => isStatedJudge(terms, judge) },
];

/** Which statement of the document the terms contradict; the bounty is the profile's to compare. */
export function commandContradiction(
  bounty: Statement<CommandDocument>["holds"],
): (terms: Terms, json: Terms["document"]) => string | null {
  const statements = [...STATEMENTS, { what: "bounty", holds: bounty }];
  return (terms, json) => {
    // The terms were validated, and their checks must be those of the document.
    const document = parseDocument(json, "read");
    if (!document.ok) return "document";
    return firstContradiction(statements, terms, document.value);
  };
}
