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
  "proposes",
  "instead",
  "sandbox",
  "verified",
  "cause",
  "try",
  "unproved",
  "runs",
  "differs",
] as const;
/** What stands below these is not what a command printed. */
const SAYS: ReadonlySet<string> = new Set(["proposes", "instead", "cause", "try", "verified"]);
/** Where a spinner or a progress line starts its row again. */
const REWRITTEN = /\r|\p{Cc}\[\d*[GK]/gu;
const STEP = /^ *\d+\.\d+s {2}(.*)$/;

export function hearScreen(shown: string, status: number | null): Heard {
  const rows = shown.replaceAll("\r\n", "\n").replaceAll(REWRITTEN, "\n");
  const screen = stripVTControlCharacters(rows);
  const steps = stepsOf(screen);
  const answers: Answer[] = [];
  let trying = null as Answer | null;
  let printed = "";
  for (const { label, text, below } of steps) {
    if (label === "sandbox" || label === "runs") printed = "";
    // What a command prints may stand below a line of progress.
    if (!SAYS.has(label)) printed += below;
    if (label === "proposes") trying = { explanation: text, command: null, change: rowsIn(below) };
    else if (label === "instead" && trying !== null)
      trying = { ...trying, command: rowsIn(below) || text };
    else if (label === "verified" && trying !== null) answers.push(trying);
    else if (label === "cause") answers.push({ explanation: text, command: null, change: "" });
    else if (label === "try") {
      const { explanation = "", change = "" } = answers.pop() ?? {};
      answers.push({ explanation, command: rowsIn(below) || text, change });
    }
  }
  const hasRun = steps.some(({ label }) => label === "runs");
  const hasFailed = steps.some(({ label }) => label === "failed");
  const isClaimed = hasFailed && status === 0;
  const output = hasRun || isClaimed ? printed : "";
  return { answers, output, hasRun, hasFailed, isClaimed, screen };
}

/** The rows of a command, each of which starts with a bar. */
function rowsIn(below: string): string {
  const rows = below.split("\n").filter((line) => line.startsWith("│ "));
  return rows.map((line) => line.slice(2)).join("\n");
}

function stepsOf(screen: string): readonly Step[] {
  const steps: Step[] = [];
  for (const line of screen.split("\n")) {
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
