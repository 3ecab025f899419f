import { expect, test } from "vitest";
import { readMove } from "./read-move.ts";

const FIX = { move: "fix", shell: "make", explanation: "it was not made" };

test.each([
  { what: "a look", said: { move: "look", command: "ls" }, is: { move: "look", command: "ls" } },
  { what: "a pass", said: { move: "pass", reason: "no idea" }, is: { move: "pass" } },
  {
    what: "a fix",
    said: FIX,
    is: { move: "fix", fix: { shell: "make", explanation: "it was not made" } },
  },
  {
    what: "a corrected command",
    said: { ...FIX, shell: "", command: "make all", needs: ["network"] },
    is: { move: "fix", fix: { shell: "", correctedCommand: "make all", needs: ["network"] } },
  },
])("$what is a move, also in a code fence", ({ said, is }) => {
  const text = JSON.stringify(said);
  expect(readMove(text)).toMatchObject(is);
  expect(readMove(`\`\`\`json\n${text}\n\`\`\``)).toMatchObject(is);
});

test.each([
  { what: "prose", said: "I would run make." },
  { what: "prose before it", said: `Sure: ${JSON.stringify(FIX)}` },
  { what: "two moves", said: `${JSON.stringify(FIX)}\n${JSON.stringify(FIX)}` },
  { what: "two moves in one", said: '{"move":"pass","move":"look","command":"ls"}' },
  { what: "an unknown move", said: '{"move":"shell","command":"rm -rf ."}' },
  { what: "an unknown member", said: JSON.stringify({ ...FIX, run_here: true }) },
  { what: "a fix that does nothing", said: JSON.stringify({ ...FIX, shell: " " }) },
  { what: "an unknown need", said: JSON.stringify({ ...FIX, needs: ["root"] }) },
  { what: "a list", said: "[]" },
  { what: "nothing", said: "" },
  { what: "far too much", said: JSON.stringify({ ...FIX, shell: "x".repeat(300_000) }) },
])("$what is unreadable", ({ said }) => {
  expect(readMove(said).move).toBe("unreadable");
});
