/**
 * The judge without a model: it rules on recorded facts alone, and only on facts that the side
 * they favour did not write. It reads no argument, so no argument can talk it into anything; what
 * the facts do not decide is `impossible`, where nobody is punished and either side may appeal.
 */
import type { Judge, Opinion } from "@bazaar/market/ports";
import { type Case, openCase } from "../record/open-case.ts";
import { type RecordedFacts, recordedFacts } from "../record/recorded-facts.ts";

interface Finding {
  readonly outcome: "fulfilled" | "canceled" | "impossible";
  readonly because: string;
  /** The entries it rests on. */
  readonly seqs: readonly number[];
}

const INTRODUCTION =
  "Ruled by the facts judge: no model, no reading of arguments, only what the record establishes.";

export function factsJudge(): Judge {
  return { opine: async (file) => opinionOf(find(await openCase(file))) };
}

function find(opened: Case): Finding {
  const facts = recordedFacts(opened);
  return (
    onRerun(facts) ?? onOwnEvidence(facts) ?? onOwnOutput(facts) ?? onNoWork(facts) ?? UNDECIDED
  );
}

function opinionOf({ outcome, because, seqs }: Finding): Opinion {
  const entries = seqs.length === 0 ? "" : ` It rests on ${nameSeqs(seqs)}.`;
  return {
    answer: outcome,
    reasoning: `${INTRODUCTION} ${because}${entries}`,
    details: { judge_kind: "facts", rests_on: seqs.map(BigInt) },
  };
}

function nameSeqs(seqs: readonly number[]): string {
  return seqs.length === 1 ? `entry ${seqs[0]}` : `entries ${seqs.join(", ")}`;
}

/** The market ran the check itself, so neither side wrote what it showed. */
function onRerun({ rerun }: RecordedFacts): Finding | null {
  if (rerun === null || rerun.verdict === "no_verdict") return null;
  const isPass = rerun.verdict === "pass";
  return {
    outcome: isPass ? "fulfilled" : "canceled",
    because: `The court's own re-run of the agreed check ended with ${rerun.verdict}.`,
    seqs: [rerun.seq],
  };
}

/** The principal's own evidence favours the agent, so its reported result does not count. */
function onOwnEvidence({ verifications, fixSeqs }: RecordedFacts): Finding | null {
  const passing = verifications.findLast(({ verdict }) => verdict === "pass");
  if (passing === undefined) return null;
  const fixSeq = fixSeqs.findLast((seq) => seq < passing.seq);
  return {
    outcome: "fulfilled",
    because: "By the principal's own evidence every agreed check passes after the fix.",
    seqs: fixSeq === undefined ? [passing.seq] : [fixSeq, passing.seq],
  };
}

/** The principal showed the output that it had withheld, and it favours the agent. */
function onOwnOutput({ opened }: RecordedFacts): Finding | null {
  const passing = opened.findLast(({ by, of }) => by === "principal" && of?.verdict === "pass");
  if (passing?.of == null) return null;
  return {
    outcome: "fulfilled",
    because: "By the output that the principal had withheld every agreed check passes.",
    seqs: [passing.of.seq, passing.seq],
  };
}

/**
 * Nothing was handed in, and it was the agent's doing: it went to court itself, or did not
 * answer the filing. A principal that stops the work before a fix, or withholds a result, caused
 * this itself and gains nothing by it.
 */
function onNoWork(facts: RecordedFacts): Finding | null {
  const isAgentsDoing = facts.filer === "agent" || facts.silentSide === "agent";
  if (facts.fixSeqs.length > 0 || facts.openCommands > 0 || !isAgentsDoing) return null;
  const how = facts.filer === "agent" ? "went to court without one" : "did not answer the filing";
  return { outcome: "canceled", because: `The agent handed in no fix and ${how}.`, seqs: [] };
}

const UNDECIDED: Finding = {
  outcome: "impossible",
  because: "The recorded facts decide this case for neither side.",
  seqs: [],
};
