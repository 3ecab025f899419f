import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sandboxedChange } from "../../suites/commit/sandboxed-change.ts";
import type { OnStep } from "../disk/on-step.ts";
import { rawPath } from "../disk/raw-path.ts";
import { commit } from "./commit.ts";
import { explainCommitRefusal } from "./explain-commit-refusal.ts";
import { recover } from "./recover.ts";
import { removeState } from "./remove-state.ts";
import { undo } from "./undo.ts";

class Scene {
  readonly folder = mkdtempSync(join(tmpdir(), "guard-unrecovered-"));
  readonly stateDirectory = join(this.folder, "state");

  constructor() {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    for (const name of ["home", "stuck", "other"]) mkdirSync(join(this.folder, name));
  }

  /** What the disk refuses in a directory, to any user. */
  refusingIn(name: string): OnStep {
    const refused = `set the time of ${join(this.folder, name)}`;
    return (step) => {
      if (step !== refused) return;
      throw Object.assign(new Error(`EPERM: ${step}`), { code: "EPERM" });
    };
  }

  async commit(name: string, text: string, onStep?: OnStep): ReturnType<typeof commit> {
    const { stateDirectory } = this;
    const where = { tree: join(this.folder, name), home: join(this.folder, "home") };
    await using change = await sandboxedChange({ ...where, stateDirectory }, text);
    return await commit(change.places, change.diff, change.plan, onStep ? { onStep } : {});
  }

  /** A commit that could be neither applied nor rolled back. */
  async stuck(): Promise<OnStep> {
    const onStep = this.refusingIn("stuck");
    const refused = await this.commit("stuck", "echo 1 > new", onStep);
    expect(refused).toMatchObject({ ok: false, refusal: { code: "not_recovered" } });
    return onStep;
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }
}

test("a commit that the disk refuses to roll back is named, and tried again at the next recovery", async () => {
  const scene = new Scene();
  const onStep = await scene.stuck();
  const failed = await recover(scene.stateDirectory, { onStep });
  const made = expect.objectContaining({ directory: rawPath(join(scene.folder, "stuck")) });
  expect(failed).toMatchObject({ ok: true, value: [{ did: "failed", made }] });
  const recovered = await recover(scene.stateDirectory);
  expect(recovered).toMatchObject({ ok: true, value: [{ did: "taken_back" }] });
  expect(readdirSync(join(scene.folder, "stuck"))).toEqual([]);
});

test("other directories are committed and undone meanwhile, and its own names are not", async () => {
  const scene = new Scene();
  const onStep = await scene.stuck();
  const { stateDirectory } = scene;
  expect(await scene.commit("other", "echo 2 > file", onStep)).toMatchObject({ ok: true });
  expect(scene.read("other/file")).toBe("2\n");
  const again = await scene.commit("stuck", "echo 2 > new; echo 3 > more", onStep);
  expect(again.ok ? [] : explainCommitRefusal(again.refusal)).toEqual([
    expect.stringMatching(/^an interrupted commit in "\S+\/stuck" could not be reverted and is/),
  ]);
  expect(readdirSync(join(stateDirectory, "commits"))).toHaveLength(2);
  expect(await undo(stateDirectory, { onStep })).toMatchObject({ ok: true });
  expect(readdirSync(join(scene.folder, "other"))).toEqual([]);
});

test("everything else that is stored can be removed, and its backups stay", async () => {
  const scene = new Scene();
  const onStep = await scene.stuck();
  expect(await scene.commit("other", "echo 2 > file", onStep)).toMatchObject({ ok: true });
  // As after a failed recovery: nothing in here tries again.
  const commits = join(scene.stateDirectory, "commits");
  const kept = [join(commits, "000000001")];
  const removed = await removeState(scene.stateDirectory, process.getuid?.() ?? -1);
  expect(removed).toEqual({ ok: true, value: kept });
  expect(readdirSync(commits)).toEqual(["000000001"]);
  expect(existsSync(join(scene.stateDirectory, "sandboxes"))).toBe(false);
});
