import {
  AGENT,
  accepted,
  bonded,
  halted,
  PRINCIPAL,
  RIVAL,
  rechecked,
  ruled,
  SERVER,
  signedRequest,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { blocksOf, bodyOf, writtenBy } from "../../test/blocks.ts";
import { caseOf, disputed } from "../../test/cases.ts";
import { caseText, MAX_CASE_LENGTH } from "./case-text.ts";

test("every text is labelled with its author, entry and field", () => {
  const { text, cutLength } = caseText(caseOf(disputed()));
  expect(cutLength).toBe(0);
  expect(writtenBy("agent", text).map(({ label }) => label)).toEqual([
    "entry 3, by the agent, after 0 s, fix, fix",
    "entry 3, by the agent, after 0 s, fix, explanation",
    "entry 5, by the agent, after 0 s, dispute_filed, argument",
  ]);
  const principals = writtenBy("principal", text);
  const error = principals.find(({ label }) => label.endsWith("task.error"));
  expect(error && bodyOf(error)).toBe("make: *** [test] Error 1");
  const code = principals.find(({ label }) => label.endsWith("evidence.exit_code"));
  expect(code && bodyOf(code)).toBe("2");
});

test("the facts of the record are stated outside the data blocks", () => {
  const { text } = caseText(caseOf(disputed()));
  expect(text).toContain("1. exit_code: the command ends with exit code 0\n");
  expect(text).toContain("- The case was filed by the agent.\n");
  expect(text).toContain("- Fixes handed in by this agent: 1, the latest in entries 3.\n");
  expect(text).toContain(
    "- Entry 4: the principal reported failure; by the agreed checks, its own",
  );
});

test.each([
  {
    what: "an earlier ruling",
    told: ruled("canceled"),
    says: "- Earlier ruling, district: canceled.",
  },
  {
    what: "a side's silence",
    told: accepted().act(PRINCIPAL, "dispute_filed").lapse(),
    says: "- The agent did not answer in its time.",
  },
  {
    what: "the court's own re-run",
    told: rechecked().act(SERVER, "checked"),
    says: "- Entry 6: the court's own re-run: no_verdict.",
  },
  {
    what: "a question left open",
    told: accepted().act(AGENT, "investigate").act(AGENT, "dispute_filed"),
    says: "- Commands of the agent without a result from the principal: 1",
  },
])("$what is a fact", ({ told, says }) => {
  expect(caseText(caseOf(told)).text).toContain(`${says}\n`);
});

test("of several verifications only the last is judged", () => {
  const fix = (shell: string) => ({ fix: shell, explanation: "again" });
  const said = { success: false, evidence: { exit_code: 1n } };
  const told = accepted()
    .act(AGENT, "fix", fix("one"))
    .act(PRINCIPAL, "verify", said)
    .act(AGENT, "fix", fix("two"))
    .act(PRINCIPAL, "verify", said)
    .act(AGENT, "dispute_filed");
  const { text } = caseText(caseOf(told));
  expect(text).toContain("- Entry 4: the principal reported failure.\n");
  expect(text).toContain(
    "- Entry 6: the principal reported failure; by the agreed checks, its own evidence: fail.\n",
  );
});

test("a halt gives no window to answer, so no side is called silent", () => {
  expect(caseText(caseOf(halted())).text).not.toContain("did not answer");
});

test("an earlier agent is neither side", () => {
  const told = bonded().act(AGENT, "message", { message: "I give up" }).act(AGENT, "decline");
  told.act(RIVAL, "bond").act(RIVAL, "accept").act(RIVAL, "message", { message: "my turn" });
  const labels = blocksOf(caseText(caseOf(told)).text).map(({ label }) => label);
  expect(labels).toContain("entry 2, by an earlier agent, after 0 s, message, message");
  expect(labels).toContain("entry 6, by the agent, after 0 s, message, message");
});

test("an act that the server signed for a party is shown once, as that party's", () => {
  const told = accepted();
  const message = "sent by request";
  const body = JSON.stringify({ message, from_side: "agent", msg_type: "message" });
  const path = `/contracts/${told.transcript().id}/chat`;
  const origin = signedRequest(AGENT, path, body, told.nowMs);
  const taken = told.taken(AGENT, "message", { message });
  const entry = { ...taken.entry, author: SERVER.party, data: { message, origin } };
  const { text } = caseText(caseOf(told.keep({ ...taken, entry })));
  expect(text.split(message)).toHaveLength(2);
  expect(writtenBy("agent", text).map(bodyOf)).toEqual([message]);
});

test("a side that floods the chat loses its chat, not its evidence or the other side's", () => {
  const told = accepted({ rules: { maxTalkTurns: 100 } });
  for (let count = 0; count < 100; count += 1) {
    told.act(PRINCIPAL, "message", { message: `${count} ${"blah ".repeat(790)}` });
  }
  told
    .act(AGENT, "fix", { fix: "true", explanation: "short" })
    .act(PRINCIPAL, "verify", {
      success: false,
      evidence: { aaa: "x".repeat(99_000), exit_code: 2n },
    })
    .act(AGENT, "dispute_filed", { argument: "see entry 104" });
  const { text, cutLength } = caseText(caseOf(told));
  expect(text.length).toBeLessThanOrEqual(MAX_CASE_LENGTH);
  expect(cutLength).toBeGreaterThan(300_000);
  expect(text).toMatch(/\n\[cut: [0-9]+ texts by the principal, [0-9]+ characters\]\n/);
  expect(text).toContain("evidence.exit_code>\n| 2\n");
  expect(writtenBy("agent", text).map(bodyOf)).toEqual(["true", "short", "see entry 104"]);
});

test("the same case gives the same text", () => {
  const opened = caseOf(disputed());
  expect(caseText(opened)).toEqual(caseText(opened));
});

test("one more word changes the tag, so no author can know it in advance", () => {
  const tagOf = (filed: string): string | undefined =>
    /tagged ([0-9a-f]{16})/.exec(caseText(caseOf(disputed({ filed }))).text)?.[1];
  expect(tagOf("it works")).not.toBe(tagOf("it works!"));
});
