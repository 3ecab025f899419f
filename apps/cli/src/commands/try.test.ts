import { execSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasProgram } from "@bazaar/testkit/program";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { tryCommand } from "./try.ts";
import { undoCommand } from "./undo.ts";

const HOME = process.cwd();
const FIX = fileURLToPath(new URL("../../bin/fix.mjs", import.meta.url));
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fix-try-"));
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "project/a.txt"), "one\ntwo\n");
  vi.stubEnv("XDG_STATE_HOME", join(folder, "state"));
  process.chdir(join(folder, "project"));
});

afterEach(async () => {
  process.chdir(HOME);
  process.exitCode = undefined;
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test("without a terminal the changes are shown and discarded, with the command's exit code", async () => {
  const { out, err } = await printed([
    "--",
    "echo hello; sed -i s/two/2/ a.txt; echo n > n; exit 3",
  ]);
  expect(out).toContain("hello");
  expect(out).toContain("1 new, 1 changed:");
  expect(out).toMatch(/-two\n\+2\n/);
  expect(out).toContain("Discarded. Nothing was changed.");
  expect(err).toContain("no terminal to ask on");
  expect(process.exitCode).toBe(3);
  expect(readFileSync("a.txt", "utf8")).toBe("one\ntwo\n");
  expect(readdirSync(".")).toEqual(["a.txt"]);
});

test("--yes commits what is harmless in the working tree; undo gives it back", async () => {
  const outside = join(folder, "outside");
  const { out } = await printed([
    "--yes",
    "--",
    `echo 3 >> a.txt; echo x > .bashrc; echo y > ${outside}`,
  ]);
  expect(out).toContain("every new shell runs this file");
  expect(out).toContain("left out: .bashrc");
  expect(out).toContain("Committed 1 change, 1 left out.");
  expect(readFileSync("a.txt", "utf8")).toBe("one\ntwo\n3\n");
  expect(readdirSync(".")).toEqual(["a.txt"]);
  expect(existsSync(outside)).toBe(false);

  expect((await printed([], undoCommand())).out).toContain("Reverted 1 change.");
  expect(readFileSync("a.txt", "utf8")).toBe("one\ntwo\n");
  expect((await printed([], undoCommand())).err).toContain("no commit to undo");
  expect(process.exitCode).toBe(1);
});

test.skipIf(!hasProgram("git"))(
  "git init is shown without its example hooks (needs git)",
  async () => {
    const { out } = await printed(["--discard", "--", "git init -q ."]);
    expect(out).toMatch(/\.git\/hooks" \(not shown: \d+ files/);
    expect(out).not.toContain("+#!/bin/sh");
    expect(out.split("\n").length).toBeLessThan(150);
  },
);

test("what was written in place of hidden files is named, and not kept", async () => {
  const home = join(folder, "home");
  mkdirSync(home);
  writeFileSync(join(home, ".bashrc"), "mine\n");
  vi.stubEnv("HOME", home);
  const { out } = await printed(["--yes", "--", "echo alias x=y >> ~/.bashrc; echo z >> a.txt"]);
  expect(out).toContain("thrown away: ~/.bashrc (hidden here)\n");
  expect(readFileSync(join(home, ".bashrc"), "utf8")).toBe("mine\n");
  expect(readFileSync("a.txt", "utf8")).toBe("one\ntwo\nz\n");
});

test("caches of tools are one line, and not kept", async () => {
  const text = "mkdir -p p/__pycache__; for f in p/m.py p/__pycache__/m.pyc; do echo x > $f; done";
  const { out } = await printed(["--yes", "--", text]);
  expect(out).toContain("python's cache: 1 file, dropped\n");
  expect(out).toContain("Committed 2 changes. fix undo reverts them.");
  expect(readdirSync("p")).toEqual(["m.py"]);
});

test("--json says everything once, in printable ASCII", async () => {
  const { out } = await printed([
    "--json",
    "--discard",
    "--",
    "printf '\\033[2J\\303\\251'; mkdir é",
  ]);
  expect(out).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(out)).toMatchObject({
    exitCode: 0,
    output: "\u001b[2Jé",
    changes: [{ kind: "add", path: expect.stringMatching(/\/é$/), type: "directory", dangers: [] }],
    ending: "thrown_away",
    committed: [],
  });
});

test("what a command prints cannot order the terminal about", async () => {
  const { out } = await printed(["--discard", "--", "printf '\\033]0;owned\\007\\n'"]);
  expect(out).toContain("\\u{1b}]0;owned\\u{7}");
});

const UNSEEN = [
  "printf 'one\\0two\\n' > a.txt",
  "{ echo hidden; head -c 600000 /dev/zero | tr '\\0' ' '; } > big.txt",
  "seq 2000 > long.txt",
  "echo shown > é.txt",
  "echo seen > \"$(printf 'x\\377')\"",
].join("; ");

test("every file has its difference, or a line that says why not", async () => {
  const { out } = await printed(["--discard", "--", UNSEEN]);
  expect(out).toContain("\na.txt (not shown: text becomes binary, 8 bytes)\n");
  expect(out).toContain("\nbig.txt (not shown: large, 600.0 kB)\n");
  expect(out).toContain("\nlong.txt (not shown: a difference of 2001 lines)\n");
  expect(out).toMatch(/\n"é.txt"\n@@ .*\n\+shown\n/);
  expect(out).toMatch(/\n"x\\\\xff"\n@@ .*\n\+seen\n/);
});

test("--yes takes nothing that was not shown, also where a program asks", async () => {
  const { out } = await printed(["--yes", "--json", "--", UNSEEN]);
  const { committed, leftOut, changes } = JSON.parse(out);
  expect(committed).toEqual([expect.stringMatching(/é\.txt$/)]);
  expect(leftOut).toHaveLength(4);
  const dangers = changes.flatMap((change: { dangers: { code: string }[] }) => change.dangers);
  expect(dangers.filter(({ code }: { code: string }) => code === "not_shown")).toHaveLength(3);
  expect(readFileSync("a.txt", "utf8")).toBe("one\ntwo\n");
});

test("packages that were installed are counted, and do not hide what else was written", async () => {
  const install =
    "mkdir -p node_modules/p; for n in $(seq 60); do echo $n > node_modules/p/$n; done";
  const { out } = await printed(["--yes", "--", `${install}; echo last > z.txt`]);
  expect(out).toMatch(/\nz\.txt\n@@ .*\n\+last\n/);
  expect(out).toContain('\n"node_modules" (not shown: 60 files, 171 bytes)\n');
  expect(readdirSync("node_modules/p")).toHaveLength(60);
});

test("text that is not UTF-8 is binary, and --yes does not take it", async () => {
  const { out } = await printed(["--yes", "--", "printf 'caf\\351; evil\\n' > a.txt"]);
  expect(out).toContain("a.txt (not shown: text becomes binary, 11 bytes)");
  expect(readFileSync("a.txt", "utf8")).toBe("one\ntwo\n");
});

test("what cannot be seen in a difference is written out", async () => {
  const text = "a\\u202eb\\u200bc\\u3000d\\u2800e\\u0301f ";
  const { out } = await printed(["--discard", "--", `printf '\\tx ${text}\\n' > a.txt`]);
  expect(out).toContain("+\tx a\\u{202e}b\\u{200b}c\\u{3000}d\\u{2800}e\\u{301}f⟨1 blank⟩\n");
});

describe.skipIf(!hasProgram("git"))("what git keeps (needs git)", () => {
  const AS = "-c user.name=a -c user.email=a@example.org";
  const git = (text: string) => execSync(`git ${text}`, { encoding: "utf8" }).trim();

  beforeEach(() => {
    vi.stubEnv("HOME", folder);
    git("init -q");
    git("config user.name a");
    git("config user.email a@example.org");
    git("add a.txt");
    git("commit -q -m first");
  });

  test("a git command of the person's own is kept whole", async () => {
    const { out } = await printed(["--yes", "--", "git", "commit", "--allow-empty", "-m", "a; b"]);
    expect(out).not.toContain("left out:");
    expect(git("log --format=%s")).toBe("a; b\nfirst");
    expect(git("fsck")).toBe("");
  });

  test.each([
    { what: "a branch moved by hand", command: "echo 0 > .git/refs/heads/main" },
    { what: "an object", command: "mkdir -p .git/objects/ab; echo x > .git/objects/ab/cd" },
    { what: "packed refs", command: "echo x > .git/packed-refs" },
    { what: "other repositories' objects", command: "echo /x > .git/objects/info/alternates" },
    {
      what: "a commit among other things",
      command: `git ${AS} commit -q --allow-empty -m x; true`,
    },
    { what: "hooks", command: "printf '#!/bin/sh\\n' > .git/hooks/pre-commit" },
    { what: "settings", command: "git config core.pager evil" },
  ])("$what: nothing in .git is kept unasked", async ({ command }) => {
    const before = git("log --format=%H%d --all");
    const { out } = await printed(["--yes", "--", command]);
    expect(out).toMatch(/left out: \.git\//);
    expect(out).toMatch(/Committed \d changes?, \d+ left out\./);
    expect(git("log --format=%H%d --all")).toBe(before);
    expect(existsSync(".git/packed-refs")).toBe(false);
    expect(existsSync(".git/objects/info/alternates")).toBe(false);
    expect(existsSync(".git/hooks/pre-commit")).toBe(false);
  });

  test("hooks are asked for where git looks for them", async () => {
    git("config core.hooksPath scripts");
    const { out } = await printed(["--yes", "--", "mkdir scripts; echo x > scripts/pre-commit.sh"]);
    expect(out).toContain("git runs hooks from this directory");
    expect(existsSync("scripts/pre-commit.sh")).toBe(false);
  });
});

test("text that blanks would move out of sight stays in sight", async () => {
  const { out } = await printed(["--discard", "--", "printf 'one%300s;evil\\n' '' > a.txt"]);
  expect(out).toContain("+one⟨300 blanks⟩;evil\n");
});

test("an interrupt ends the command and throws its changes away", async () => {
  await printed(["--yes", "--", "echo n > n.txt; echo ready; sleep 60"], tryCommand(), (text) => {
    if (text.includes("ready")) process.emit("SIGINT");
  });
  expect(process.exitCode).toBe(130);
  expect(readdirSync(".")).toEqual(["a.txt"]);
});

test("words are a command as the shell split them", async () => {
  const { out } = await printed(["--discard", "--", "printf", "%s|", "a b", "$HOME"]);
  expect(out).toContain("a b|$HOME|");
});

test("--yes and --discard exclude each other", async () => {
  await expect(printed(["--yes", "--discard", "--", "true"])).rejects.toThrow("use only one of");
});

test.skipIf(!hasProgram("script"))(
  "the question is asked if stderr is a terminal, even when stdout is not (needs script)",
  async () => {
    const child = spawn(
      "script",
      ["-qec", 'node "$FIX" try -- "echo n > n.txt" | cat > shown', "/dev/null"],
      {
        env: { ...process.env, FIX, HOME: folder },
      },
    );
    let screen = "";
    child.stdout.on("data", (bytes) => {
      const wasAsked = screen.includes("[y/N]");
      screen += bytes;
      if (!wasAsked && screen.includes("[y/N]")) child.stdin.write("y\n");
    });
    await once(child, "close");
    expect(screen).toContain("Commit 1 harmless change? [y/N]");
    expect(readFileSync("n.txt", "utf8")).toBe("n\n");
  },
);

test.skipIf(!hasProgram("script"))(
  "nothing is asked when stderr is a file (needs script)",
  async () => {
    const child = spawn(
      "script",
      ["-qec", 'node "$FIX" try -- "echo n > n" 2> asked', "/dev/null"],
      {
        env: { ...process.env, FIX, HOME: folder },
      },
    );
    await once(child, "close");
    expect(readFileSync("asked", "utf8")).toContain("no terminal to ask on");
    expect(existsSync("n")).toBe(false);
  },
);

describe.skipIf(process.getuid?.() !== 0)("where nothing can be mounted (needs root)", () => {
  const OWN_MOUNTS = "unshare";
  const MOUNTLESS = 'mount --bind /bin/false "$(command -v mount)"; exec "$0" "$@"';
  const fixTry = (...words: readonly string[]) =>
    spawnSync(
      OWN_MOUNTS,
      ["--mount", "sh", "-c", MOUNTLESS, process.execPath, FIX, "try", "--yes", ...words],
      { encoding: "utf8" },
    );

  test("nothing is run", () => {
    const { status, stderr } = fixTry("--", "echo 2 > a.txt");
    expect(status).toBe(125);
    expect(stderr).toContain("fix doctor");
    expect(readFileSync("a.txt", "utf8")).toBe("one\ntwo\n");
  });

  test("--allow-copy runs it on a copy, after saying what that lacks", () => {
    const { status, stderr } = fixTry("--allow-copy", "--", "echo ran >&2; echo 2 > a.txt");
    expect(status).toBe(0);
    expect(stderr).toMatch(/copy of the working directory.*everything else is read-only.*ran/s);
    expect(readFileSync("a.txt", "utf8")).toBe("2\n");
  });
});

test("where a full sandbox opens --allow-copy changes nothing", async () => {
  const { out, err } = await printed(["--allow-copy", "--json", "--discard", "--", "true"]);
  expect(JSON.parse(out)).toMatchObject({ sandbox: "overlay", exitCode: 0 });
  expect(err).toBe("");
});

async function printed(
  words: readonly string[],
  command = tryCommand(),
  onOut: (text: string) => void = () => undefined,
) {
  const texts = { out: "", err: "" };
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation((part) => {
      texts.out += String(part);
      onOut(String(part));
      return true;
    }),
    vi.spyOn(process.stderr, "write").mockImplementation((part) => {
      texts.err += String(part);
      return true;
    }),
  ];
  try {
    await command.exitOverride().parseAsync([...words], { from: "user" });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return texts;
}
