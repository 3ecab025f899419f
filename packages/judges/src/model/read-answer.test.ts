import { TIER_RULINGS } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { readAnswer } from "./read-answer.ts";

const GOOD = '{"outcome": "fulfilled", "reasoning": "entry 4 shows it"}';

test.each([...TIER_RULINGS, "refused"])("%s is an answer", (outcome) => {
  const said = JSON.stringify({ outcome, reasoning: "because" });
  expect(readAnswer(said)).toEqual({ answer: outcome, reasoning: "because" });
});

test.each([
  { what: "white space around it", said: `\n  ${GOOD}\n` },
  { what: "a code block around it", said: `\`\`\`json\n${GOOD}\n\`\`\`` },
  { what: "a list around it", said: `[${GOOD}]` },
  { what: "a third member", said: GOOD.replace("{", '{"confidence": 0.9, "note": {"a": [1]}, ') },
  { what: "a brace in the reasoning", said: GOOD.replace("shows it", "shows }{ it") },
])("$what does no harm", ({ said }) => {
  expect(readAnswer(said).answer).toBe("fulfilled");
});

test.each([
  { what: "nothing", said: "" },
  { what: "prose", said: "I rule for the agent." },
  { what: "prose before it", said: `Here is my ruling: ${GOOD}` },
  { what: "prose after it", said: `${GOOD} I hope this helps.` },
  { what: "prose in the code block", said: `\`\`\`json\nSo:\n${GOOD}\n\`\`\`` },
  { what: "two of them", said: `${GOOD}\n${GOOD}` },
  { what: "a list of two", said: `[${GOOD}, ${GOOD}]` },
  { what: "an empty list", said: "[]" },
  { what: "a list in a list", said: `[[${GOOD}]]` },
  { what: "half of it", said: GOOD.slice(0, -9) },
  { what: "no outcome", said: '{"reasoning": "x"}' },
  { what: "no reasoning", said: '{"outcome": "fulfilled"}' },
  { what: "an empty reasoning", said: '{"outcome": "fulfilled", "reasoning": ""}' },
  { what: "an unknown outcome", said: GOOD.replace("fulfilled", "split") },
  { what: "an outcome in capitals", said: GOOD.replace("fulfilled", "FULFILLED") },
  { what: "two outcomes", said: GOOD.replace("{", '{"outcome": "canceled", ') },
  { what: "an outcome in a third member", said: '{"ruling": {"outcome": "fulfilled"}}' },
  { what: "an outcome that only a clock decides", said: GOOD.replace("fulfilled", "silent") },
  { what: "an answer that is too long", said: GOOD.replace("shows it", "x".repeat(100_000)) },
])("$what is unreadable", ({ said }) => {
  expect(readAnswer(said).answer).toBe("unreadable");
});

test("invisible characters do not reach the record", () => {
  const said = '{"outcome": "fulfilled", "reasoning": "a\\u001b[2Jb"}';
  expect(readAnswer(said).reasoning).toBe("a\\u{1b}[2Jb");
});
