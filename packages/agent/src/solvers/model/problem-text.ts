/** The prompt text of a problem: our own sentences, and everything else fenced as data. */
import { barred, cutBody, dataBlock, tagFor } from "@bazaar/work/model";
import type { Problem } from "../../problem.ts";

interface Block {
  readonly label: string;
  readonly text: string;
  /** Characters shown. */
  readonly limit: number;
}

const LIMITS = { command: 2_000, error: 12_000, output: 6_000, fix: 4_000, said: 4_000 };
const MAX_SEEN = 8;
const MAX_TRIED = 5;
const MAX_NOTES = 4;

/** `notes` are the outcomes of earlier moves that the contract does not show. */
export function problemText(problem: Problem, notes: readonly string[]): string {
  const { looksLeft, attemptsLeft, checks } = problem;
  const methods = checks.map(({ method }) => method).join(", ");
  const counts = `You have ${looksLeft} looks and ${attemptsLeft} attempts left. Checked by: ${methods}.`;
  return `${fenced(blocksOf(problem, notes))}${counts}`;
}

function fenced(blocks: readonly Block[]): string {
  // Errors are at the end.
  const bodies = blocks.map(({ text, limit }) => cutBody(barred(text), limit, 2));
  const tag = tagFor(bodies.join("\n"), bodies);
  return blocks.map(({ label }, at) => dataBlock(tag, label, bodies[at] ?? "")).join("");
}

function blocksOf(problem: Problem, notes: readonly string[]): readonly Block[] {
  const { command, error, machine, capabilities } = problem;
  const names = [machine.os, machine.arch, ...machine.packageManagers].join(", ");
  const may = capabilities.length === 0 ? "nothing" : capabilities.join(", ");
  return [
    { label: "the command that failed", text: command, limit: LIMITS.command },
    { label: "what it said", text: error, limit: LIMITS.error },
    { label: "the machine", text: names, limit: LIMITS.command },
    { label: "what a fix may use beyond the machine itself", text: may, limit: LIMITS.command },
    ...problem.seen.slice(-MAX_SEEN).flatMap((seen) => [
      { label: "asked", text: seen.command, limit: LIMITS.command },
      { label: "its output", text: seen.output, limit: LIMITS.output },
    ]),
    ...problem.tried
      .slice(-MAX_TRIED)
      .flatMap((tried) => [
        { label: "tried, and failed", text: tried.shell, limit: LIMITS.fix },
        ...(tried.correctedCommand === null
          ? []
          : [{ label: "with the command", text: tried.correctedCommand, limit: LIMITS.command }]),
        { label: "what was said about it", text: tried.said, limit: LIMITS.said },
      ]),
    ...notes.slice(-MAX_NOTES).map((text) => ({
      label: "an earlier move of yours came to nothing",
      text,
      limit: LIMITS.command,
    })),
  ];
}
