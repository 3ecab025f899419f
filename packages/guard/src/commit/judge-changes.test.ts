import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";

const ENTRY = new URL("../../test/judge.entry.ts", import.meta.url);
const TIMEOUT_MS = 60_000;

interface Judged {
  readonly exitCode: number | null;
  readonly output: string;
  readonly kept: readonly string[];
  readonly asked: readonly string[];
  readonly dropped: readonly string[];
}

const MADE_BY_GIT = expect.arrayContaining([".git/COMMIT_EDITMSG", ".git/refs/heads/main"]);

/** What each command leaves, and what of it is kept without a question. */
const ROWS: readonly {
  text: string;
  kept: unknown;
  asked: unknown;
  dropped?: readonly string[];
}[] = [
  { text: "echo two > a.txt; echo n > new", kept: ["a.txt"], asked: ["new"] },
  { text: "echo 'echo hi' >> deploy", kept: ["deploy"], asked: [] },
  { text: "git commit -q --allow-empty -m 'a; b'", kept: MADE_BY_GIT, asked: [] },
  {
    text: "git commit -q --allow-empty -m x; true",
    kept: expect.not.arrayContaining([".git/refs/heads/main"]),
    asked: MADE_BY_GIT,
  },
  // Names that came and went leave nothing but another time of their directory.
  { text: "touch .git/x.lock .git/hooks/y; rm .git/x.lock .git/hooks/y", kept: [], asked: [] },
  { text: "touch ci; rm ci", kept: expect.any(Array), asked: [] },
  { text: "git config core.hooksPath ci", kept: [], asked: [".git/config"] },
  {
    text: "git config core.hooksPath ci; mkdir ci; echo x > ci/a.sh",
    kept: [],
    asked: [".git/config", "ci", "ci/a.sh"],
  },
  {
    // Nobody but root can read these.
    text: "for f in package.json .git/config a.txt; do echo '{}' > $f; chmod 0 $f; done",
    kept: expect.not.arrayContaining([".git/config"]),
    asked: expect.arrayContaining([".git/config"]),
  },
  // Half of a move would lose the file, half of what git did would lose an edit.
  { text: "mv a.txt .envrc", kept: [], asked: [".envrc", "a.txt"] },
  { text: "mkdir src; mv a.txt src/.envrc", kept: ["src"], asked: ["a.txt", "src/.envrc"] },
  { text: "git mv a.txt b.txt; true", kept: [], asked: [".git/index", "a.txt", "b.txt"] },
  {
    text: `mkdir -p node_modules/x; echo > node_modules/x/a.js; echo '{"scripts":{"prepare":"x"}}' > package.json`,
    kept: [],
    asked: ["node_modules", "node_modules/x", "node_modules/x/a.js", "package.json"],
  },
  // Files that the settings of the repository name: git reads the one and runs the other.
  {
    text: "mkdir tools; for f in shared.ini tools/st.sh tools/other.sh; do echo x > $f; done",
    kept: ["tools", "tools/other.sh"],
    asked: ["shared.ini", "tools/st.sh"],
  },
  {
    text: "mkdir ci; echo x > ci/st.sh; ln -s ci tools",
    kept: ["ci", "ci/st.sh"],
    asked: ["tools"],
  },
  {
    text: "git config filter.x.clean './ci.py --x'; echo x > ci.py",
    kept: [],
    asked: [".git/config", "ci.py"],
  },
  { text: "mkfifo pipe.c", kept: [], asked: ["pipe.c"] },
  // Logs and caches of tools are dropped, also in a new directory; removing one may be the fix.
  {
    text: "mkdir -p pkg/__pycache__; for f in pkg/m.py pkg/__pycache__/m.pyc; do echo x > $f; done",
    kept: ["pkg", "pkg/m.py"],
    asked: [],
    dropped: ["pkg/__pycache__", "pkg/__pycache__/m.pyc"],
  },
  {
    text: "git mv a.txt b.txt; mkdir .pytest_cache; echo x > .pytest_cache/README.md",
    kept: [],
    asked: [".git/index", "a.txt", "b.txt"],
    dropped: [".pytest_cache", ".pytest_cache/README.md"],
  },
  { text: "mkdir .husky; echo x > .husky/pre-push", kept: [".husky"], asked: [".husky/pre-push"] },
];

describe.each(["root", "user"] as const)("changes of %s", (who) => {
  const canRun = hasProgram("git") && (who === "user" || isRoot);

  test.skipIf(!canRun)(
    `are kept unasked only where they are plain (needs git${who === "root" ? ", root" : ""})`,
    { timeout: TIMEOUT_MS },
    async () => {
      await using user = await testUser(who);
      const texts = ROWS.map(({ text }) => text);
      const told = await user.run<Judged>(ENTRY, texts);
      for (const [index, { text, kept, asked, dropped = [] }] of ROWS.entries()) {
        expect(told[index], text).toMatchObject({ exitCode: 0, kept, asked, dropped });
      }
    },
  );
});
