import { AGENT, accepted, bonded, PRINCIPAL, RIVAL, type Story, toySigner } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { chainJson } from "../canonical/chain-json.ts";
import { replay } from "../transcript/verify-transcript.ts";
import { ENTRY_LENGTH, MAX_SAID, MAX_TRANSCRIPT, transcriptLength } from "./length.ts";

/** Written out in canonical form, each of these is six characters. */
const WIDE = String.fromCodePoint(0xe9);

const LONG = { output: WIDE.repeat(100_000) };

/** The principal answers with as much as it can, until this share is nearly used up. */
function filled(told: Story): Story {
  for (let round = 0; round < 3; round += 1) {
    told.act(AGENT, "investigate", { command: "ls" }).wait(5);
    told.act(PRINCIPAL, "result", { command: "ls", ...LONG });
  }
  return told;
}

describe("a side beyond its length limit", () => {
  test("gets long acts refused, with the limit", () => {
    const told = filled(bonded());
    told.act(AGENT, "investigate", { command: "ls" });
    const said = told.state.said.principal;
    const data = { command: "ls", ...LONG };
    expect(told.refusal(PRINCIPAL, "result", data)).toEqual({
      code: "said_too_much",
      said,
      length: chainJson(data).length + ENTRY_LENGTH,
      limit: MAX_SAID,
    });
  });

  test("may still send short acts", () => {
    const told = filled(bonded());
    told.act(AGENT, "investigate", { command: "ls" });
    expect(told.leadsTo(PRINCIPAL, "result", { command: "ls", output: "a".repeat(4_000) })).toBe(
      "investigating",
    );
  });

  test("takes nothing from the other side", () => {
    const told = filled(bonded()).act(AGENT, "accept");
    const fix = { fix: "x".repeat(100_000), explanation: "y".repeat(20_000) };
    expect(told.leadsTo(AGENT, "fix", fix)).toBe("verifying");
  });

  test("may still dispute at length: acts that decide are never too long for a transcript", () => {
    const told = filled(accepted({ rules: { investigationRounds: 100 } }));
    const argument = WIDE.repeat(20_000);
    expect(told.leadsTo(PRINCIPAL, "dispute_filed", { argument })).toBe("awaiting_response");
  });
});

describe("the count", () => {
  test("starts again with the next agent; the total keeps counting", () => {
    const told = filled(bonded());
    const all = transcriptLength(told.state);
    told.act(AGENT, "decline").act(RIVAL, "bond");
    expect(told.state.said).toMatchObject({ principal: 0, agent: 202 });
    expect(transcriptLength(told.state)).toBe(all + 202 + 202);
  });

  test("is what a replay counts", () => {
    const told = filled(bonded()).act(AGENT, "decline").act(RIVAL, "bond");
    const replayed = replay(told.transcript(), () => true);
    expect(replayed.ok && replayed.value.said).toEqual(told.state.said);
  });

  test("lets no new agent take an overlong contract", () => {
    let told = bonded();
    for (let agent = 2; transcriptLength(told.state) <= MAX_TRANSCRIPT; agent += 1) {
      const sitting = told.state.seat?.agent === AGENT.party ? AGENT : toySigner(`${agent - 1}`);
      for (let round = 0; round < 3; round += 1) {
        told.act(sitting, "investigate", { command: "ls" }).wait(5);
        told.act(PRINCIPAL, "result", { command: "ls", ...LONG });
      }
      // After so long a look nobody looks any more.
      told = told.act(sitting, told.phase === "investigating" ? "decline" : "back_out");
      if (transcriptLength(told.state) <= MAX_TRANSCRIPT) told.act(toySigner(`${agent}`), "bond");
    }
    expect(told.leadsTo(RIVAL, "bond")).toBe("transcript_full");
  });
});
