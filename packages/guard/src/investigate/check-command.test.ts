import { investigationProblem } from "@bazaar/kernel";
import { expect, test } from "vitest";
import BENIGN from "../../suites/investigate/benign.json" with { type: "json" };
import HOSTILE from "../../suites/investigate/hostile.json" with { type: "json" };
import { checkCommand } from "./check-command.ts";

const WHERE = { directory: "/srv/ada/project", home: "/srv/ada" };

test("what is allowed here passes the server's filter too", () => {
  const allowed = [...BENIGN, ...HOSTILE].filter(({ ask }) => checkCommand(ask, WHERE).ok);
  expect(allowed.length).toBeGreaterThan(100);
  expect(allowed.filter(({ ask }) => investigationProblem(ask) !== null)).toEqual([]);
});

test("the words run as they were asked; the program is looked up later", () => {
  expect(checkCommand("cat 'a b' ../c", WHERE)).toEqual({
    ok: true,
    value: {
      words: [{ program: "cat" }, "a b", "../c"],
      startsIn: null,
      seesSearchPath: false,
      paths: ["/srv/ada/project/a b", "/srv/ada/c"],
      readsTrees: false,
      readsContents: true,
      note: null,
    },
  });
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
  const verdict = checkCommand(command, WHERE);
  const ran = verdict.ok ? verdict.value.words : [];
  expect(ran.map((word) => (typeof word === "string" ? word : word.program))).toEqual(words);
});

test.each(["cargo --version", "rustc -V", "gcc --version", "make -v", "cmake --version"])(
  "%s starts where no project can steer it",
  (command) => {
    const verdict = checkCommand(command, WHERE);
    expect(verdict.ok ? verdict.value.startsIn : verdict.refusal).toBe("/");
  },
);

test("only questions about the search path see it", () => {
  const seeing = BENIGN.filter(({ ask }) => {
    const verdict = checkCommand(ask, WHERE);
    return verdict.ok && verdict.value.seesSearchPath;
  });
  const tools = new Set(seeing.map(({ ask }) => ask.split(" ")[0]));
  expect([...tools].sort()).toEqual(["type", "whereis", "which"]);
});

test("-- is refused where the guard must append a flag that skips .env files", () => {
  expect(checkCommand("grep -r --include='.e*' -- x .", WHERE)).toMatchObject({
    refusal: { code: "flag_refused", word: "--" },
  });
});

function exclusions(): readonly string[] {
  const examples = ["example", "sample", "template", "dist", "default", "defaults"];
  return [
    ...["--exclude=.env", "--exclude=.env.*", "--exclude=.envrc"],
    ...examples.map((ending) => `--include=.env*.${ending}`),
  ];
}
