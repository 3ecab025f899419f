/** Reads what `fix` showed on a terminal: steps, each with a label, and indented text below them. */
import { stripVTControlCharacters } from "node:util";
import type { Answer, Heard } from "./heard.ts";

interface Step {
  readonly label: string;
  readonly text: string;
  /** What stands below it. */
  readonly below: string;
}

/** Labels that matter here; the others are progress. */
const LABELS = [
  "failed",
  "tries",
  "instead",
  "verified",
  "cause",
  "try",
  "unproved",
  "runs",
] as const;
/** What stands below these is not what a command printed. */
const SAYS: ReadonlySet<string> = new Set(["verified", "cause", "try", "unproved"]);
/** Where a spinner or a progress line starts its row again. */
const REWRITTEN = /\r|\p{Cc}\[\d*[GK]/gu;
const STEP = /^ *\d+\.\d+s {2}(.*)$/;

export function hearScreen(shown: string, status: number | null): Heard {
  const rows = shown.replaceAll("\r\n", "\n").replaceAll(REWRITTEN, "\n");
  const screen = stripVTControlCharacters(rows);
  const steps = stepsOf(screen);
  const answers: Answer[] = [];
  let trying: Answer = NOTHING;
  let printed = "";
  for (const [at, { label, text, below }] of steps.entries()) {
    if (label === "tries" || label === "runs") printed = "";
    // What a command prints may stand below a line of progress.
    if (!SAYS.has(label)) printed += below.replaceAll(ROW, "");
    if (label === "tries") trying = { ...NOTHING, change: rowsIn(below) };
    if (label === "instead") trying = { ...trying, command: rowsIn(below) || text };
    if (label === "verified") answers.push(trying);
    // The cause of what was verified, or one that is only named.
    if (label === "cause" && steps[at - 1]?.label !== "verified") answers.push(NOTHING);
    if (label === "cause") answers.push({ ...(answers.pop() ?? NOTHING), explanation: text });
    if (label === "try")
      answers.push({ ...(answers.pop() ?? NOTHING), command: rowsIn(below) || text });
  }
  const hasRun = steps.some(({ label }) => label === "runs");
  const hasFailed = steps.some(({ label }) => label === "failed");
  const isClaimed = hasFailed && status === 0;
  const output = hasRun || isClaimed ? printed : "";
  return { answers, output, hasRun, hasFailed, isClaimed, screen };
}

const NOTHING: Answer = { explanation: "", command: null, change: "" };
/** Of several rows each has its number. */
const ROW = /^(?: *\d+ )?│ (.*)\n/gm;

/** The rows of a command, each of which starts with a bar. */
function rowsIn(below: string): string {
  return [...below.matchAll(ROW)].map(([, row]) => row).join("\n");
}

function stepsOf(screen: string): readonly Step[] {
  const steps: Step[] = [];
  for (const line of screen.replace(/\n$/, "").split("\n")) {
    const [, said] = STEP.exec(line) ?? [];
    const last = steps.at(-1);
    if (said !== undefined) steps.push({ ...labelled(said), below: "" });
    else if (last !== undefined) {
      const own = last.label === "runs" ? line : line.replace(/^ {8}/, "");
      steps[steps.length - 1] = { ...last, below: `${last.below}${own}\n` };
    }
  }
  return steps;
}

function labelled(said: string): { readonly label: string; readonly text: string } {
  const label = LABELS.find((name) => said.startsWith(`${name} `)) ?? "";
  return { label, text: said.slice(label.length).trim() };
}
