import { investigationProblem } from "@bazaar/kernel";
import { expect, test } from "vitest";
import BENIGN from "../../suites/investigate/benign.json" with { type: "json" };
import HOSTILE from "../../suites/investigate/hostile.json" with { type: "json" };
import { checkCommand, checkStage } from "./check-command.ts";
import { GRAMMARS } from "./grammars.ts";
import { parseCommand } from "./parse-command.ts";
import type { StagePlan } from "./plan-stage.ts";

const WHERE = { directory: "/srv/ada/project", home: "/srv/ada" };

test("what is allowed here is recorded by the market too", () => {
  const allowed = [...BENIGN, ...HOSTILE].filter(({ ask }) => checkCommand(ask, WHERE).ok);
  expect(allowed.length).toBeGreaterThan(100);
  expect(allowed.filter(({ ask }) => investigationProblem(ask) !== null)).toEqual([]);
});

test("the words run as they were asked; the program is looked up later", () => {
  expect(planOf("cat 'a b' ../c")).toEqual({
    words: [{ program: "cat" }, "a b", "../c"],
    startsIn: null,
    seesSearchPath: false,
    paths: ["/srv/ada/project/a b", "/srv/ada/c"],
    readsTrees: false,
    readsContents: true,
    notes: [],
    environment: {},
    filters: false,
    files: [],
    changesTo: null,
    isAbsent: false,
    gathers: null,
  });
});

test("every path of a line is known before it runs", () => {
  const checked = checkCommand("cd src && cat a | sort > /dev/null; sed -n 1p < b || ls ..", WHERE);
  expect(checked.ok && checked.value.paths).toEqual([
    "/srv/ada/project/src",
    "/srv/ada/project/src/a",
    "/srv/ada/project/src/b",
    "/srv/ada/project",
  ]);
});

test.each([
  { command: "sed -n 1,5p a", files: ["a"], words: ["sed", "-n", "1,5p"] },
  { command: "cut -d , -f 1 < a", files: ["a"], words: ["cut", "-d", ",", "-f", "1"] },
  { command: "tr a b < a", files: ["a"], words: ["tr", "a", "b"] },
  { command: "grep -o x a b", files: ["a", "b"], words: ["grep", "-o", "x"] },
  { command: "head -c 5 a", files: ["a"], words: ["head", "-c", "5"] },
  { command: "awk '{print $1}' -- a", files: ["a"], words: ["awk", "{print $1}", "--"] },
])("the guard reads and scrubs the files of $command", ({ command, files, words }) => {
  const plan = planOf(command);
  expect(plan.files).toEqual(files.map((name) => `/srv/ada/project/${name}`));
  expect(plan.paths).toEqual(plan.files);
  expect(plan).toMatchObject({ filters: true, startsIn: "/" });
  expect(plan.words.map(nameOf)).toEqual(words);
});

test.each([
  "git status",
  "git diff main...HEAD",
  "git show abc1234",
  "git log -p",
  "git grep x",
  "cd sub && git diff -- .",
])("%s leaves environment files, logins and keys out", (command) => {
  const { words } = planOf(command.split("&& ").at(-1) ?? "");
  for (const name of [".env", "*.env", ".dev.vars", ".npmrc", "id_ed25519", "*.key"]) {
    expect(words).toContain(`:(top,exclude,glob)**/${name}`);
  }
});

test("a file of a repository is shown by its path, never by its hash", () => {
  const words = (command: string) => planOf(command).words.map(nameOf).slice(0, 8);
  expect(words("git show abc1234")).toEqual(
    "git log -1 --cc -p --no-ext-diff --no-textconv abc1234".split(" "),
  );
  expect(words("git diff abc1234..def5678 -- src")).toEqual(
    "git diff --no-ext-diff --no-textconv abc1234..def5678 -- src"
      .split(" ")
      .concat(":(top,exclude,glob)**/.env"),
  );
  expect(checkCommand("git show abc1234:sub/.env", WHERE)).toMatchObject({
    refusal: { code: "secret_path" },
  });
  for (const command of ["git cat-file blob abc1234", "git diff HEAD:a HEAD:b", "git show :a"]) {
    expect(checkCommand(command, WHERE).ok, command).toBe(false);
  }
});

test.each([
  {
    command: "timeout -k 1 5 grep -r x src",
    words: ["timeout", "-k", "1", "5", "grep", "-r", "x", "src", ...exclusions()],
  },
  { command: "timeout --kill-after=1 5s ls", words: ["timeout", "--kill-after=1", "5s", "ls"] },
  { command: "timeout -- 5 ls", words: ["timeout", "--", "5", "ls"] },
  { command: "grep -r x .", words: ["grep", "-r", "x", ".", ...exclusions()] },
  { command: "grep x .env.example", words: ["grep", "x", ".env.example", ...exclusions()] },
  {
    command: "type -a node",
    words: ["bash", "--noprofile", "--norc", "-c", 'type "$@"', "type", "-a", "node"],
  },
  { command: "hostnamectl", words: ["cat", "/etc/os-release"] },
])("$command runs as $words", ({ command, words }) => {
  expect(planOf(command).words.map(nameOf)).toEqual(words);
});

test.each(["cargo --version", "rustc -V", "gcc --version", "make -v", "cmake --version"])(
  "%s starts where no project can steer it",
  (command) => {
    expect(planOf(command).startsIn).toBe("/");
  },
);

test.each([
  { command: "curl -sI https://example.org", answer: "no network here" },
  { command: "timeout 5 ping -c 1 example.org", answer: "no network here" },
  { command: "npm view left-pad", answer: "no network here" },
  { command: "kubectl -n prod get pods", answer: "no network here" },
  { command: "git ls-remote origin", answer: "no network here" },
  { command: "docker ps -a --format '{{.Names}}'", answer: "services of the machine" },
  { command: "journalctl -u app -n 50", answer: "log is private" },
  { command: "psql -d app -c 'select 1'", answer: "no network here" },
])("$command runs nothing: a sentence is the answer", ({ command, answer }) => {
  const plan = planOf(command);
  expect(plan).toMatchObject({ isAbsent: true, paths: [], files: [] });
  expect(plan.notes.join()).toContain(answer);
});

test.each([
  "kubectl delete pod x",
  "docker run x",
  "npm publish",
  "git remote add x y",
  "git push",
])("%s is refused, not answered", (command) => {
  expect(checkCommand(command, WHERE).ok).toBe(false);
});

test("variables that change nothing are left out, others are refused", () => {
  expect(planOf("LC_ALL=C NO_COLOR=1 ls a").words.map(nameOf)).toEqual(["ls", "a"]);
  for (const command of [
    "PATH=. ls",
    "ls; LD_PRELOAD=x ls",
    "LANG=C",
    "LC_ALL=C PAGER=./x git log",
  ]) {
    expect(checkCommand(command, WHERE).ok, command).toBe(false);
  }
});

test("settings of git that change nothing are left out, others are refused", () => {
  const words = planOf("git -c color.ui=never -c core.quotepath=off ls-files").words.map(nameOf);
  expect(words).toEqual(["git", "ls-files"]);
  expect(checkCommand("git -c core.fsmonitor=x status", WHERE).ok).toBe(false);
  expect(checkCommand("git -c core.pager=less log", WHERE).ok).toBe(false);
});

test("only questions about the search path see it", () => {
  const seeing = Object.entries(GRAMMARS).filter(([, grammar]) => grammar.seesSearchPath);
  expect(seeing.map(([tool]) => tool)).toEqual(["command", "type", "whereis", "which"]);
});

test("-- is refused where the guard must append a flag that skips .env files", () => {
  expect(checkCommand("grep -r --include='.e*' -- x .", WHERE)).toMatchObject({
    refusal: { code: "flag_refused", word: "--" },
  });
});

/** What the first command of a line becomes. */
function planOf(command: string): StagePlan {
  const line = parseCommand(command);
  const [stage] = (line.ok && line.value.steps[0]?.stages) || [];
  if (stage === undefined) throw new Error(`${command} was not read`);
  const moment = {
    ...{ at: WHERE.directory, exitCode: 0, hasInput: false },
    ...{ matches: new Map(), printed: new Map() },
  };
  const plan = checkStage(stage, { ...WHERE, ...moment });
  if (!plan.ok) throw new Error(`${command} was refused`);
  return plan.value;
}

function nameOf(word: StagePlan["words"][number]): string {
  return typeof word === "string" ? word : word.program;
}

function exclusions(): readonly string[] {
  const examples = ["example", "sample", "template", "dist", "default", "defaults"];
  return [
    ...["--exclude=.env", "--exclude=.env.*", "--exclude=.envrc"],
    ...examples.map((ending) => `--include=.env*.${ending}`),
  ];
}
