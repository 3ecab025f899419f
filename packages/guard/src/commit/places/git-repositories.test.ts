import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  filesNamedBySettings,
  hookDirectoriesOf,
  real,
  repositoriesOf,
} from "./git-repositories.ts";

let folder = "";
let home = "";

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-git-")));
  home = join(folder, "home");
  mkdirSync(home);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({
  PATH: process.env.PATH,
  HOME: home,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.org",
});

function git(where: string, ...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: where, env: environment(), encoding: "utf8" }).trim();
}

function repository(name: string): string {
  const top = join(folder, name);
  mkdirSync(top, { recursive: true });
  git(top, "init", "-q");
  git(top, "commit", "-q", "--allow-empty", "-m", "first");
  return top;
}

function ours(where: string, newText: (path: string) => string | null = () => null) {
  const around = { home, environment: { GIT_CONFIG_SYSTEM: "/dev/null" }, newText };
  return hookDirectoriesOf(repositoriesOf([where]), around);
}

/** What git itself answers. */
function gits(where: string): string {
  return real(resolve(where, git(where, "rev-parse", "--git-path", "hooks")));
}

/** Settings as text, because git's own spelling of them is only one of many. */
function append(path: string, text: string): void {
  writeFileSync(path, text, { flag: "a" });
}

describe.skipIf(!hasProgram("git"))("hooks are where git looks for them (needs git)", () => {
  test.each<{ where: string; set: () => string }>([
    { where: "an ordinary repository", set: () => repository("a") },
    {
      where: "a directory deep in it",
      set: () => {
        const deep = join(repository("a"), "x/y");
        mkdirSync(deep, { recursive: true });
        return deep;
      },
    },
    {
      where: "core.hooksPath",
      set: () => {
        const top = repository("a");
        git(top, "config", "core.hooksPath", "scripts/hooks");
        return top;
      },
    },
    {
      where: "core.hooksPath on the line of its section, quoted, with a comment",
      set: () => {
        const top = repository("a");
        append(join(top, ".git/config"), '[core] HooksPath="some where" ; here\n');
        return top;
      },
    },
    {
      where: "core.hooksPath over two lines",
      set: () => {
        const top = repository("a");
        append(join(top, ".git/config"), "[core]\n\thookspath = scr\\\nipts # here\n");
        return top;
      },
    },
    {
      where: "an included file",
      set: () => {
        const top = repository("a");
        append(join(top, ".git/config"), '[include]\n\tpath = "../shared.ini"\n');
        append(join(top, "shared.ini"), "[core]\n\thooksPath = tools\n");
        return top;
      },
    },
    {
      where: "the user's settings, below the home",
      set: () => {
        append(join(home, ".gitconfig"), "[core]\n\thooksPath = ~/hooks\n");
        return repository("a");
      },
    },
    {
      where: "the user's settings in .config",
      set: () => {
        const top = repository("a");
        mkdirSync(join(home, ".config/git"), { recursive: true });
        append(join(home, ".config/git/config"), "[core]\n\thooksPath = /srv/hooks\n");
        return top;
      },
    },
    {
      where: "a linked working tree",
      set: () => {
        const linked = join(folder, "linked");
        git(repository("a"), "worktree", "add", "-q", linked);
        return linked;
      },
    },
    {
      where: "a linked working tree with settings of its own",
      set: () => {
        const linked = join(folder, "linked");
        const top = repository("a");
        git(top, "config", "extensions.worktreeConfig", "true");
        git(top, "worktree", "add", "-q", linked);
        git(linked, "config", "--worktree", "core.hooksPath", "own");
        return linked;
      },
    },
    {
      where: "a submodule",
      set: () => {
        const top = repository("a");
        const allowed = ["-c", "protocol.file.allow=always"];
        git(top, ...allowed, "submodule", "add", "-q", repository("b"), "sub");
        return join(top, "sub");
      },
    },
    {
      where: "a git directory elsewhere",
      set: () => {
        const top = join(folder, "a");
        mkdirSync(top);
        git(top, "init", "-q", "--separate-git-dir", join(top, "history"));
        return top;
      },
    },
    {
      where: "a bare repository",
      set: () => {
        git(folder, "init", "-q", "--bare", "a");
        return join(folder, "a");
      },
    },
  ])("$where", ({ set }) => {
    const where = set();
    expect(ours(where)).toContain(gits(where));
  });

  test("a setting that is about to be changed counts as it is and as it will be", () => {
    const top = repository("a");
    git(top, "config", "core.hooksPath", "old");
    const config = join(top, ".git/config");
    const found = ours(top, (path) => (path === config ? "[core]\nhooksPath = new" : null));
    expect(found).toEqual(expect.arrayContaining([join(top, "old"), join(top, "new")]));
  });

  test("a link on the way to the hooks is known, and so is where it leads", () => {
    const top = repository("a");
    mkdirSync(join(top, "real/hooks"), { recursive: true });
    symlinkSync("real", join(top, "scripts"));
    git(top, "config", "core.hooksPath", "scripts/hooks");
    const both = [join(top, "scripts/hooks"), join(top, "real/hooks")];
    expect(ours(top)).toEqual(expect.arrayContaining(both));
  });

  test("every link of a chain to the hooks is known", () => {
    const top = repository("a");
    mkdirSync(join(top, "real"));
    for (const [to, at] of [
      ["../one", ".git/hooks"],
      ["sub/two", "one"],
      ["../real", "sub/two"],
    ] as const) {
      rmSync(join(top, at), { recursive: true, force: true });
      mkdirSync(join(top, at, ".."), { recursive: true });
      symlinkSync(to, join(top, at));
    }
    const chain = [".git/hooks", "one", "sub/two", "real"].map((name) => join(top, name));
    expect(ours(top)).toEqual(expect.arrayContaining(chain));
    expect(ours(top)).toContain(gits(top));
  });

  test("no program that a repository names is run", () => {
    const top = repository("a");
    const ran = join(folder, "ran");
    git(top, "config", "core.fsmonitor", `touch ${ran}`);
    git(top, "config", "core.sshCommand", `touch ${ran}`);
    append(join(top, ".git/config"), `[alias]\n\trev-parse = !touch ${ran}\n`);
    ours(top);
    expect(() => realpathSync(ran)).toThrow("ENOENT");
  });
});

test("settings of any number of words are read, the first of them completely", () => {
  const top = join(folder, "many");
  for (const name of ["objects", "refs"]) mkdirSync(join(top, ".git", name), { recursive: true });
  writeFileSync(join(top, ".git/HEAD"), "ref: refs/heads/main\n");
  const settings = `[alias]\nst = !tools/st.sh\nmany = ${"a ".repeat(300_000)}\n`;
  writeFileSync(join(top, ".git/config"), settings);
  const around = { home, environment: { GIT_CONFIG_SYSTEM: "/dev/null" }, newText: () => null };
  const named = filesNamedBySettings(repositoriesOf([top]), around);
  expect(named).toContain(join(top, "tools/st.sh"));
});
