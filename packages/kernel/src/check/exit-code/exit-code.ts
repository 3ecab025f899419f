/** The command, run again on top of the fix, ends with the agreed exit code. */
import type { JsonObject } from "../../canonical/json.ts";
import type { CheckKind } from "../check-kind.ts";
import { isCommandAgreed } from "../rerun.ts";

export interface ExitCodeCheck {
  readonly method: "exit_code";
  readonly expected: number;
}

const MAX_EXIT_CODE = 255;

export const exitCode: CheckKind<ExitCodeCheck> = {
  method: "exit_code",
  documentMethod: "exit_code",
  replays: (_, work) => isCommandAgreed(work),
  decidedBy: "exit_code",
  read(read, source) {
    const given = (name: string) => read.integer(name, { max: MAX_EXIT_CODE });
    const expected =
      source === "document" ? (read.optional("expected", given) ?? 0) : given("expected");
    return { method: "exit_code", expected };
  },
  json: ({ method, expected }) => ({ method, expected: BigInt(expected) }),
  judge({ expected }, { exit_code: code }) {
    if (typeof code !== "bigint") return "no_verdict";
    return code === BigInt(expected) ? "pass" : "fail";
  },
  cost: () => 0,
  isSupported: saysHowItEnded,
  words: ({ expected }) => `exit code ${expected}`,
  rule: ({ expected }) => `the command ends with exit code ${expected}`,
};

/** A command that was stopped has no exit code, and this is why. */
function saysHowItEnded({ exit_code, signal, stopped_by }: JsonObject): boolean {
  return [exit_code, signal, stopped_by].some((fact) => fact !== undefined && fact !== null);
}
