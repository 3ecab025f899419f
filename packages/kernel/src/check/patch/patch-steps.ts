/**
 * The steps of a patch's check. Facts that are missing leave a step open: a patch fails only for what
 * was seen. What could not be run for want of time, or because a sandbox broke, was not seen. A command
 * that exceeds a limit only since the patch was seen to fail: the same limits held before it.
 */
import type { NamedCheck } from "../named-check.ts";
import { quoted } from "../step.ts";
import { isStopAbout } from "../stopped-by.ts";
import type { Verdict } from "../verdict.ts";
import { coveredBy } from "./glob.ts";
import {
  type CommandEnd,
  type PatchChange,
  type PatchCounts,
  type PatchFacts,
  UNSTARTED_EXIT_CODES,
} from "./patch-facts.ts";
import { pathProblem } from "./patch-path.ts";
import { type PatchCheck, targetsOf } from "./patch-terms.ts";
import { testProblem } from "./test-protection.ts";

/** What a changed file may be afterwards; others are links and submodules. */
const PLAIN_MODES: readonly string[] = ["100644", "100755"];

export function patchSteps(check: PatchCheck, facts: PatchFacts): readonly NamedCheck[] {
  const { patch, applies, runs, baseline } = facts;
  return [
    known("hash_matches", patch, ({ sha256, claimedSha256 }) =>
      claimedSha256 === null
        ? "the result states no hash"
        : failure(sha256 !== claimedSha256, `the patch has ${sha256}`),
    ),
    notEmpty(facts),
    known("text_only", patch, ({ binaryHunks, copies }) =>
      failure(binaryHunks + copies > 0, `${binaryHunks} binary hunks, ${copies} copied files`),
    ),
    withinLimits(check, facts),
    known("applies_cleanly", applies, (does) => failure(!does, "git apply refuses it")),
    eachChange("paths_allowed", facts, pathsAllowed(check)),
    eachChange("tests_untouched", facts, testsUntouched(check)),
    eachChange("modes_plain", facts, modesPlain),
    countsMatch(facts),
    baselineRed(check, facts),
    ...check.commands.map((_, place) =>
      passes(place === 0 ? "tests_pass" : `verification:${place}`, {
        before: baseline[place] ?? null,
        after: runs[place] ?? null,
      }),
    ),
  ];
}

function notEmpty({ patch, changes, isCut }: PatchFacts): NamedCheck {
  const isNothing = patch?.bytes === 0 || (changes?.length === 0 && !isCut);
  return known("not_empty", patch, () => failure(isNothing, "it changes nothing"));
}

function countsMatch({ patch, counts }: PatchFacts): NamedCheck {
  const name = "counts_match";
  if (patch === null) return step(name, "no_verdict", NOT_SEEN);
  const { claimedCounts: claimed } = patch;
  // A result that states no counts does not lie about them.
  if (claimed === null) return step(name, "pass", null);
  return known(name, counts, (actual) => failure(!areEqual(claimed, actual), countWords(actual)));
}

function areEqual(one: PatchCounts, other: PatchCounts): boolean {
  const isSame = one.additions === other.additions && one.deletions === other.deletions;
  return isSame && one.files === other.files;
}

function countWords({ files, additions, deletions }: PatchCounts): string {
  return `files: ${files}, lines added: ${additions}, removed: ${deletions}`;
}

function withinLimits(check: PatchCheck, { patch, changes, isCut }: PatchFacts): NamedCheck {
  const name = "within_limits";
  if (patch !== null && patch.bytes > check.maxBytes) {
    return step(name, "fail", `${patch.bytes} bytes; at most ${check.maxBytes}`);
  }
  if (isCut) return step(name, "fail", "more changes than can be listed");
  return known(name, changes, ({ length }) =>
    failure(length > check.maxFiles, `${length} files; at most ${check.maxFiles}`),
  );
}

/** Why a patch of this check must not make a change, for one who makes it. */
export function changeProblem(check: PatchCheck): ChangeProblem {
  const problems = [pathsAllowed(check), testsUntouched(check)];
  return (change) => problems.map((problemOf) => problemOf(change)).find((one) => one) ?? null;
}

/** Says why a change is not accepted, or null. */
type ChangeProblem = (change: PatchChange) => string | null;

function pathsAllowed({ allowedPaths, disallowedPaths }: PatchCheck): ChangeProblem {
  const isAllowed = allowedPaths.length === 0 ? () => true : coveredBy(allowedPaths);
  const isDisallowed = coveredBy(disallowedPaths);
  return ({ path }) =>
    pathProblem(path) ??
    failure(!isAllowed(path), "is not among the allowed paths") ??
    failure(isDisallowed(path), "is among the disallowed paths");
}

function testsUntouched({ protectedPaths, protects }: PatchCheck): ChangeProblem {
  const isProtected = coveredBy(protectedPaths);
  const problemOf = testProblem(protects ?? null);
  return (change) => failure(isProtected(change.path), "is protected") ?? problemOf(change);
}

const modesPlain: ChangeProblem = ({ newMode }) =>
  failure(newMode !== null && !PLAIN_MODES.includes(newMode), "becomes a link or a submodule");

/** One failure is enough; that there is none is known only of a whole list. */
function eachChange(name: string, facts: PatchFacts, problemOf: ChangeProblem): NamedCheck {
  for (const change of facts.changes ?? []) {
    const problem = problemOf(change);
    if (problem !== null) return step(name, "fail", `${quoted(change.path)} ${problem}`);
  }
  const isWhole = facts.changes !== null && !facts.isCut;
  return step(name, isWhole ? "pass" : "no_verdict", isWhole ? null : NOT_SEEN);
}

/** A job that was done already says nothing about the patch: nobody failed, and nobody has to pay. */
function baselineRed(check: PatchCheck, { baseline }: PatchFacts): NamedCheck {
  const name = "baseline_red";
  const ends = targetsOf(check).map((place) => baseline[place] ?? null);
  if (ends.some((end) => hasRun(end) && !isGreen(end))) return step(name, "pass", null);
  const open = ends.find((end) => !hasRun(end));
  if (open !== undefined) return step(name, "no_verdict", wordsOf(open));
  return step(name, "no_verdict", "it passed before the patch, too");
}

interface BeforeAndAfter {
  readonly before: CommandEnd;
  readonly after: CommandEnd;
}

function passes(name: string, { before, after }: BeforeAndAfter): NamedCheck {
  if (after !== null && "exitCode" in after && (hasRun(after) || hasRun(before))) {
    return step(name, isGreen(after) ? "pass" : "fail", wordsOf(after));
  }
  if (!isOwnDoing(after)) return step(name, "no_verdict", wordsOf(after));
  const words = `${wordsOf(after)}; before the patch: ${wordsOf(before)}`;
  return step(name, hasEnded(before) ? "fail" : "no_verdict", words);
}

/** Whether it ended otherwise than by itself for what it did, as far as that can be seen from it alone. */
function isOwnDoing(end: CommandEnd): boolean {
  if (end === null) return false;
  return "signal" in end || ("stoppedBy" in end && isStopAbout(end.stoppedBy, "command"));
}

/** By itself: with an exit code or a signal. */
function hasEnded(end: CommandEnd): boolean {
  return end !== null && !("stoppedBy" in end);
}

/** By itself, and it was not the shell that did not find it: that says nothing about any patch. */
function hasRun(end: CommandEnd): boolean {
  return hasEnded(end) && !isUnstarted(end);
}

function isUnstarted(end: CommandEnd): boolean {
  return end !== null && "exitCode" in end && UNSTARTED_EXIT_CODES.includes(end.exitCode);
}

function isGreen(end: CommandEnd): boolean {
  return end !== null && "exitCode" in end && end.exitCode === 0;
}

function wordsOf(end: CommandEnd): string {
  if (end === null) return "it was not run";
  if (isUnstarted(end))
    return "a program or directory that it needs is not found, or cannot be used";
  if ("exitCode" in end) return `exit code ${end.exitCode}`;
  return "signal" in end ? `signal ${quoted(end.signal)}` : `stopped by ${quoted(end.stoppedBy)}`;
}

const NOT_SEEN = "it was not seen";

/** `problemOf` says what is wrong with a fact; without the fact there is no verdict. */
function known<T>(name: string, fact: T | null, problemOf: (fact: T) => string | null): NamedCheck {
  if (fact === null) return step(name, "no_verdict", NOT_SEEN);
  const problem = problemOf(fact);
  return step(name, problem === null ? "pass" : "fail", problem);
}

function failure(isSo: boolean, words: string): string | null {
  return isSo ? words : null;
}

function step(name: string, verdict: Verdict, details: string | null): NamedCheck {
  return { name, verdict, details };
}
