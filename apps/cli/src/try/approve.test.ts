import type { ChangeGroup, JudgedChange, RawPath } from "@bazaar/guard/commit";
import { expect, test } from "vitest";
import { approve } from "./approve.ts";

const TREE = "/srv/project";

function judged(
  path: string,
  codes: readonly string[],
  { group = null, ...more }: { group?: ChangeGroup | null; [member: string]: unknown } = {},
): JudgedChange {
  const change = { kind: "add", path, parentIno: 1n, removed: 0, linkTo: null, ...more };
  const dangers = codes.map((code) => ({ code, sentence: `because of ${code}` }));
  return { change, dangers, group } as unknown as JudgedChange;
}

async function asked(changes: readonly JudgedChange[], yesTo: RegExp) {
  const questions: string[] = [];
  const told: string[] = [];
  const approved = await approve({
    judged: changes,
    workingTree: TREE,
    ask: async (question) => {
      questions.push(question);
      return yesTo.test(question);
    },
    tell: (line) => told.push(line),
  });
  return { approved: approved && [...approved], questions, told };
}

const HARMLESS = judged(`${TREE}/a`, []);
const HOOK = judged(`${TREE}/.git/hooks/x`, ["git_hook"]);
const START = judged(`${TREE}/.bashrc`, ["shell_start_file"]);

test("harmless changes are one question, dangerous ones one each", async () => {
  const { approved, questions } = await asked([HARMLESS, HOOK, START], /harmless|bashrc/);
  expect(questions).toEqual([
    "Commit 1 harmless change?",
    ".git/hooks/x: because of git_hook. Commit it?",
    ".bashrc: because of shell_start_file. Commit it?",
  ]);
  expect(approved).toEqual([`${TREE}/.bashrc`]);
});

test("declining the harmless changes ends the questions", async () => {
  const { approved, questions } = await asked([HARMLESS, HOOK], /never/);
  expect(approved).toBeNull();
  expect(questions).toHaveLength(1);
});

test("many deletions are one question, unless something else is wrong with one", async () => {
  const gone = (name: string, codes: string[]) =>
    judged(`${TREE}/${name}`, codes, { kind: "delete", removed: 30 });
  const changes = [
    gone("a", ["many_deletions"]),
    gone("b", ["many_deletions"]),
    gone(".ssh/id", ["many_deletions", "ssh"]),
  ];
  const { approved, questions } = await asked(changes, /^Delete/);
  expect(questions[0]).toBe("Delete 60 names?");
  expect(questions).toHaveLength(2);
  expect(approved).toEqual([`${TREE}/a`, `${TREE}/b`]);
});

test("a new directory outside is one question for what is harmless in it", async () => {
  const outside = "outside_working_tree";
  const inNew = { parentIno: null };
  const changes = [
    judged("/opt/x", [outside]),
    judged("/opt/x/f", [outside], inNew),
    judged("/opt/x/.bashrc", [outside, "shell_start_file"], inNew),
    judged("/opt/y", [outside]),
    judged("/opt/y/f", [outside], inNew),
  ];
  const { approved, questions } = await asked(changes, /^\/opt\/x:/);
  expect(questions).toHaveLength(3);
  expect(approved).toEqual(["/opt/x", "/opt/x/f"]);
});

test("new files that are not shown are one question, files that were there are one each", async () => {
  const unseen = (name: string, before: object | null) =>
    judged(`${TREE}/${name}`, ["not_shown"], { before });
  const changes = [unseen("a", null), unseen("b", null), unseen("sum.js", {})];
  const { approved, questions } = await asked(changes, /new files/);
  expect(questions).toEqual([
    "Commit 2 new files unseen?",
    "sum.js: because of not_shown. Commit it?",
  ]);
  expect(approved).toEqual([`${TREE}/a`, `${TREE}/b`]);
});

test("what belongs together is one question, which says the worst first", async () => {
  const group: ChangeGroup = { kind: "repository", root: TREE as RawPath };
  const changes = [
    judged(`${TREE}/.git/index`, ["git_data", "not_shown"], { before: {}, group }),
    judged(`${TREE}/.git/refs/heads/main`, ["git_data"], { group }),
    judged(`${TREE}/.git/hooks/x`, ["git_hook"], { group }),
    judged(`${TREE}/edited.txt`, [], { group }),
    START,
  ];
  const { approved, questions } = await asked(changes, /repository/);
  expect(questions).toEqual([
    `Commit 4 changes that belong together in the git repository ${TREE}? (.git/hooks/x: because of git_hook; .git/index and 1 more: because of git_data; .git/index: because of not_shown)`,
    ".bashrc: because of shell_start_file. Commit it?",
  ]);
  expect(approved).toEqual(changes.slice(0, 4).map(({ change }) => change.path));
});

test("declining every change, where all are dangerous, declines the fix", async () => {
  expect((await asked([HOOK, START], /never/)).approved).toBeNull();
});

test("many changes with the same danger are one question, also hundreds", async () => {
  const changes = [
    ...Array.from({ length: 300 }, (_, n) => judged(`/opt/${n}`, ["outside_working_tree"])),
    START,
  ];
  const { approved, questions } = await asked(changes, /300/);
  expect(questions).toEqual([
    "Commit 300 changes alike? (/opt/0, /opt/1, /opt/2 and 297 more: because of outside_working_tree)",
    ".bashrc: because of shell_start_file. Commit it?",
  ]);
  expect(approved).toHaveLength(300);
});

test("logs and caches of tools are not asked about", async () => {
  const noise = { ...judged("/srv/ada/.npm/_logs/a", []), noise: { tool: "npm", what: "log" } };
  const { approved, questions } = await asked([HARMLESS, noise as JudgedChange], /./);
  expect(questions).toEqual(["Commit 1 harmless change?"]);
  expect(approved).toEqual([]);
});

test("the number of questions is limited, and the limit is reported", async () => {
  const changes = Array.from({ length: 102 }, (_, n) => judged(`/opt/${n}`, [`danger ${n}`]));
  const { approved, questions, told } = await asked(changes, /./);
  expect(questions).toHaveLength(100);
  expect(approved).toHaveLength(100);
  expect(told).toEqual(["More than 100 questions: the rest is left out."]);
});
