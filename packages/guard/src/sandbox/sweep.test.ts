import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { Place, succeeded } from "../../test/scenario.ts";
import { discardKept, keptSandboxes } from "./kept-sandboxes.ts";
import { sweep } from "./sweep.ts";

const CRASH = new URL("../../test/crash.entry.ts", import.meta.url);
const CLEAN = {
  alive: true,
  survivors: 0,
  left: 1,
  after: { directories: 0, groups: 0 },
  exists: false,
};

test.skipIf(!isRoot)(
  "when root's process is killed no process survives, and the next run removes the rest (needs root)",
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(CRASH)]);
    expect(JSON.parse(stdout)).toEqual(CLEAN);
  },
);

test("when a user's process is killed no process survives, and the next run removes the rest", async () => {
  await using user = await ordinaryUser();
  expect(await user.run(CRASH)).toEqual([CLEAN]);
});

test("a sandbox whose process is alive is never swept", async () => {
  await using place = new Place();
  await using sandbox = await place.open();
  succeeded(await sandbox.run({ text: "echo kept > kept" }));
  expect(await sweep(join(place.state, "sandboxes"))).toBe(0);
  expect(succeeded(await sandbox.run({ text: "cat kept" }))).toBe("kept\n");
});

test.each([
  {
    what: "of another boot",
    name: (id: string) => id.replace(/^[0-9a-f]{8}/, "00000000"),
    swept: 1,
  },
  {
    what: "of a process that is gone",
    name: (id: string) => id.replace(/-\d+-\d+-(?=[0-9a-f]+$)/, "-1-1-"),
    swept: 1,
  },
  {
    what: "of another pid namespace",
    name: (id: string) => id.replace(/^([0-9a-f]{8})-\d+/, "$1-1"),
    swept: 0,
  },
  { what: "with a name of another program", name: () => "somebody-elses", swept: 0 },
])("a directory $what: $swept swept", async ({ name, swept }) => {
  await using place = new Place();
  const base = join(place.state, "sandboxes");
  {
    await using sandbox = await place.open();
    succeeded(await sandbox.run({ text: "true" }));
    const [own = ""] = readdirSync(base);
    mkdirSync(join(base, name(own), "a/u/0"), { recursive: true });
    expect(await sweep(base)).toBe(swept);
    expect(readdirSync(base)).toContain(own);
  }
  expect(readdirSync(base)).toHaveLength(1 - swept);
});

const OTHER_UID = 1002;
const ABANDONED = "00000000-1-1-1-00000000";
const KEPT = "0123456789abcdef";

/** A state directory of another user, with names in it that look like this user's. */
function foreignState(): string {
  const folder = mkdtempSync(join(tmpdir(), "guard-foreign-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const state = join(folder, "state");
  for (const name of [ABANDONED, `kept-${KEPT}-1`, `kept-${KEPT}-2`]) {
    mkdirSync(join(state, "sandboxes", name, "decoy"), { recursive: true });
    writeFileSync(join(state, "sandboxes", name, "decoy/file"), "");
  }
  execFileSync("chown", ["-R", `${OTHER_UID}:${OTHER_UID}`, state]);
  chmodSync(folder, 0o755);
  return state;
}

const ALL = [ABANDONED, `kept-${KEPT}-1`, `kept-${KEPT}-2`];
const UNTOUCHED = { swept: 0, listed: 0, discarded: "kept_damaged", left: ALL };

test.skipIf(!isRoot)("root sweeps nothing in another user's directory (needs root)", async () => {
  const state = foreignState();
  const base = join(state, "sandboxes");
  const swept = await sweep(base);
  const listed = keptSandboxes({ stateDirectory: state }).length;
  const ended = await discardKept(KEPT, { stateDirectory: state });
  const discarded = ended.ok ? "done" : ended.refusal.code;
  expect({ swept, listed, discarded, left: readdirSync(base) }).toEqual(UNTOUCHED);
});

test.skipIf(!isRoot)("root sweeps nothing through another user's link (needs root)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "guard-foreign-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "own/sandboxes", ABANDONED), { recursive: true, mode: 0o700 });
  symlinkSync(join(folder, "own"), join(folder, "link"));
  lchownSync(join(folder, "link"), OTHER_UID, OTHER_UID);
  expect(await sweep(join(folder, "link/sandboxes"))).toBe(0);
  expect(await sweep(join(folder, "own/sandboxes"))).toBe(1);
});

const FOREIGN = new URL("../../test/foreign-base.entry.ts", import.meta.url);

test.skipIf(!isRoot)("a user sweeps nothing in another user's directory (needs root)", async () => {
  await using user = await ordinaryUser();
  expect(await user.run(FOREIGN, [foreignState(), KEPT])).toEqual([UNTOUCHED]);
});

test.skipIf(!isRoot)("what cannot be removed does not stop the sweep (needs root)", async () => {
  await using user = await ordinaryUser();
  const base = join(user.home, "state/sandboxes");
  const [first, second] = [ABANDONED, ABANDONED.replace(/0$/, "1")];
  for (const name of [first, second]) mkdirSync(join(base, name, "inner"), { recursive: true });
  execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, join(user.home, "state")]);
  execFileSync("chmod", ["-R", "go=", join(user.home, "state")]);
  writeFileSync(join(base, first, "inner/file"), "");
  chownSync(join(base, first, "inner"), 0, 0);
  const [told] = await user.run(FOREIGN, [join(user.home, "state"), KEPT]);
  expect(told).toEqual({ swept: 1, listed: 0, discarded: "nothing_kept", left: [first] });
});

test.skipIf(!isRoot)(
  "a user whose name in shared memory is taken still gets a sandbox (needs root)",
  async () => {
    await using user = await ordinaryUser();
    const taken = `/dev/shm/fix-${user.uid}`;
    const before = `
    mount -t tmpfs none /dev/shm && chmod 1777 /dev/shm
    mkdir -p ${taken}/sandboxes/${ABANDONED}/inner && chown -R ${OTHER_UID}:${OTHER_UID} ${taken}`;
    const opens = new URL("../../test/opens.entry.ts", import.meta.url);
    expect(await user.run(opens, [], before)).toEqual([{ ran: "hello\n" }]);
    // Only memory is left for it.
    const full = `${before}\nrm -rf ${user.home}/.local; touch ${user.home}/.local`;
    expect(await user.run(opens, [], full)).toEqual([{ ran: "hello\n" }]);
  },
);
