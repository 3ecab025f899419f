/** What a file of data prints, and what `fix --yes` must not do for real because of it. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { Person } from "./person.ts";

const WAYS = [
  { how: "by the built-in market", flags: ["--yes"] },
  { how: "without a market", flags: ["--yes", "--local"] },
];

const canRun = hasProgram("bwrap") && hasProgram("git") && hasProgram("python3");

describe.skipIf(!canRun)("what a command prints (needs bwrap, git and python3)", () => {
  test.each(WAYS)("chooses no other member of a program, $how", async ({ flags }) => {
    const program =
      "import sys\nimport store\nprint(open(sys.argv[1]).read())\nprint(store.save_load(1))\n";
    const store =
      "def save_load(x):\n    raise ValueError(x)\n\ndef sane_load(x):\n    open('PWNED', 'a').close()\n";
    const doc = `  File "show.py", line 4, in <module>
    print(store.save_load(1))
AttributeError: module 'store' has no attribute 'save_load'. Did you mean: 'sane_load'?
`;
    using person = new Person({ "show.py": program, "store.py": store, "doc.yaml": doc });
    const { status } = await person.fix([...flags, "python3", "show.py", "doc.yaml"]);
    expect(status).not.toBe(0);
    expect(existsSync(join(person.project, "PWNED"))).toBe(false);
    expect(person.read("show.py")).toBe(program);
  });

  test.each([
    "keep.mjs(5,4): error TS2551: Property 'linkSync' does not exist. Did you mean 'unlinkSync'?",
    "%/keep.mjs:5\nTypeError: fs.linkSync is not a function",
  ])("makes no program delete a file: %s", async (row) => {
    const program = `import fs from "node:fs";
const row = fs.readFileSync("rows.txt", "utf8");
console.log(row);
if (!fs.existsSync("precious.txt")) process.exit(0);
fs.linkSync("precious.txt", "backup.txt");
`;
    using person = new Person({ "keep.mjs": program, "precious.txt": "a", "backup.txt": "b" });
    person.write("rows.txt", row.replace("%", person.project));
    await person.fix(["--yes", "--local", "node", "keep.mjs"]);
    expect(person.read("precious.txt")).toBe("a");
    expect(person.read("keep.mjs")).toBe(program);
  });

  test("changes nothing that a script removes", async () => {
    const script = "cat rows.txt\nrm -f stage.db\ntest ! -e stages.db\n";
    using person = new Person({ "clean.sh": script, "stages.db": "kept" });
    person.write("rows.txt", "cat: stage.db: No such file or directory\n");
    await person.fix(["--yes", "--local", "bash", "clean.sh"]);
    expect(person.read("stages.db")).toBe("kept");
    expect(person.read("clean.sh")).toBe(script);
  });

  test("replaces no program that is there", async () => {
    const script = "cat rows.txt\ncmp config.ini config.new\n";
    using person = new Person({ "check.sh": script, "config.ini": "a\n", "config.new": "b\n" });
    person.write("rows.txt", "check.sh: line 2: cmp: command not found\n");
    await person.fix(["--yes", "--local", "bash", "check.sh"]);
    expect(person.read("config.new")).toBe("b\n");
    expect(person.read("check.sh")).toBe(script);
  });

  test("runs nothing for real that the settings of a repository below name", async () => {
    using person = new Person({});
    const below = join(person.project, "below");
    const mark = join(person.home, "PWNED");
    execFileSync("git", ["init", "--quiet", below]);
    execFileSync("git", ["-C", below, "config", "core.fsmonitor", `touch ${mark}; false`]);
    const { err } = await person.fix(["--yes", "--local", "git", "status"]);
    expect(err).toContain("git -C below status");
    expect(existsSync(mark)).toBe(false);
  });

  test("a command whose result only the sandbox had is not taken for done", async () => {
    using person = new Person({});
    const { status, out, err } = await person.fix(["--yes", "--local", "mktmp"]);
    expect({ status, out }).toEqual({ status: 127, out: "" });
    expect(err).toMatch(/This would fix it: mktemp\n/);
  });

  test("a command that starts a process is not taken for done", async () => {
    using person = new Person({ "start.sh": "nohup sleep 77 > /dev/null 2>&1 &\n" });
    const words = ["--yes", "--local", "mkdri -p run && sh start.sh"];
    const { status, err } = await person.fix(words);
    expect(err).toContain("It starts a process that ends with the sandbox");
    expect(status).toBe(127);
  });

  test("a slip that the program reports itself is still corrected", async () => {
    using person = new Person({ "root.py": "import math\nprint(math.sqr(9))\n" });
    const { status, out } = await person.fix(["--yes", "--local", "python3", "root.py"]);
    expect({ status, out }).toEqual({ status: 0, out: "3.0\n" });
  });
});
