import { describe, expect, test } from "vitest";
import { rulesSolver } from "./rules-solver.ts";
import type { Fixture } from "./test/fixture.ts";
import { FixtureProject, lackOf, titleOf } from "./test/fixture-project.ts";
import { told, trySolver } from "./test/try-solver.ts";

/** Each fault hides the next. */
const CASES: readonly (Fixture & { readonly faults: number })[] = [
  {
    when: "a header is mistyped and another one is missing",
    files: {
      "main.c":
        '#include <stdoi.h>\nint main(void) {\n  puts("a");\n  return (int)strlen("");\n}\n',
    },
    command: "gcc -Wall -Werror main.c -o app",
    shows: "stdoi.h: No such file or directory",
    needs: ["gcc"],
    faults: 2,
  },
  {
    when: "a Makefile has spaces and its directory is missing",
    files: { Makefile: "report:\n    echo done > out/x/last.txt\n" },
    command: "make report",
    shows: "missing separator",
    needs: ["make"],
    faults: 2,
  },
  {
    when: "a module is mistyped, another is not imported, and a directory is missing",
    files: {
      "app.py":
        'import jsn\n\ntext = jsn.dumps([os.sep])\nwith open("out/x.json", "w") as file:\n    file.write(text)\n',
    },
    command: "python3 app.py",
    shows: "No module named 'jsn'",
    needs: ["python3"],
    faults: 3,
  },
  {
    when: "the command and a file are wrong",
    files: { "main.py": "print(os.sep)\n" },
    command: "python3 mian.py",
    shows: "can't open file",
    needs: ["python3"],
    faults: 2,
  },
  {
    when: "a Python import is missing and a later line has a misspelt name",
    files: { "app.py": "total = 2\nprint(os.sep)\nprint(totl)\n" },
    command: "python3 app.py",
    shows: "name 'os' is not defined",
    needs: ["python3"],
    faults: 2,
  },
];

describe.each(CASES)("several faults are repaired together", (fixture) => {
  const lack = lackOf(fixture);
  test.skipIf(lack !== null)(titleOf(fixture, lack), async () => {
    await using project = new FixtureProject(fixture);
    const problem = await project.fail();
    expect(problem.error).toContain(fixture.shows);
    const { proposals, isSolved } = await trySolver(project, problem, rulesSolver());
    expect(isSolved, told(proposals)).toBe(true);
    expect(proposals, told(proposals)).toHaveLength(fixture.faults);
  });
});
