/**
 * What keeping a sandbox guarantees, as scenarios that run as root and as an ordinary user. Each
 * throws when a guarantee is broken, and leaves nothing.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { commit } from "../src/commit/commit.ts";
import { type LayerChanges, layerChanges } from "../src/commit/layer-changes.ts";
import { isWithin, rawPath, shownPath } from "../src/disk/raw-path.ts";
import { NotKept } from "../src/sandbox/kept-sandbox.ts";
import { discardKept, keptSandboxes } from "../src/sandbox/kept-sandboxes.ts";
import type { LayeredSandbox } from "../src/sandbox/layered-sandbox.ts";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";
import { explainRefusal, type SandboxRefusal } from "../src/sandbox/refusal.ts";
import { reopenSandbox } from "../src/sandbox/reopen-sandbox.ts";
import type { SandboxKind } from "../src/sandbox/sandbox-kind.ts";
import type { SandboxOptions } from "../src/sandbox/sandbox-request.ts";
import { sweep } from "../src/sandbox/sweep.ts";
import { type Place, type Scenario, succeeded } from "./scenario.ts";

function options(place: Place, kind: SandboxKind = "overlay"): SandboxOptions {
  return {
    directory: place.project,
    home: place.home,
    network: "none",
    stateDirectory: place.state,
    allowsCopy: kind === "copy",
  };
}

async function open(place: Place, kind: SandboxKind = "overlay"): Promise<LayeredSandbox> {
  const opened = await openSandbox(options(place, kind), { withoutOverlays: kind === "copy" });
  assert.ok(opened.ok, JSON.stringify(opened));
  return opened.value;
}

async function reopen(
  place: Place,
  id: string,
  kind: SandboxKind = "overlay",
): Promise<LayeredSandbox> {
  const reopened = await reopenSandbox(id, options(place, kind));
  assert.ok(reopened.ok, JSON.stringify(reopened));
  return reopened.value;
}

/** A sandbox in which `text` ran, kept. */
async function kept(place: Place, text: string, kind: SandboxKind = "overlay"): Promise<string> {
  const sandbox = await open(place, kind);
  succeeded(await sandbox.run({ text }));
  return (await sandbox.keep()).id;
}

async function refusalOf(
  place: Place,
  id: string,
  more: Partial<SandboxOptions> = {},
): Promise<SandboxRefusal> {
  const reopened = await reopenSandbox(id, { ...options(place), ...more });
  if (!reopened.ok) return reopened.refusal;
  await reopened.value[Symbol.asyncDispose]();
  throw new Error("it was reopened");
}

async function changesOf(place: Place, sandbox: LayeredSandbox): Promise<LayerChanges> {
  const seen = await layerChanges(sandbox);
  assert.ok(seen.ok, inspect(seen));
  const { diff, places } = seen.value;
  const changes = diff.changes.filter(({ path }) => isWithin(path, rawPath(place.project)));
  return { places, diff: { ...diff, changes } };
}

function shown(place: Place, { diff }: LayerChanges): readonly string[] {
  const below = place.project.length + 1;
  return diff.changes.map(({ kind, path }) => `${kind} ${shownPath(path).slice(below)}`);
}

async function commitAll(changes: LayerChanges): ReturnType<typeof commit> {
  const { places, diff } = changes;
  return commit(places, diff, { included: diff.changes, leftOut: [] });
}

const base = (place: Place) => join(place.state, "sandboxes");
const FIX = "echo fixed > file; rm gone; rm -rf dir; mkdir dir; echo new > dir/new";

function fill(place: Place): void {
  writeFileSync(join(place.project, "gone"), "gone\n");
  mkdirSync(join(place.project, "dir"));
  writeFileSync(join(place.project, "dir/old"), "old\n");
}

const onBoth = (
  claim: string,
  holds: (place: Place, kind: SandboxKind) => Promise<void>,
): readonly Scenario[] =>
  (["overlay", "copy"] as const).map((kind) => ({
    claim: `${kind}: ${claim}`,
    holds: (place) => holds(place, kind),
  }));

const PROMISES: readonly Scenario[] = [
  ...onBoth("what was kept is reopened, changed, shown and committed", async (place, kind) => {
    fill(place);
    const id = await kept(place, FIX, kind);
    assert.equal(place.read("file"), "original\n");
    assert.deepEqual(readdirSync(base(place)), [`kept-${id}-1`]);
    const sandbox = await reopen(place, id, kind);
    assert.equal(sandbox.kind, kind);
    const seen = await sandbox.rehearse({ text: "cat file; ls -A dir; test ! -e gone; rm file" });
    assert.equal(succeeded(seen), "fixed\nnew\n");
    succeeded(await sandbox.run({ text: "echo more >> file" }));
    const changes = await changesOf(place, sandbox);
    assert.deepEqual(shown(place, changes), [
      "add dir/new",
      "delete dir/old",
      "modify file",
      "delete gone",
    ]);
    const done = await commitAll(changes);
    assert.ok(done.ok, JSON.stringify(done));
    await sandbox.discard();
    assert.equal(place.read("file"), "fixed\nmore\n");
    assert.deepEqual(readdirSync(join(place.project, "dir")), ["new"]);
    assert.ok(!existsSync(join(place.project, "gone")));
    assert.deepEqual(readdirSync(base(place)), []);
  }),
  ...onBoth("what the user did before and after it was kept is a conflict", async (place, kind) => {
    fill(place);
    writeFileSync(join(place.project, "early"), "early\n");
    const sandbox = await open(place, kind);
    succeeded(await sandbox.run({ text: "echo fix | tee file gone early" }));
    writeFileSync(join(place.project, "early"), "mine\n");
    const { id } = await sandbox.keep();
    writeFileSync(join(place.project, "file"), "mine\n");
    rmSync(join(place.project, "gone"));
    await using again = await reopen(place, id, kind);
    const done = await commitAll(await changesOf(place, again));
    assert.ok(!done.ok && done.refusal.code === "conflict", JSON.stringify(done));
    const why = done.refusal.conflicts.map(({ path, because }) => [
      path.split("/").at(-1),
      because,
    ]);
    assert.deepEqual(why, [
      ["early", "changed"],
      ["file", "changed"],
      ["gone", "vanished"],
    ]);
    assert.equal(place.read("file"), "mine\n");
  }),
  ...onBoth("closing it leaves what was kept as it was", async (place, kind) => {
    const id = await kept(place, "echo fixed > file", kind);
    const sandbox = await reopen(place, id, kind);
    succeeded(await sandbox.run({ text: "echo other > file" }));
    await sandbox[Symbol.asyncDispose]();
    assert.deepEqual(readdirSync(base(place)), [`kept-${id}-1`]);
    await using again = await reopen(place, id, kind);
    assert.equal(succeeded(await again.run({ text: "cat file" })), "fixed\n");
  }),
  ...onBoth("discarding it ends what was kept", async (place, kind) => {
    const id = await kept(place, "echo fixed > file", kind);
    assert.equal(keptSandboxes({ stateDirectory: place.state }).length, 1);
    await (await reopen(place, id, kind)).discard();
    assert.deepEqual(readdirSync(base(place)), []);
    assert.equal(
      (await refusalOf(place, id, { allowsCopy: kind === "copy" })).code,
      "nothing_kept",
    );
  }),
  ...onBoth("kept again it has the same id and holds both", async (place, kind) => {
    const id = await kept(place, "echo one > one", kind);
    const sandbox = await reopen(place, id, kind);
    succeeded(await sandbox.run({ text: "echo two > two" }));
    assert.equal((await sandbox.keep()).id, id);
    assert.deepEqual(readdirSync(base(place)), [`kept-${id}-2`]);
    writeFileSync(join(place.project, "file"), "mine\n");
    await using again = await reopen(place, id, kind);
    assert.equal(succeeded(await again.run({ text: "cat one two; echo x > file" })), "one\ntwo\n");
    const done = await commitAll(await changesOf(place, again));
    assert.ok(!done.ok && done.refusal.code === "conflict", "opened first, before that edit");
  }),
  {
    claim: "it says whose it is, also when it is kept again",
    async holds(place) {
      const sandbox = await open(place);
      const { id } = await sandbox.keep({ label: "its repair" });
      const again = await reopen(place, id);
      succeeded(await again.run({ text: "echo more > more" }));
      await again.keep();
      const listed = keptSandboxes({ stateDirectory: place.state });
      assert.deepEqual(
        listed.map(({ label }) => label),
        ["its repair"],
      );
    },
  },
  {
    claim: "only looked at, and after a commit that failed, it stays as it was kept",
    async holds(place) {
      const id = await kept(place, "mkdir closed; echo x > closed/x; chmod 000 closed; rm file");
      writeFileSync(join(place.project, "file"), "mine\n");
      const sandbox = await reopen(place, id);
      const done = await commitAll(await changesOf(place, sandbox));
      assert.ok(!done.ok && done.refusal.code === "conflict");
      await sandbox.keep();
      assert.deepEqual(readdirSync(base(place)), [`kept-${id}-1`]);
      await using again = await reopen(place, id);
      const text = "stat -c %a closed; test ! -e file";
      assert.equal(succeeded(await again.run({ text })), "0\n");
    },
  },
  {
    claim: "what a diff opened for reading is closed again where it is kept",
    async holds(place) {
      const sandbox = await open(place);
      succeeded(await sandbox.run({ text: "mkdir -p a/b; echo x > a/b/x; chmod 000 a/b a" }));
      await changesOf(place, sandbox);
      const { id } = await sandbox.keep();
      await using again = await reopen(place, id);
      const text = "stat -c %a a; chmod 700 a; stat -c %a a/b";
      assert.equal(succeeded(await again.rehearse({ text })), "0\n0\n");
    },
  },
  {
    claim: "a layer that a commit has moved files out of is not kept",
    async holds(place) {
      const sandbox = await open(place);
      succeeded(await sandbox.run({ text: "echo fixed > file" }));
      const done = await commitAll(await changesOf(place, sandbox));
      assert.ok(done.ok);
      await assert.rejects(sandbox.keep(), NotKept);
      assert.deepEqual(readdirSync(base(place)), []);
    },
  },
  {
    claim: "one process at a time has the lock, and the next when it ends",
    async holds(place) {
      const id = await kept(place, "echo fixed > file");
      const sandbox = await reopen(place, id);
      assert.deepEqual(await refusalOf(place, id), { code: "kept_in_use", id });
      const discarded = await discardKept(id, { stateDirectory: place.state });
      assert.ok(!discarded.ok && discarded.refusal.code === "kept_in_use");
      await sandbox.keep();
      await (await reopen(place, id)).keep();
      assert.ok((await discardKept(id, { stateDirectory: place.state })).ok);
      assert.deepEqual(readdirSync(base(place)), []);
    },
  },
  {
    claim: "a sweep leaves what was kept, and removes what was replaced",
    async holds(place) {
      const id = await kept(place, "echo fixed > file");
      cpSync(join(base(place), `kept-${id}-1`), join(base(place), `kept-${id}-2`), {
        recursive: true,
      });
      await sweep(base(place));
      assert.deepEqual(readdirSync(base(place)), [`kept-${id}-2`]);
    },
  },
];

/** What happens to a kept sandbox, and how reopening it is refused. */
interface Harm {
  readonly what: string;
  readonly does: (place: Place, path: string) => void | Promise<void>;
  readonly code: SandboxRefusal["code"];
  readonly says?: string;
  /** Whether only reopening it shows the damage. */
  readonly isListed?: true;
  readonly with?: (place: Place) => Partial<SandboxOptions>;
}

const RECORD = "kept.json";

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

/** A part of it is elsewhere, with a link in its place. */
function linked(what: string, part: string, says: string): Harm {
  return {
    what: `${what} is a link`,
    does(place, path) {
      const elsewhere = join(place.folder, "elsewhere");
      renameSync(join(path, part), elsewhere);
      symlinkSync(elsewhere, join(path, part));
    },
    code: "kept_damaged",
    says,
  };
}

const HARMS: readonly Harm[] = [
  {
    what: "whose record was edited",
    does: (_, path) =>
      rewrite(join(path, RECORD), (text) => text.replace('"kind":"overlay"', '"kind":"copy"')),
    code: "kept_damaged",
    says: "was changed after it was written",
  },
  {
    what: "whose record names the kind as an earlier version did",
    does: (_, path) =>
      rewrite(join(path, RECORD), (text) => {
        const [, record = ""] = text.split("\n");
        const older = record.replace('"kind":"overlay"', '"rung":"A"');
        return `${createHash("sha256").update(older).digest("hex")}\n${older}\n`;
      }),
    code: "kept_damaged",
    says: "was written by another version of fix",
  },
  {
    what: "whose record was cut off",
    does: (_, path) => rewrite(join(path, RECORD), (text) => text.slice(0, -40)),
    code: "kept_damaged",
  },
  {
    what: "whose record is not there",
    does: (_, path) => rmSync(join(path, RECORD)),
    code: "kept_damaged",
    says: "ENOENT",
  },
  linked("whose record", RECORD, "ELOOP"),
  {
    what: "whose record others may read",
    does: (_, path) => chmodSync(join(path, RECORD), 0o644),
    code: "kept_damaged",
    says: "is not a private file of this user",
  },
  {
    what: "with the record of another one",
    async does(place, path) {
      const other = await kept(place, "true");
      cpSync(join(base(place), `kept-${other}-1`, RECORD), join(path, RECORD));
      await discardKept(other, { stateDirectory: place.state });
    },
    code: "kept_damaged",
    says: "its record belongs to",
  },
  {
    what: "whose names were edited",
    does: (_, path) => writeFileSync(join(path, "names"), ""),
    code: "kept_damaged",
    isListed: true,
    says: "was changed after it was written",
  },
  {
    what: "whose moment of opening is that of a copy made later",
    does(_, path) {
      rmSync(join(path, "opened"));
      symlinkSync("/dev/null", join(path, "opened"));
    },
    code: "kept_damaged",
    says: "a wrong opening time",
  },
  {
    what: "that others may enter",
    does: (_, path) => chmodSync(path, 0o755),
    code: "kept_damaged",
    says: "is not a private directory of this user",
  },
  linked("that itself", "", "is not a directory"),
  linked("whose layer", "a", "is not a directory"),
  linked("one tree of which", "a/u/0", "is not a directory"),
  {
    what: "beside which others may write",
    does: (place) => chmodSync(base(place), 0o777),
    code: "kept_damaged",
    says: "can be written by other users",
  },
  {
    what: "for another working tree",
    does: () => undefined,
    with: (place) => ({ directory: place.home }),
    code: "kept_for_another_directory",
  },
  {
    what: "whose working tree is gone",
    does: (place) => rmSync(place.project, { recursive: true }),
    code: "not_a_directory",
  },
  {
    what: "whose working tree was replaced",
    does(place) {
      cpSync(place.project, `${place.project}-copy`, { recursive: true });
      renameSync(place.project, `${place.project}-old`);
      renameSync(`${place.project}-copy`, place.project);
    },
    code: "kept_outdated",
    says: "replaced by another directory",
  },
];

const REFUSALS: readonly Scenario[] = HARMS.map((harm) => ({
  claim: `a kept sandbox ${harm.what} is refused: ${harm.code}`,
  async holds(place) {
    const id = await kept(place, "echo fixed > file");
    await harm.does(place, join(base(place), `kept-${id}-1`));
    const refusal = await refusalOf(place, id, harm.with?.(place) ?? {});
    assert.equal(refusal.code, harm.code, JSON.stringify(refusal));
    if (harm.says !== undefined)
      assert.ok(explainRefusal(refusal).includes(harm.says), JSON.stringify(refusal));
    const listed = keptSandboxes({ stateDirectory: place.state });
    const isListed = harm.isListed ?? harm.code !== "kept_damaged";
    assert.equal(listed.length, isListed ? 1 : 0);
    assert.ok(readdirSync(base(place)).every((name) => name.startsWith("kept-")));
    if (existsSync(join(place.project, "file"))) assert.equal(place.read("file"), "original\n");
  },
}));

export const KEPT_SCENARIOS: readonly Scenario[] = [...PROMISES, ...REFUSALS];
