import { shownVerdict } from "@bazaar/kernel";
import type { JudgeEvidence } from "@bazaar/market/ports";

/** Judges at once, in this thread: for programs that have nothing else to do meanwhile. */
export const judgeHere: JudgeEvidence = async (checks, evidence) => shownVerdict(checks, evidence);
