/** The recorded facts as lines of text. Nothing that a party wrote can appear in them. */
import { checkRule } from "@bazaar/kernel";
import type { Case } from "../record/open-case.ts";
import {
  type OpenedOutput,
  type RecordedFacts,
  recordedFacts,
  type Verification,
} from "../record/recorded-facts.ts";

/** The latest of each kind; the transcript has them all. */
const MAX_LISTED = 10;

export function factLines(opened: Case): string {
  const { terms, seat } = opened.record.state;
  const facts = recordedFacts(opened);
  const lines = [
    `The work is of the kind "${terms.work.kind}"; all agreed checks must pass:`,
    ...terms.checks.map((check, index) => `  ${index + 1}. ${checkRule(check)}`),
    "",
    "Established by the market, not by a party:",
    ...procedureLines(facts),
    `- Fixes handed in by this agent: ${seqList(facts.fixSeqs)}`,
    `- Failed attempts: ${seat?.attempts ?? 0} of ${terms.rules.maxAttempts}.`,
    ...facts.verifications.slice(-MAX_LISTED).map(verificationLine),
    ...facts.opened.slice(-MAX_LISTED).map(openedLine),
    ...rerunLines(facts),
  ];
  if (facts.openCommands > 0) {
    lines.push(
      `- Commands of the agent without a result from the principal: ${facts.openCommands}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

function procedureLines({ filer, silentSide, rulings }: RecordedFacts): string[] {
  const filed = filer === null ? [] : [`- The case was filed by the ${filer}.`];
  const silent = silentSide === null ? [] : [`- The ${silentSide} did not answer in its time.`];
  const earlier = rulings.map(({ bench, outcome }) => `- Earlier ruling, ${bench}: ${outcome}.`);
  return [...filed, ...silent, ...earlier];
}

function verificationLine({ seq, isSuccess, isSupported, verdict }: Verification): string {
  const claim = isSuccess ? "success" : "failure";
  if (!isSupported && (verdict === null || verdict === "no_verdict")) {
    return `- Entry ${seq}: the principal reported ${claim} without evidence for the agreed checks.`;
  }
  if (verdict === null) return `- Entry ${seq}: the principal reported ${claim}.`;
  const evidence =
    verdict === "no_verdict"
      ? "its evidence does not decide the checks"
      : `its own evidence: ${verdict}`;
  return `- Entry ${seq}: the principal reported ${claim}; by the agreed checks, ${evidence}.`;
}

function openedLine({ seq, by, of }: OpenedOutput): string {
  const shown = `- Entry ${seq}: the ${by} shows an output that`;
  return of === null
    ? `${shown} no verification has committed to: it proves nothing.`
    : `${shown} entry ${of.seq} had committed to; with it the agreed checks give ${of.verdict}.`;
}

function rerunLines({ rerun }: RecordedFacts): string[] {
  return rerun === null ? [] : [`- Entry ${rerun.seq}: the court's own re-run: ${rerun.verdict}.`];
}

function seqList(seqs: readonly number[]): string {
  if (seqs.length === 0) return "none.";
  const listed = seqs.slice(-MAX_LISTED).join(", ");
  return `${seqs.length}, the latest in entries ${listed}.`;
}
