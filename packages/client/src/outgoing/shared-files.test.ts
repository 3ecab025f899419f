/** Which looks are answered to an agent elsewhere, in a project with a failure. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Contract } from "@bazaar/doors/connection";
import { explain, type InvestigationRefusal, investigate } from "@bazaar/guard/investigate";
import { hasProgram } from "@bazaar/testkit/program";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AskedFile, type Consent, type FileAnswer, NO_CONSENT } from "./outgoing.ts";
import { SharedFiles } from "./shared-files.ts";

const FILES: Readonly<Record<string, string>> = {
  "package.json": "{}",
  "packages/a/tsconfig.json": "{}",
  Makefile: "all:\n",
  "test.mjs": 'import { sum } from "./lib/sum";\nconst a = require("./lib/other.cjs");\n',
  "lib/sum.js": 'import "./deep.js";\n',
  "lib/other.cjs": "",
  "lib/deep.js": "",
  "lib/unrelated.js": "",
  "src/main.c": '#include "util.h"\n#include <stdio.h>\n',
  "src/util.h": "",
  "include/util2.h": "",
  "app/run.py": "from .helpers import x\nimport app.models\n",
  "app/helpers.py": "",
  "app/models.py": "",
  "notes/diary.txt": "",
  "notes/more.txt": "",
  ".env.example": "",
  ".git/HEAD": "ref: refs/heads/main",
};
const hasJail = hasProgram("bwrap");
const ERROR = [
  "node:internal/modules/esm/resolve:264",
  "Error [ERR_MODULE_NOT_FOUND]: Cannot find module './lib/sum' imported from test.mjs",
  "src/main.c:3:10: fatal error: util2.h: No such file or directory",
  '  File "app/run.py", line 1, in <module>',
].join("\n");

let tree: string;
let asked: string[];

beforeEach(() => {
  tree = join(realpathSync(mkdtempSync(join(tmpdir(), "shared-"))), "project");
  asked = [];
  for (const [name, content] of Object.entries({ ...FILES, "../outside.txt": "" })) {
    const path = join(tree, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  symlinkSync("../notes/diary.txt", join(tree, "lib", "linked.json"));
  symlinkSync("../../outside.txt", join(tree, "lib", "package.json"));
});

afterEach(() => {
  rmSync(dirname(tree), { recursive: true, force: true });
});

/** As much of a contract as is read here. */
const contract = {
  state: { terms: { document: { task: { command: "node test.mjs", error: ERROR } } } },
} as unknown as Contract;

function shared(consent: Consent = NO_CONSENT): SharedFiles {
  return new SharedFiles({ around: { workingTree: tree, home: dirname(tree) }, consent });
}

/** Through the guard, as an agent's command comes; null if it was answered. */
async function refusalOf(
  files: SharedFiles,
  command: string,
): Promise<InvestigationRefusal | null> {
  const found = await investigate({
    command,
    directory: tree,
    home: dirname(tree),
    scrub: (text) => text,
    permit: (reading) => files.refusal(contract, reading),
  });
  return found.ok ? null : found.refusal;
}

function answering(answer: FileAnswer): Consent {
  const file = async (_: Contract, { path }: AskedFile) => {
    asked.push(path.slice(tree.length + 1));
    return answer;
  };
  return { ...NO_CONSENT, file };
}

describe.skipIf(!hasJail)("without anybody to ask (needs bwrap)", () => {
  test.each([
    "cat test.mjs",
    "cat ./lib/sum.js",
    "head -n 20 lib/other.cjs",
    "cat src/main.c src/util.h",
    "cat app/run.py app/helpers.py",
    "grep -n class app/models.py",
    "cat package.json",
    "cat packages/a/tsconfig.json",
    "cat Makefile",
    "cat missing.txt",
    "ls -la notes",
    "ls",
    "find . -maxdepth 5 -name '*.txt'",
    "stat notes/diary.txt",
    "which node gcc",
    "uname -a",
    "cat /usr/include/stdio.h",
    "cat /etc/os-release",
    "timeout 5 ls notes",
    "[ -f notes/diary.txt ]",
    "head -n 2 test.mjs | grep import",
    "ls notes | head -n 1",
    "cat test.mjs || cat notes/diary.txt",
    "cat .env.example .git/HEAD",
  ])("%s is answered", async (command) => {
    expect(await refusalOf(shared(), command)).toBeNull();
  });

  test.each([
    "cat notes/diary.txt",
    "cat lib/unrelated.js",
    "cat lib/deep.js",
    "cat test.mjs notes/diary.txt",
    "head notes/diary.txt",
    "md5sum notes/diary.txt",
    "diff test.mjs notes/diary.txt",
    "timeout 5 cat notes/diary.txt",
    "grep -rn secret .",
    "grep -rn secret",
    "cat lib/linked.json",
    "cat lib/package.json",
    "cat ../outside.txt",
    "cat /etc/hosts",
    "cat notes/diary.txt | head -n 1",
    "cat test.mjs; cat notes/diary.txt",
    "cat < notes/diary.txt",
    "cd notes && cat diary.txt",
    "cat notes/*.txt",
    "sed -n 1,5p notes/diary.txt",
    "awk '{print $1}' notes/diary.txt",
    "find notes -name '*.txt' | xargs cat",
  ])("%s is refused in words for the agent", async (command) => {
    const refusal = await refusalOf(shared(), command);
    expect(refusal?.code).toBe("not_shared");
    expect(refusal === null ? "" : explain(refusal)).toMatch(/is not sent: the failure does not/);
  });
});

test.skipIf(!hasJail)("a file is asked for once, whatever the answer (needs bwrap)", async () => {
  for (const answer of ["yes", "no"] as const) {
    asked = [];
    const files = shared(answering(answer));
    for (const command of ["cat notes/diary.txt", "grep a notes/diary.txt", "cat notes/more.txt"]) {
      expect((await refusalOf(files, command)) === null).toBe(answer === "yes");
    }
    expect(asked).toEqual(["notes/diary.txt", "notes/more.txt"]);
  }
});

test.skipIf(!hasJail)(
  "yes to a whole directory covers what is below it and nothing else (needs bwrap)",
  async () => {
    const files = shared(answering("all"));
    await refusalOf(files, "cat notes/diary.txt");
    await refusalOf(files, "cat notes/more.txt");
    await refusalOf(files, "grep -rn a notes");
    expect(asked).toEqual(["notes/diary.txt"]);
    await refusalOf(files, "cat lib/unrelated.js");
    expect(asked).toEqual(["notes/diary.txt", "lib/unrelated.js"]);
  },
);

test.skipIf(!hasJail)("yes to a search covers that search alone (needs bwrap)", async () => {
  const files = shared(answering("yes"));
  const searches = ["grep -rn a notes", "grep -rn '' notes"];
  for (const command of searches) expect(await refusalOf(files, command)).toBeNull();
  await refusalOf(files, "cat notes/more.txt");
  expect(asked).toEqual(["notes", "notes", "notes/more.txt"]);
});

test.skipIf(!hasJail)(
  "all of a searched directory covers what is in it (needs bwrap)",
  async () => {
    const files = shared(answering("all"));
    await refusalOf(files, "grep -rn a notes");
    await refusalOf(files, "cat notes/more.txt");
    await refusalOf(files, "cat lib/unrelated.js");
    expect(asked).toEqual(["notes", "lib/unrelated.js"]);
  },
);

test.each<{ words: string[]; names?: string[]; isFree?: boolean }>([
  { words: ["git", "status", "--short"], isFree: true },
  { words: ["git", "log", "--oneline", "-n", "5"], isFree: true },
  { words: ["git", "remote", "-v"], isFree: true },
  { words: ["git", "status", "-v"], isFree: false },
  { words: ["git", "log", "-p"], isFree: false },
  { words: ["git", "log", "-Ssecret"], isFree: false },
  { words: ["git", "log", "-3p"], isFree: false },
  { words: ["git", "diff"], isFree: false },
  { words: ["git", "show", "HEAD"], isFree: false },
  { words: ["git", "diff", "HEAD~1", "test.mjs"], names: ["HEAD~1", "test.mjs"], isFree: true },
  {
    words: ["git", "diff", "HEAD", "gone.txt", "test.mjs"],
    names: ["HEAD", "gone.txt", "test.mjs"],
  },
  { words: ["git", "diff", "HEAD~1", "notes"], names: ["HEAD~1", "notes"], isFree: false },
  {
    words: ["git", "show", "HEAD~3", "HEAD:test.mjs"],
    names: ["HEAD~3", "test.mjs"],
    isFree: false,
  },
  { words: ["git", "show", "HEAD:test.mjs"], names: ["test.mjs"], isFree: true },
  { words: ["git", "show", "HEAD:gone.txt"], names: ["gone.txt"], isFree: false },
  { words: ["go", "doc", "-src", "./..."], isFree: false },
  { words: ["rg", "secret"], isFree: false },
  { words: ["timeout", "-s", "KILL", "5", "rg", "secret"], isFree: false },
  { words: ["timeout", "5", "git", "status"], isFree: true },
])("$words in the working tree is answered unasked: $isFree", async (row) => {
  const { words, names, isFree = false } = row;
  const paths = (names ?? []).map((name) => join(tree, name));
  const reading = { words, paths, readsDirectory: paths.length === 0 };
  expect((await shared().refusal(contract, reading)) === null).toBe(isFree);
});

/** Where people put their own: `/usr/src/app` is the usual place in containers. */
describe.each(["/usr", "/usr/src", "/usr/local", "/usr/local/etc"])("files in %s", (path) => {
  test.skipIf(!existsSync(path))("are asked for (needs that directory)", async () => {
    const reading = { words: ["grep", "-r", "a", path], paths: [path], readsDirectory: false };
    expect((await shared().refusal(contract, reading))?.code).toBe("not_shared");
  });
});
