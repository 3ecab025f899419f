import type { JudgedChange } from "@bazaar/guard/commit";
import { expect, test } from "vitest";
import { askCorrection } from "./own-correction.ts";

function judged(name: string, ...codes: readonly string[]): JudgedChange {
  const dangers = codes.map((code) => ({ code, sentence: `because of ${code}` }));
  const change = { path: `/p/${name}`, kind: "add", before: null, after: null, parentIno: 1n };
  return { change: { ...change, removed: 0 }, dangers, group: null } as unknown as JudgedChange;
}

/** What is asked, with yes as the answer, and what is then kept. */
async function asked(changes: readonly JudgedChange[], fix = "") {
  const questions: string[] = [];
  const isYes = async (question: string) => questions.push(question) > 0;
  const plan = await askCorrection(
    {
      changes,
      proposal: { fix, correctedCommand: "git checkout login", explanation: "" },
      command: "git checkout login",
      correction: { is: "applied", lost: [] },
      failure: { command: "git checkout logn", directory: "/p" },
    } as unknown as Parameters<typeof askCorrection>[0],
    new Set(),
    { isYes } as unknown as Parameters<typeof askCorrection>[2],
  );
  return { questions, kept: plan?.included.map(({ path }) => path) };
}

test("every command that ran is above the question", async () => {
  const { questions } = await asked([judged("a.txt")], "git stash push\n");
  expect(questions).toHaveLength(1);
  expect(questions[0]?.split("\n").slice(1)).toEqual([
    "this ran in the sandbox (2 lines):",
    "  1 │ git stash push",
    "  2 │ git checkout login",
    "Keep its 1 change?",
  ]);
});

test("a file that the command made is one question, with what is unusual about it", async () => {
  const { questions, kept } = await asked([judged("a.txt"), judged("root", "unknown_kind")]);
  expect(questions.map((each) => each.split("\n").at(-1))).toEqual([
    "Keep its 2 changes? (root: because of unknown_kind)",
  ]);
  expect(kept).toEqual(["/p/a.txt", "/p/root"]);
});

test("what could take effect later is asked for by itself", async () => {
  const { questions } = await asked([judged("root", "unknown_kind"), judged("x", "git_hook")]);
  expect(questions.map((each) => each.split("\n").at(-1))).toEqual([
    "Keep its 2 changes?",
    "root: because of unknown_kind. Commit it?",
    "x: because of git_hook. Commit it?",
  ]);
});
