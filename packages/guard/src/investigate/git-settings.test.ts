import { execFileSync } from "node:child_process";
import { appendFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askGit } from "./git-settings.ts";
import { investigate } from "./investigate.ts";
import { INVESTIGATION_LIMITS, type ReadOnlyRun } from "./run-read-only.ts";

const RAN = "the filter ran";
/** Their names are longer than a pipe, so that not all are read when the first are too many. */
const MANY_SETTINGS = `[many]\n${"a = 1\n".repeat(20_000)}`;

let home = "";
let project = "";

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "fix-git-settings-"));
  project = join(home, "project");
  await mkdir(project);
  const git = (...words: string[]) => execFileSync("git", ["-C", project, ...words]);
  git("init", "--quiet");
  await writeFile(join(project, "notes"), "first\n");
  git("add", ".");
  const named = ["-c", "user.name=ada", "-c", "user.email=ada@example.org"];
  git(...named, "commit", "--quiet", "--message=first");
  git("tag", "a-file", "HEAD:notes");
  await writeFile(join(project, "notes"), "second\n");
  await writeFile(join(project, ".gitattributes"), "notes filter=own\n");
  const filter = `[filter "own"]\nclean = echo ${RAN} >&2; cat\n`;
  await appendFile(join(project, ".git/config"), MANY_SETTINGS + filter);
});

afterAll(() => rm(home, { recursive: true }));

test("a filter does not run, however many settings the repository has", async () => {
  expect(await look(INVESTIGATION_LIMITS.outputBytes)).toMatchObject({ stoppedBy: null });
  expect(await look(500)).toMatchObject({ exitCode: null, stoppedBy: "output" });

  async function look(outputBytes: number) {
    const limits = { ...INVESTIGATION_LIMITS, outputBytes };
    const command = "git diff --stat";
    const found = await investigate({ command, directory: project, home, scrub: String, limits });
    const finding = found.ok ? found.value : found.refusal;
    expect(JSON.stringify(finding)).not.toContain(RAN);
    return finding;
  }
});

test("git that has no time to answer is not taken to have found nothing", async () => {
  const run: ReadOnlyRun = {
    words: ["/usr/bin/git", "diff", "a-file", "notes"],
    directory: project,
    workingTree: project,
    home,
    searchPath: "/usr/bin:/bin",
    environment: { GIT_CONFIG_COUNT: "0" },
    limits: INVESTIGATION_LIMITS,
  };
  const hurried = { ...run, limits: { ...INVESTIGATION_LIMITS, timeoutMs: 1 } };
  const refusal = { code: "operand_refused", word: "a-file" };
  expect(await askGit(run)).toMatchObject({ ok: false, refusal });
  expect(await askGit(hurried)).toEqual({ ok: true, value: { stoppedBy: "time" } });
  const words = ["/usr/bin/git", "status"];
  const settings = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "filter.own.clean" };
  expect(await askGit({ ...run, words })).toMatchObject({ value: { settings } });
  expect(await askGit({ ...hurried, words })).toEqual({ ok: true, value: { stoppedBy: "time" } });
});
