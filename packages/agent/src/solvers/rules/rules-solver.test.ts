import { expect, test } from "vitest";
import { SOME_PROBLEM } from "../../../test/some-problem.ts";
import type { Problem } from "../../problem.ts";
import type { Fix, Hint, Tools, Trial } from "../../solver.ts";
import { advice, corrected, rule } from "./rule.ts";
import { rulesSolver } from "./rules-solver.ts";

const PROBLEM: Problem = {
  ...SOME_PROBLEM,
  error: "broken",
  looksLeft: 2,
  seen: [{ command: "pwd", output: "/project" }],
};
const FAILED: Trial = { verdict: "fail", said: "still broken", attemptsLeft: 4 };

/** Tools that record what was asked and proposed. */
function fakeTools(problem: Partial<Problem> = {}, trial: (fix: Fix) => Trial = () => FAILED) {
  const looks: string[] = [];
  const fixes: Fix[] = [];
  const hints: Hint[] = [];
  const tools: Tools = {
    now: () => ({ ...PROBLEM, ...problem, looksLeft: 2 - looks.length }),
    async look(command) {
      looks.push(command);
      return { isSeen: true, output: `seen ${command}` };
    },
    async propose(fix) {
      fixes.push(fix);
      return trial(fix);
    },
    hint: (hint) => void hints.push(hint),
    signal: new AbortController().signal,
  };
  return { tools, looks, fixes, hints };
}

const asking = (name: string, ...questions: readonly string[]) =>
  rule({
    name,
    title: name,
    sees: (view) => (view.lines.includes("broken") ? {} : null),
    async repair(_facts, _view, ask) {
      const answers = [];
      for (const question of questions) answers.push(await ask.ask(question));
      return { shell: `${name}: ${answers.join()}`, explanation: "" };
    },
  });

test("the first fix that works ends the search", async () => {
  const { tools, fixes } = fakeTools({}, ({ shell }) =>
    shell.startsWith("b") ? { verdict: "pass" } : FAILED,
  );
  const solver = rulesSolver({ rules: [asking("a"), asking("b"), asking("c")] });
  expect(await solver.solve(PROBLEM, tools)).toBe("solved");
  expect(fixes.map(({ shell }) => shell)).toEqual(["a: ", "b: "]);
});

test("the rules stop after two failed fixes", async () => {
  const { tools, fixes } = fakeTools();
  const solver = rulesSolver({ rules: [asking("a"), asking("b"), asking("c")] });
  expect(await solver.solve(PROBLEM, tools)).toBe("passed");
  expect(fixes).toHaveLength(2);
});

test("no command is investigated twice, and no more than are left", async () => {
  const { tools, looks, fixes } = fakeTools();
  const rules = [asking("a", "pwd", "whoami", "whoami"), asking("b", "whoami", "id", "uname")];
  await rulesSolver({ rules }).solve(PROBLEM, tools);
  expect(looks).toEqual(["whoami", "id"]);
  expect(fixes.map(({ shell }) => shell)).toEqual([
    "a: /project,seen whoami,seen whoami",
    "b: seen whoami,seen id,",
  ]);
});

test("a fix that was tried is not proposed again", async () => {
  const tried = [{ shell: "a: ", correctedCommand: null, said: "no" }];
  const { tools, fixes } = fakeTools({ tried });
  await rulesSolver({ rules: [asking("a"), asking("b")] }).solve(PROBLEM, tools);
  expect(fixes.map(({ shell }) => shell)).toEqual(["b: "]);
});

test("a rule that recognises nothing is not asked to repair", async () => {
  const { tools, fixes } = fakeTools();
  const solver = rulesSolver({ rules: [asking("a")] });
  expect(await solver.solve({ ...PROBLEM, error: "fine" }, tools)).toBe("passed");
  expect(fixes).toEqual([]);
});

test("a fix with control or invisible characters is not proposed", async () => {
  const { tools, fixes } = fakeTools();
  const solver = rulesSolver({ rules: [asking("bell\u0007"), asking("mark\u202e"), asking("b")] });
  await solver.solve(PROBLEM, tools);
  expect(fixes.map(({ shell }) => shell)).toEqual(["b: "]);
});

/** Repairs one fault, in a command if it is told how. */
const mending = (fault: string, command?: string) =>
  rule({
    name: fault,
    title: fault,
    sees: (view) => (view.lines.includes(`no ${fault}`) ? {} : null),
    repair: () => ({
      shell: `make ${fault}`,
      explanation: `${fault}.`,
      ...(command === undefined ? {} : { correctedCommand: command }),
    }),
  });

const saying = (said: string): Trial => ({ verdict: "fail", said, attemptsLeft: 3 });

test("a fix that uncovers another fault is part of the next proposal", async () => {
  const { tools, fixes } = fakeTools({}, ({ shell }) => {
    if (!shell.includes("make tea")) return saying("no tea");
    return shell.includes("make milk") ? { verdict: "pass" } : saying("no milk");
  });
  const rules = [mending("milk"), mending("tea"), mending("cup", "drink it")];
  const problem = { ...PROBLEM, error: "no cup" };
  expect(await rulesSolver({ rules }).solve(problem, tools)).toBe("solved");
  expect(fixes).toEqual([
    { shell: "make cup", explanation: "cup.", correctedCommand: "drink it" },
    { shell: "make cup\nmake tea", explanation: "cup. tea.", correctedCommand: "drink it" },
    {
      shell: "make cup\nmake tea\nmake milk",
      explanation: "cup. tea. milk.",
      correctedCommand: "drink it",
    },
  ]);
});

test("a fix that changed nothing is not part of the next proposal", async () => {
  const { tools, fixes } = fakeTools({}, () => saying("It fails.\nno cup\nno tea\n"));
  const rules = [mending("cup"), mending("tea")];
  await rulesSolver({ rules }).solve({ ...PROBLEM, error: "no cup\nno tea\n" }, tools);
  expect(fixes.map(({ shell }) => shell)).toEqual(["make cup", "make tea"]);
});

test("the rules use at most four attempts on successive faults", async () => {
  const faults = ["a", "b", "c", "d", "e", "f"];
  const { tools, fixes } = fakeTools({}, ({ shell }) =>
    saying(`no ${faults[shell.split("\n").length]}`),
  );
  const rules = faults.map((fault) => mending(fault));
  expect(await rulesSolver({ rules }).solve({ ...PROBLEM, error: "no a" }, tools)).toBe("passed");
  expect(fixes).toHaveLength(4);
});

test("after a fix that passed and was not taken nothing else is said or tried", async () => {
  const { tools, fixes, hints } = fakeTools({}, () => ({ verdict: "declined" }));
  const said = rule({ name: "said", title: "", sees: () => ({}), repair: () => advice("Other.") });
  const solver = rulesSolver({ rules: [asking("a"), said, asking("b")] });
  expect(await solver.solve(PROBLEM, tools)).toBe("solved");
  expect({ hints, fixes: fixes.length }).toEqual({ hints: [], fixes: 1 });
});

test("a hint is passed on, and the search goes on", async () => {
  const { tools, fixes, hints } = fakeTools({}, () => ({ verdict: "pass" }));
  const said = rule({
    name: "said",
    title: "said",
    sees: () => ({}),
    repair: () => advice("The disk is full."),
  });
  expect(await rulesSolver({ rules: [said, asking("a")] }).solve(PROBLEM, tools)).toBe("solved");
  expect(hints).toEqual([{ explanation: "The disk is full." }]);
  expect(fixes).toHaveLength(1);
});

test.each([
  { said: "fatal: Could not resolve host: example.org", because: "network" },
  { said: "the input device is not a TTY", because: "terminal" },
  { said: "Error: connect ECONNREFUSED 127.0.0.1:5432", because: "service" },
  { said: "fatal: '../x.git' does not appear to be a git repository", because: "repository" },
  { said: "fatal: not a valid object name", because: null },
])("a correction that fails with $said is hinted at: $because", async ({ said, because }) => {
  const { tools, hints } = fakeTools({}, () => ({ verdict: "fail", said, attemptsLeft: 4 }));
  const push = rule({
    name: "push",
    title: "push",
    sees: () => ({}),
    repair: () => corrected("git push -u origin x", "No upstream."),
  });
  expect(await rulesSolver({ rules: [push] }).solve(PROBLEM, tools)).toBe("passed");
  const expected = {
    command: "git push -u origin x",
    explanation: "No upstream.",
    unproved: expect.stringContaining(`${because}`),
  };
  expect(hints).toEqual(because === null ? [] : [expected]);
});

test.each(["vendor/bin/git pull", "GIT_EXEC_PATH=tools git pull", "env A=b ./git pull"])(
  "what %s prints does not decide that it is hinted at",
  async (command) => {
    const said = "fatal: Could not resolve host: example.org";
    const { tools, hints } = fakeTools({}, () => ({ verdict: "fail", said, attemptsLeft: 4 }));
    const other = rule({
      name: "other",
      title: "other",
      sees: () => ({}),
      repair: () => corrected(command, "Another git."),
    });
    const problem = { ...PROBLEM, command: "git pull" };
    expect(await rulesSolver({ rules: [other] }).solve(problem, tools)).toBe("passed");
    expect(hints).toEqual([]);
  },
);

test("what only the sandbox lacks is not explained as a failure of the machine", async () => {
  const said = "Error: connect ECONNREFUSED 127.0.0.1:5432";
  const { tools, hints } = fakeTools({}, () => ({ verdict: "fail", said, attemptsLeft: 4 }));
  const spelling = rule({
    name: "spelling",
    title: "spelling",
    sees: ({ lines }) => (lines.includes("nmp: command not found") ? {} : null),
    repair: () => corrected("npm start", "It is spelled npm."),
  });
  const refused = rule({
    name: "refused",
    title: "refused",
    sees: ({ lines }) => (lines.some((line) => line.includes("ECONNREFUSED")) ? {} : null),
    repair: () => advice("Nothing listens on port 5432."),
  });
  const problem = { ...PROBLEM, command: "nmp start", error: "nmp: command not found" };
  expect(await rulesSolver({ rules: [spelling, refused] }).solve(problem, tools)).toBe("passed");
  expect(hints.map(({ explanation }) => explanation)).toEqual(["It is spelled npm."]);
});

test("after the last fix, the rules that follow may still give a hint", async () => {
  const fail = () => ({ verdict: "fail", said: "no", attemptsLeft: 4 }) as const;
  const { tools, fixes, hints } = fakeTools({}, fail);
  const guesses = ["a", "b", "c"].map((command) =>
    rule({
      name: command,
      title: command,
      sees: () => ({}),
      repair: () => corrected(command, "A guess."),
    }),
  );
  const said = rule({
    name: "said",
    title: "said",
    sees: () => ({}),
    repair: () => advice("The disk is full."),
  });
  expect(await rulesSolver({ rules: [...guesses, said] }).solve(PROBLEM, tools)).toBe("passed");
  expect(fixes).toHaveLength(2);
  expect(hints).toEqual([{ explanation: "The disk is full." }]);
});
