/** Reads what `fix --json` printed. What its commands printed stands between the events. */
import type { Answer, Heard } from "./heard.ts";
import type { Ended } from "./stage.ts";

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

export function hearEvents({ status, output: screen }: Ended): Heard {
  const answers: Answer[] = [];
  let trying: Answer | null = null;
  let [inSandbox, outside] = ["", ""];
  let [hasRun, hasFailed] = [false, false];
  for (const line of screen.replace(/\n$/, "").split("\n")) {
    const { before, event } = eventIn(line);
    if (hasRun) outside += event === null ? `${line}\n` : before;
    switch (event?.type) {
      case "failed":
        hasFailed = true;
        break;
      case "trying":
        trying = proposalIn(event.proposal);
        inSandbox = "";
        break;
      case "output":
        inSandbox += textIn(event, "text");
        break;
      case "tried":
        if (event.verdict === "pass" && trying !== null) answers.push(trying);
        break;
      case "hint":
        answers.push({
          explanation: textIn(event, "explanation"),
          command: textIn(event, "command") || null,
          change: "",
        });
        break;
      case "runs":
        hasRun = true;
        outside = "";
        break;
    }
  }
  const isClaimed = hasFailed && status === 0;
  const output = hasRun ? outside : isClaimed ? inSandbox : "";
  return { answers, output, hasRun, hasFailed, isClaimed, screen };
}

/** A command may print without ending its line before the next event. */
function eventIn(line: string): { readonly before: string; readonly event: Event | null } {
  const at = line.indexOf('{"type":"');
  if (at < 0) return { before: line, event: null };
  try {
    return { before: line.slice(0, at), event: JSON.parse(line.slice(at)) };
  } catch {
    return { before: line, event: null };
  }
}

function proposalIn(value: unknown): Answer {
  const proposal = (value ?? {}) as Readonly<Record<string, unknown>>;
  return {
    explanation: textIn(proposal, "explanation"),
    command: textIn(proposal, "correctedCommand") || null,
    change: textIn(proposal, "fix"),
  };
}

function textIn(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  return typeof value === "string" ? value : "";
}
