/** What was handed in for one contract, and that reports and checks decide as what they show does. */
import type { Verdict } from "@bazaar/kernel";
import { CHECK_VERDICTS, statedIn } from "./check-plays.ts";
import type { Seen } from "./seen.ts";
import { ensure } from "./violation.ts";

export const REPORTED = "a report does not contradict what it shows";
export const DECIDED = "a check that is run again decides as its evidence does";

const RULED: Readonly<Record<Verdict, readonly string[]>> = {
  pass: ["fulfilled"],
  fail: ["canceled"],
  no_verdict: ["split", "referred"],
};

/** As the text of a result has it, wherever that is. */
const QUALITY = /quality=(\w+)/;

export function qualityText(verdict: Verdict): string {
  return `quality=${verdict}`;
}

export class CheckBook {
  /** What the last result deserves; one by an agent that is not ours deserves nothing. */
  result: Verdict = "fail";

  saw({ step }: Seen): void {
    const { entry, state } = step;
    const { type, data } = entry;
    if (type === "fix") {
      const [, quality] = QUALITY.exec(String(data.fix)) ?? [];
      this.result = CHECK_VERDICTS.find((verdict) => verdict === quality) ?? "fail";
    }
    const shown = statedIn(data.evidence)?.verdict;
    if (shown === undefined) return;
    if (type === "verify" && shown !== "no_verdict") {
      ensure(data.success === (shown === "pass"), REPORTED, () => `${data.success} with ${shown}`);
    }
    if (type !== "checked") return;
    ensure(data.verdict === shown, DECIDED, () => `${data.verdict} with ${shown}`);
    const outcome = state.rulings.at(-1)?.outcome ?? "referred";
    ensure(RULED[shown].includes(outcome), DECIDED, () => `${shown} is ruled ${outcome}`);
  }
}
