/**
 * The rules of acts that only a timeout causes: the data is exactly that of the timeout, and the
 * server can write it only after the deadline.
 */
import { SERVER, type Story } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import type { ServerAct } from "../act-rules.ts";
import { timeoutAct } from "../clocks.ts";

/** Every reason that some clock act gives; each is tried on all the others. */
const REASONS = [
  "unfunded",
  "unclaimed",
  "no_deposit",
  "agent_silent",
  "look_over",
  "principal_silent",
  "exhausted",
  "rejected",
  "canceled",
  "timeout",
  "no_appeal",
];

export interface ClockRow {
  readonly when: string;
  readonly told: () => Story;
  readonly says: JsonObject;
}

export function clockAct(act: ServerAct, rows: readonly ClockRow[]): void {
  describe.each(rows)(`${act} when $when`, ({ told, says }) => {
    const late = (): Story => {
      const overdue = told().waitForDeadline();
      overdue.nowMs += 1;
      return overdue;
    };

    test("is the act of the timeout", () => {
      expect(timeoutAct(told().state)).toEqual({ type: act, data: says });
      expect(late().refusal(SERVER, act, says)).toBeNull();
    });

    test.each([
      { how: "a field added", data: { ...says, note: "sorry" } },
      { how: "a null added", data: { ...says, note: null } },
      { how: "a question added", data: { ...says, question: 0n } },
      ...REASONS.filter((reason) => reason !== says.reason).map((reason) => ({
        how: `reason ${reason}`,
        data: { reason },
      })),
    ])("is refused with $how", ({ data }) => {
      expect(late().refusal(SERVER, act, data)).toMatchObject({ code: "malformed_act", act });
    });

    test("is too early at the deadline, with any data", () => {
      for (const data of [says, { ...says, note: "sorry" }]) {
        expect(told().waitForDeadline().leadsTo(SERVER, act, data)).toBe("too_early");
      }
    });
  });
}
