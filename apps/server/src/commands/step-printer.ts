/** What a command that goes on for long does, step by step: a line for a person or a line of JSON. */
import { asciiJson, say, sayLine } from "@bazaar/terminal";

export type Facts = Readonly<Record<string, string | null>>;
export type PrintStep = (step: string, facts: Facts) => void;

const MAX_SHOWN = 200;
const SHOWN_ID = 12;

export function stepPrinter(isJson: boolean): PrintStep {
  return (step, facts) => {
    if (isJson) say(asciiJson(JSON.stringify({ step, ...facts })));
    else sayLine(words(step, facts));
  };
}

function words(step: string, { job = null, ...facts }: Facts): string {
  const shown = Object.entries(facts)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`);
  const about = job === null ? [] : [job.slice(0, SHOWN_ID)];
  const line = [...about, step.replaceAll("_", " "), shown.join(", ")];
  const text = line.filter((part) => part !== "").join(" ");
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
}
