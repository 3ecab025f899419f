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
/** Where a spinner or a progress line starts its row again. */
const REWRITTEN = /\r|\p{Cc}\[\d*[GK]/gu;
const STEP = /^ *\d+\.\d+s {2}(.*)$/;

export function hearScreen(shown: string, status: number | null): Heard {
  const screen = stripVTControlCharacters(
    shown.replaceAll("\r\n", "\n").replaceAll(REWRITTEN, "\n"),
  );
  const steps = stepsOf(screen);
  const answers: Answer[] = [];
  let trying = null as Answer | null;
  let [inSandbox, outside] = ["", ""];
  for (const { label, text, below } of steps) {
    if (label === "proposes")
      trying = { explanation: text, command: null, change: below.replaceAll(/^│ /gm, "").trim() };
    else if (label === "instead" && trying !== null) trying = { ...trying, command: text };
    else if (label === "sandbox") inSandbox = below;
    else if (label === "verified" && trying !== null) answers.push(trying);
    else if (label === "cause") answers.push({ explanation: text, command: null, change: "" });
    else if (label === "try") {
      const { explanation = "", change = "" } = answers.pop() ?? {};
      answers.push({ explanation, command: text, change });
    } else if (label === "runs") outside = below;
  }
  const hasRun = steps.some(({ label }) => label === "runs");
  const hasFailed = steps.some(({ label }) => label === "failed");
  const isClaimed = hasFailed && status === 0;
  const output = hasRun ? outside : isClaimed ? inSandbox : "";
  return { answers, output, hasRun, hasFailed, isClaimed, screen };
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
