import { chown, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRoot, ordinaryUser, type TestUser } from "../../test/as-user.ts";
import { Place, succeeded } from "../../test/scenario.ts";
import { layerChanges } from "../commit/layer-changes.ts";
import { openSandbox } from "./open-sandbox.ts";
import type { SandboxReport } from "./probe.ts";
import type { SandboxOptions } from "./sandbox-request.ts";

const TRY = new URL("../../test/try-command.entry.ts", import.meta.url);
const PROBE = new URL("../../test/probe.entry.ts", import.meta.url);
const MOUNT_FAILS = "mount --bind /bin/false /usr/bin/mount";

async function onCopy(place: Place, options: Partial<SandboxOptions> = {}) {
  return openSandbox(
    {
      directory: place.project,
      home: place.home,
      stateDirectory: place.state,
      network: "none",
      allowsCopy: true,
      ...options,
    },
    { withoutOverlays: true },
  );
}

async function opened(place: Place, options: Partial<SandboxOptions> = {}) {
  const sandbox = await onCopy(place, options);
  if (!sandbox.ok) throw new Error(JSON.stringify(sandbox.refusal));
  return sandbox.value;
}

test("a command changes only the copy, and a rehearsal changes nothing", async () => {
  await using place = new Place();
  await using sandbox = await opened(place);
  expect(sandbox.kind).toBe("copy");
  succeeded(await sandbox.run({ text: "echo fixed > file && echo made > made" }));
  expect(succeeded(await sandbox.rehearse({ text: "cat file && rm file made && ls" }))).toBe(
    "fixed\n",
  );
  expect(succeeded(await sandbox.run({ text: "cat file made" }))).toBe("fixed\nmade\n");
  expect(place.read("file")).toBe("original\n");
  expect(await readdir(place.project)).toEqual(["file"]);
});

test("the changes of a copy are exactly what a command changed", async () => {
  await using place = new Place();
  await mkdir(join(place.project, "kept/deep"), { recursive: true });
  for (const name of ["kept/deep/same", "gone", "saved"]) {
    await writeFile(join(place.project, name), "original\n");
  }
  await using sandbox = await opened(place);
  succeeded(
    await sandbox.run({ text: "echo fixed > file; rm gone; mkdir new; cat kept/deep/same" }),
  );
  const seen = await layerChanges(sandbox);
  const changes = seen.ok ? seen.value.diff.changes : [];
  expect(changes.map(({ kind, path }) => `${kind} ${path.slice(place.project.length)}`)).toEqual([
    "modify /file",
    "delete /gone",
    "add /new",
  ]);
});

test("outside the copy nothing can be written", async () => {
  await using place = new Place();
  await using sandbox = await opened(place);
  const text =
    "for at in / /etc /usr /var/lib /home; do touch $at/fix-escape && echo wrote $at; done; :";
  expect(succeeded(await sandbox.run({ text }))).not.toContain("wrote /");
});

test("on a copy by choice, nothing else is inherited, and what is named is hidden", async () => {
  await using place = new Place();
  const other = join(place.home, "other");
  await mkdir(join(other, "data"), { recursive: true });
  for (const path of ["key", "data/rows", "seen"]) await writeFile(join(other, path), "text\n");
  const told = await openSandbox({
    directory: place.project,
    home: place.home,
    stateDirectory: place.state,
    network: "none",
    copyAt: { directory: "/somewhere/else", home: "/somewhere", uid: 1234, gid: 1234 },
    inherited: { PATH: "/usr/bin:/bin", SECRET: "x", LANG: "C" },
    shows: [other],
    hides: [join(other, "data"), join(other, "key"), join(other, "not-there")],
  });
  if (!told.ok) throw new Error(JSON.stringify(told.refusal));
  await using sandbox = told.value;
  expect(sandbox.kind).toBe("copy");
  const text = `echo $PATH $LANG $SECRET; id -u; ls ${other}/data; cat ${other}/key ${other}/seen`;
  expect((await sandbox.run({ text })).stdout).toBe("/usr/bin:/bin C\n1234\ntext\n");
});

test("a closed sandbox leaves no files", async () => {
  await using place = new Place();
  {
    await using sandbox = await opened(place);
    await sandbox.rehearse({ text: "mkdir -p a/b && chmod 000 a/b" });
  }
  expect(await readdir(join(place.state, "sandboxes"))).toEqual([]);
});

test("a secret elsewhere that is deleted meanwhile does not stop a command", async () => {
  await using place = new Place();
  const other = join(place.home, "other");
  await mkdir(other);
  for (const directory of [other, place.project]) {
    await writeFile(join(directory, ".env"), "SECRET=x\n");
  }
  await using sandbox = await opened(place, { shows: [other] });
  await rm(join(other, ".env"));
  await rm(join(place.project, ".env"));
  expect(succeeded(await sandbox.run({ text: `ls -A ${other}; cat .env` }))).toBe("");
});

test("a directory that contains the state directory is not copied", async () => {
  await using place = new Place();
  const told = await onCopy(place, { stateDirectory: join(place.project, "state") });
  expect(told).toMatchObject({ ok: false, refusal: { code: "cannot_copy" } });
});

describe.skipIf(!isRoot)("where nothing can be mounted (needs root)", () => {
  async function project(user: TestUser): Promise<string> {
    const directory = join(user.home, "project");
    await mkdir(directory);
    await writeFile(join(directory, "file"), "as it was");
    for (const path of [directory, join(directory, "file")]) await chown(path, user.uid, user.gid);
    return directory;
  }

  test("a command runs on a copy if the caller allows it", async () => {
    await using user = await ordinaryUser();
    const directory = await project(user);
    const words = [directory, "rm file && ls -A && echo gone", "copy"];
    expect(await user.run(TRY, words, MOUNT_FAILS)).toEqual([{ exitCode: 0, output: "gone\n" }]);
    expect(await readFile(join(directory, "file"), "utf8")).toBe("as it was");
  });

  test("nothing runs on a copy if the caller does not allow it", async () => {
    await using user = await ordinaryUser();
    const directory = await project(user);
    const [told] = await user.run<{ code: string }>(TRY, [directory, "rm file"], MOUNT_FAILS);
    expect(told?.code).toMatch(/^(sandbox_unavailable|no_state_directory)$/);
    expect(await readFile(join(directory, "file"), "utf8")).toBe("as it was");
  });

  test("another user's file is not copied, because the copy would belong to this user", async () => {
    await using user = await ordinaryUser();
    const directory = await project(user);
    await writeFile(join(directory, "roots"), "");
    const words = [directory, "true", "copy"];
    const [told] = await user.run<{ problem: string }>(TRY, words, MOUNT_FAILS);
    expect(told?.problem).toContain("belongs to another user");
  });

  test("the best sandbox is a copy", async () => {
    await using user = await ordinaryUser();
    const [report] = await user.run<SandboxReport>(PROBE, [], MOUNT_FAILS);
    expect(report).toMatchObject({
      best: "copy",
      isRepairable: report?.remedy !== null,
      seen: null,
    });
  });
});
