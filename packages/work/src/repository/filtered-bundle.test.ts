import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeBundle } from "../../test/make-bundle.ts";
import { SampleRepository } from "../../test/sample-repository.ts";
import type { FilterRules } from "./filter-tree.ts";
import type { FilteredBundle } from "./filtered-bundle.ts";

const RULES: FilterRules = {
  disallowedPaths: ["private", "**/*.pdf"],
  secrets: {
    marks: ["a mark", "[a-z]"],
    kindOf: (path, isMarked) =>
      path.endsWith(".env") ? "secret" : isMarked || path.endsWith(".npmrc") ? "perhaps" : null,
    holdsSecret: (bytes) => bytes.includes("token"),
  },
};

const FILES = {
  "src/a.ts": "export const a = 1;\n",
  "src/é.txt": "é\n",
  "private/plan.md": "secret plan\n",
  "docs/x.pdf": "pdf\n",
  ".env": "KEY=1\n",
  ".npmrc": "token=1\n",
  "web/.npmrc": "save-exact=true\n",
};

async function made(
  repository: SampleRepository,
  revision = "HEAD",
  rules = RULES,
): Promise<FilteredBundle> {
  const { directory } = repository;
  const bundle = await makeBundle({ directory, revision, ...rules });
  if ("problem" in bundle) throw new Error(bundle.problem);
  return bundle;
}

/** What git says about a bundle in a fresh repository. */
function inBundle({ bundle, commit }: FilteredBundle, ...args: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "bazaar-read-"));
  try {
    const git = (...words: readonly string[]): string =>
      execFileSync("git", words, { cwd: folder, encoding: "utf8", stdio: "pipe" });
    writeFileSync(join(folder, "b"), bundle);
    git("init", "--quiet");
    expect(git("bundle", "unbundle", "b")).toBe(`${commit} refs/heads/job\n`);
    return git("-c", "core.quotePath=false", ...args);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every file of the repository with its bytes. */
function contents(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = names
    .filter((name) => name.isFile())
    .map((name) => join(name.parentPath, name.name));
  return Object.fromEntries(files.map((path) => [path, readFileSync(path, "latin1")]));
}

describe("a filtered bundle", () => {
  test("has files on top of the commit, in place of its own", async () => {
    using repository = new SampleRepository({ "a.sh": "false\n" });
    const content = Buffer.from("true\n");
    const adds = [
      { path: "a.sh", mode: "100755" as const, content },
      { path: "new/é.sh", mode: "100644" as const, content },
    ];
    const { directory } = repository;
    const before = contents(directory);
    const request = { directory, revision: "HEAD", adds, ...RULES };
    const bundle = await makeBundle(request);
    if ("problem" in bundle) throw new Error(bundle.problem);
    const listed = inBundle(
      bundle,
      "ls-tree",
      "-r",
      "--format=%(objectmode) %(path)",
      bundle.commit,
    );
    expect(listed.trim().split("\n")).toEqual(["100755 a.sh", "100644 new/é.sh"]);
    expect(inBundle(bundle, "show", `${bundle.commit}:a.sh`)).toBe("true\n");
    expect(contents(directory)).toEqual(before);
  });

  test("is not made if a file that must be in it is a secret", async () => {
    using repository = new SampleRepository({ a: "b" });
    const adds = [{ path: "test.env", mode: "100644" as const, content: Buffer.from("x") }];
    const { directory } = repository;
    const request = { directory, revision: "HEAD", adds, ...RULES };
    expect(await makeBundle(request)).toEqual({
      problem: "test.env is not sent: secret.",
    });
  });

  test("has the files of the commit without secrets and disallowed paths, and no history", async () => {
    using repository = new SampleRepository({ "private/old.md": "old secret\n" });
    repository.commit(FILES);
    const bundle = await made(repository);
    const listed = inBundle(bundle, "ls-tree", "-r", "--name-only", bundle.commit);
    expect(listed.trim().split("\n").sort()).toEqual(["src/a.ts", "src/é.txt", "web/.npmrc"]);
    expect(inBundle(bundle, "log", "--format=%an %ae %ad %s", "--date=unix", bundle.commit)).toBe(
      "bazaar job@bazaar.invalid 0 job\n",
    );
    const objects = inBundle(bundle, "cat-file", "--batch-check", "--batch-all-objects");
    // Three files, three directories and the commit: nothing else can be found in it.
    expect(objects.trim().split("\n")).toHaveLength(7);
    expect(bundle.removed).toEqual([
      { path: ".env", because: "secret" },
      { path: ".npmrc", because: "secret" },
      { path: "docs/x.pdf", because: "disallowed" },
      { path: "private/old.md", because: "disallowed" },
      { path: "private/plan.md", because: "disallowed" },
    ]);
    expect(bundle.files).toBe(3);
  });

  test("leaves out files with a mark whose text is a secret, whatever their name and bytes", async () => {
    using repository = new SampleRepository({ "src/é\n.json": "a mark, token\n", c: "a mark\n" });
    repository.write(
      "binary",
      Buffer.concat([Buffer.from([0, 255, 10]), Buffer.from("[a-z] token")]),
    );
    repository.commit({ d: "token" });
    const bundle = await made(repository);
    expect(bundle.removed.map(({ path }) => path)).toEqual(["binary", "src/é\n.json"]);
    expect(bundle.files).toBe(2);
  });

  test("is of the named commit, not of the files as they are", async () => {
    using repository = new SampleRepository();
    const first = repository.commit({ a: "1\n" });
    repository.commit({ a: "2\n" });
    repository.write("a", "3\n");
    repository.write("new", "x\n");
    const bundle = await made(repository, first);
    expect(inBundle(bundle, "show", `${bundle.commit}:a`)).toBe("1\n");
  });

  test("of equal trees is an equal commit, whoever made them", async () => {
    using one = new SampleRepository({ a: "1\n", ".env": "x" });
    using two = new SampleRepository({ a: "0\n" });
    two.commit({ a: "1\n" });
    expect((await made(one)).commit).toBe((await made(two)).commit);
  });

  test("keeps modes, links and bytes, and leaves submodules out", async () => {
    using repository = new SampleRepository({ a: "1\n" });
    repository.write("run.sh", "#!/bin/sh\n", 0o755);
    repository.write("crlf.txt", "a\r\n");
    repository.write(".gitattributes", "* text=auto eol=lf\n");
    repository.link("link", "a");
    repository.git("add", "--all");
    const head = repository.git("rev-parse", "HEAD").trim();
    repository.git("update-index", "--add", "--cacheinfo", `160000,${head},sub`);
    repository.git("commit", "--quiet", "-m", "links");
    const bundle = await made(repository);
    const modes = inBundle(
      bundle,
      "ls-tree",
      "-r",
      "--format=%(objectmode) %(path)",
      bundle.commit,
    );
    expect(modes).toContain("100755 run.sh");
    expect(modes).toContain("120000 link");
    expect(bundle.removed).toEqual([{ path: "sub", because: "submodule" }]);
  });
});

test("the user's repository is left as it was, and nothing in it runs", async () => {
  using repository = new SampleRepository(FILES);
  const ran = join(repository.directory, "../ran-by-repository");
  rmSync(ran, { force: true });
  for (const [name, value] of [
    ["core.fsmonitor", `touch ${ran}`],
    ["core.hooksPath", repository.at("hooks")],
    ["core.sshCommand", `touch ${ran}`],
    ["core.pager", `touch ${ran}`],
    ["alias.rev-parse", `!touch ${ran}`],
    ["filter.x.clean", `touch ${ran}`],
    ["filter.x.smudge", `touch ${ran}`],
    ["commit.gpgSign", "true"],
    ["gpg.program", repository.at("hooks/pre-commit")],
    ["extensions.partialClone", "origin"],
    ["remote.origin.url", `ext::touch ${ran}`],
    ["remote.origin.promisor", "true"],
  ] as const) {
    repository.git("config", name, value);
  }
  for (const hook of [
    "pre-commit",
    "post-checkout",
    "reference-transaction",
    "post-index-change",
  ]) {
    repository.write(`hooks/${hook}`, `#!/bin/sh\ntouch ${ran}\n`, 0o755);
  }
  repository.write(".gitattributes", "* filter=x\n");
  rmSync(ran, { force: true });
  const before = contents(repository.directory);
  await made(repository);
  expect(existsSync(ran)).toBe(false);
  expect(contents(repository.directory)).toEqual(before);
  const missing = await makeBundle({
    directory: repository.directory,
    revision: "ab".repeat(20),
    ...RULES,
  });
  expect(missing).toEqual({ problem: "The repository has no such commit." });
  expect(existsSync(ran)).toBe(false);
});

test.each([
  { what: "no repository", revision: "HEAD", make: () => null, problem: "no git repository" },
  { what: "no such commit", revision: "nothing", problem: "no such commit" },
  { what: "an option for a commit", revision: "--all", problem: "no such commit" },
  { what: "only secrets", revision: "HEAD", files: { ".env": "x" }, problem: "Nothing is left" },
])("$what: $problem", async ({ revision, make, files = { a: "1" }, problem }) => {
  using repository = new SampleRepository(files);
  if (make !== undefined) rmSync(repository.at(".git"), { recursive: true });
  const { directory } = repository;
  const answer = await makeBundle({ directory, revision, ...RULES });
  expect(answer).toEqual({ problem: expect.stringContaining(problem) });
});
