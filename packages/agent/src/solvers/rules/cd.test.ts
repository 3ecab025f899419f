import { expect, test } from "vitest";
import { cdRules } from "./shell/cd.ts";
import { directoryLookedAt } from "./shell/directory-entries.ts";

const DISK: Readonly<Record<string, string>> = {
  ".": "d \nd frontend\nd Quarterly Review\nf notes.txt\n",
  "./..": "d \nd other\nd project\n",
  "~": "d \nd projects\n",
  "/": "d \nd etc\nd usr\n",
  "/etc": "d \nd nginx\n",
  "./frontend": "d \nf index.html\n",
};

async function answersTo(command: string, error: string): Promise<readonly object[]> {
  const problem = { command, error, capabilities: [] };
  const answers = cdRules
    .filter((rule) => rule.matches(problem))
    .map((rule) => rule.repair(problem, async (look) => DISK[directoryLookedAt(look) ?? ""] ?? ""));
  return (await Promise.all(answers)).filter((answer) => answer !== null);
}

test.each([
  { shell: "bash", says: "bash: cd: fronted: No such file or directory" },
  { shell: "dash", says: "sh: 1: cd: can't cd to fronted" },
  { shell: "zsh", says: "cd: no such file or directory: fronted" },
  { shell: "zsh -c", says: "zsh:cd:1: no such file or directory: fronted" },
  { shell: "fish", says: "cd: The directory 'fronted' does not exist" },
  { shell: "bash in German", says: "bash: cd: fronted: Datei oder Verzeichnis nicht gefunden" },
])("what $shell says of a mistyped directory is understood", async ({ says }) => {
  expect(await answersTo("cd fronted", says)).toMatchObject([{ correctedCommand: "cd frontend" }]);
});

test.each([
  { typed: "cd ../othr", said: "../othr", meant: "cd ../other" },
  { typed: "cd ~/projcts", said: "/tmp/pia/projcts", meant: "cd ~/projects" },
  { typed: "cd /ect/nginx", said: "/ect/nginx", meant: "cd /etc/nginx" },
  { typed: "cd /etc/ngnix/", said: "/etc/ngnix/", meant: "cd /etc/nginx" },
  { typed: "cd frontend/index.html", said: "frontend/index.html", meant: "cd frontend" },
  { typed: "cd app", said: "app", meant: "mkdir -p app && cd app" },
  { typed: "cd build && cmake ..", said: "build", meant: "mkdir -p build && cd build && cmake .." },
])("$typed becomes $meant", async ({ typed, said, meant }) => {
  const says = `bash: line 1: cd: ${said}: No such file or directory`;
  expect(await answersTo(typed, says)).toMatchObject([{ correctedCommand: meant }]);
});

test.each([
  { typed: "cd frontend", said: "frontend: Permission denied" },
  { typed: "cd notes.txt", said: "notes.txt: Not a directory" },
])("$typed is only explained", async ({ typed, said }) => {
  const [answer, ...more] = await answersTo(typed, `bash: line 1: cd: ${said}`);
  expect(Object.keys(answer ?? {})).toEqual(["explanation"]);
  expect(more).toEqual([]);
});

test.each([
  { typed: "cd $DIR", says: "bash: cd: app: No such file or directory" },
  { typed: "cd app && ls", says: "bash: cd: app: No such file or directory" },
  { typed: "cd /app", says: "bash: cd: /app: No such file or directory" },
  { typed: "cat app", says: "bash: cd: app: No such file or directory" },
  { typed: "cd frontend", says: "bash: cd: frontend: Input/output error" },
])("nothing is said about $typed after $says", async ({ typed, says }) => {
  expect(await answersTo(typed, says)).toEqual([]);
});

test.each([
  { typed: "cd..", meant: "cd .." },
  { typed: "cd../other && ls", meant: "cd ../other && ls" },
  { typed: "cd-", meant: "cd -" },
  { typed: "cd~/projects", meant: "cd ~/projects" },
])("$typed becomes $meant", async ({ typed, meant }) => {
  const says = `bash: ${typed}: command not found`;
  expect(await answersTo(typed, says)).toMatchObject([{ correctedCommand: meant }]);
});

test("a name with spaces is quoted, as zsh and fish report it", async () => {
  const meant = [{ correctedCommand: "cd 'Quarterly Review'" }];
  const typed = "cd Quarterly Review";
  expect(await answersTo(typed, "cd: string not in pwd: Quarterly")).toMatchObject(meant);
  expect(await answersTo(typed, "Too many args for cd command")).toMatchObject(meant);
});
