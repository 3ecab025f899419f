import type { Fixture } from "../test/fixture.ts";
import { COMMITTED, ONE_COMMIT } from "../test/git-setup.ts";

const FILES = { "src/pay.js": "export const pay = 1;\n" };

/** A hook of these lines, in a repository with a change that is staged. */
function hooked(name: string, ...lines: readonly string[]): string {
  const words = lines.map((line) => `'${line}'`).join(" ");
  return `${COMMITTED} && printf '%s\\n' ${words} > .git/hooks/${name} && chmod +x .git/hooks/${name} && echo 'debugger;' >> src/pay.js && git add .`;
}

export const fixtures: readonly Fixture[] = [
  {
    rule: "git-failing-hook",
    when: "a linter runs before it",
    setup: `${ONE_COMMIT} && printf '#!/bin/sh\\necho "trailing space in a.txt"; exit 1\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit`,
    command: "git commit --allow-empty -m two",
    shows: "trailing space",
    hints:
      "The hook .git/hooks/pre-commit stopped the commit; nothing was committed. It says: trailing space in a.txt",
    needs: ["git"],
  },
  {
    rule: "git-failing-hook",
    when: "it names the file and the line",
    files: FILES,
    setup: hooked(
      "pre-commit",
      "#!/bin/sh",
      "echo checking 1 file",
      "git grep --cached -n debugger -- src",
      "echo pre-commit: debugger statements are not allowed; exit 1",
    ),
    command: "git commit -m two",
    shows: "debugger",
    hints: "It says: src/pay.js:2:debugger; | pre-commit: debugger statements are not allowed.",
    needs: ["git"],
  },
  {
    rule: "git-failing-hook",
    when: "it calls what is not there",
    files: FILES,
    setup: hooked("pre-commit", "#!/bin/sh", "pyflaks src"),
    command: "git commit -m two",
    shows: "not found",
    hints: "Line 2 of it calls pyflaks",
    needs: ["git"],
  },
  {
    rule: "git-failing-hook",
    when: "it says nothing",
    files: FILES,
    setup: hooked("pre-commit", "#!/bin/sh", "exit 1"),
    command: "git commit -m two",
    shows: "",
    hints: "It printed nothing. Read what it checks: cat .git/hooks/pre-commit.",
    needs: ["git"],
  },
  {
    rule: "git-failing-hook",
    when: "it is about the message",
    files: FILES,
    setup: hooked(
      "commit-msg",
      "#!/bin/sh",
      "echo the message must start with feat: or fix:; exit 1",
    ),
    command: "git commit -m two",
    shows: "must start",
    hints: "must start with feat: or fix:. Correct the message and commit again.",
    needs: ["git"],
  },
  {
    rule: "git-hook-not-run",
    when: "it was saved on Windows",
    files: FILES,
    setup: `${hooked("pre-commit", "#!/bin/sh", "exit 0")} && sed -i 's/$/\\r/' .git/hooks/pre-commit`,
    command: "git commit -m two",
    shows: "cannot run .git/hooks/pre-commit",
    hints: "Windows line endings",
    needs: ["git"],
  },
  {
    rule: "git-hook-not-run",
    when: "its interpreter is missing",
    files: FILES,
    setup: hooked("pre-commit", "#!/usr/bin/pythn3", "exit 0"),
    command: "git commit -m two",
    shows: "cannot run .git/hooks/pre-commit",
    hints: "starts with #!/usr/bin/pythn3, and there is no such program",
    needs: ["git"],
  },
  {
    rule: "git-failing-push-hook",
    when: "the tests fail",
    files: FILES,
    setup: `${hooked("pre-push", "#!/bin/sh", "echo 2 of 10 tests failed; exit 1")} && git init -q --bare remote.git && git remote add origin ./remote.git`,
    command: "git push -u origin main",
    shows: "failed to push some refs",
    hints:
      "The hook .git/hooks/pre-push stopped the push; nothing was pushed. It says: 2 of 10 tests failed.",
    needs: ["git"],
  },
];
