/** What commands in a sandbox see and what of their writes is kept, as root and as a user. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Scenario, succeeded } from "./sandbox-scenarios.ts";

const MAKE_PIPE = "mkfifo";

export const VIEW_SCENARIOS: readonly Scenario[] = [
  {
    claim: "the state directory is invisible, also inside the working tree",
    async holds(place) {
      const stateDirectory = join(place.project, ".state");
      mkdirSync(join(stateDirectory, "commits"), { recursive: true, mode: 0o700 });
      writeFileSync(join(stateDirectory, "commits/journal"), "private\n");
      await using sandbox = await place.open({ stateDirectory });
      const text =
        "cat .state/commits/journal; find .state -mindepth 1; grep -rs private . ; echo .";
      assert.equal((await sandbox.run({ text })).stdout, ".\n");
      assert.equal((await sandbox.rehearse({ text })).stdout, ".\n");
    },
  },
  {
    claim: "the state directory is invisible if a link leads to it, and if it is new",
    async holds(place) {
      mkdirSync(join(place.project, "own"), { mode: 0o700 });
      symlinkSync("own", join(place.project, "link"));
      for (const [named, real] of [
        ["link/state", "own/state"],
        ["new/state", "new/state"],
      ] as const) {
        await using sandbox = await place.open({ stateDirectory: join(place.project, named) });
        const text = `find ${real} -mindepth 1; echo .`;
        assert.equal((await sandbox.run({ text })).stdout, ".\n");
      }
    },
  },
  {
    claim: "what is written in place of a hidden file is forgotten, and the rest is kept",
    async holds(place) {
      const secrets = [".env", "sub/.env"].map((name) => join(place.project, name));
      mkdirSync(join(place.project, "sub"));
      for (const path of secrets) writeFileSync(path, "TOKEN=1\n");
      await using sandbox = await place.open();
      const text = "echo planted > .env; rm sub/.env; echo new > sub/added; cat .env";
      assert.equal(succeeded(await sandbox.run({ text })), "planted\n");
      {
        await using view = await sandbox.view();
        const tree = view.trees.findLast(({ lower }) => place.project.startsWith(lower));
        assert.ok(tree);
        const upper = tree.upper + place.project.slice(tree.lower === "/" ? 0 : tree.lower.length);
        assert.deepEqual(
          [".env", "sub/.env", "sub/added"].map((name) => existsSync(join(upper, name))),
          [false, false, true],
        );
      }
      assert.equal(succeeded(await sandbox.run({ text: "cat .env sub/.env sub/added" })), "new\n");
    },
  },
  {
    claim: "a directory with a hidden file in it can be removed",
    async holds(place) {
      mkdirSync(join(place.project, "node_modules/x"), { recursive: true });
      writeFileSync(join(place.project, "node_modules/x/.env"), "TOKEN=1\n");
      await using sandbox = await place.open();
      succeeded(await sandbox.run({ text: "rm -rf node_modules && mkdir node_modules" }));
      assert.equal(succeeded(await sandbox.rehearse({ text: "ls -A node_modules" })), "");
      assert.ok(existsSync(join(place.project, "node_modules/x/.env")));
    },
  },
  {
    claim: "another directory is seen if the person says so, without its secrets",
    async holds(place) {
      const other = join(place.home, "other");
      mkdirSync(other);
      writeFileSync(join(other, "model"), "weights\n");
      writeFileSync(join(other, ".env"), "TOKEN=1\n");
      const text = "cat ../other/model ../other/.env";
      {
        await using sandbox = await place.open();
        assert.equal((await sandbox.run({ text })).exitCode, 1);
      }
      await using sandbox = await place.open({ shows: [other] });
      assert.equal(succeeded(await sandbox.run({ text })), "weights\n");
    },
  },
  {
    claim: "a rehearsal neither sees nor changes what is thrown away",
    async holds(place) {
      await using sandbox = await place.open();
      succeeded(await sandbox.run({ text: 'echo 1 > "$HOME"/kept; echo 1 > /tmp/kept' }));
      const text = 'ls -A "$HOME" /tmp | grep -c kept; echo 2 > "$HOME"/kept; rm -f /tmp/kept';
      assert.equal(succeeded(await sandbox.rehearse({ text })), "0\n");
      assert.equal(succeeded(await sandbox.run({ text: 'cat "$HOME"/kept /tmp/kept' })), "1\n1\n");
      assert.ok(!existsSync(join(place.home, "kept")));
    },
  },
  {
    claim: "a directory on the way to a shown one cannot be swapped for a link",
    async holds(place) {
      mkdirSync(join(place.home, ".cargo/bin"), { recursive: true });
      await using sandbox = await place.open();
      const swap = 'cd "$HOME"; mv .cargo away; rm -rf .cargo; ln -s / .cargo; test ! -L .cargo';
      succeeded(await sandbox.run({ text: swap }));
      assert.equal(succeeded(await sandbox.rehearse({ text: 'ls -A "$HOME"/.cargo' })), "bin\n");
    },
  },
  {
    claim: "a pipe in the working tree does not reach its reader outside",
    async holds(place) {
      const pipe = join(place.project, "pipe");
      execFileSync(MAKE_PIPE, ["-m", "666", pipe]);
      await using sandbox = await place.open();
      const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        await sandbox.run({ text: "timeout 0.5 sh -c 'echo escaped > pipe'" });
        assert.equal(readSync(reader, Buffer.alloc(16)), 0);
      } finally {
        closeSync(reader);
      }
    },
  },
  {
    claim: "people and machines are made up, and nothing says where secrets are",
    async holds(place) {
      mkdirSync(join(place.home, ".ssh"));
      writeFileSync(join(place.project, ".env"), "TOKEN=1\n");
      await using sandbox = await place.open();
      const text =
        "cat /etc/machine-id; hostname; whoami; getent passwd | wc -l; cat /proc/self/mountinfo";
      const [host, name, count, ...mounts] = succeeded(await sandbox.run({ text })).split("\n");
      assert.deepEqual([host, name], ["sandbox", process.getuid?.() === 0 ? "root" : "user"]);
      if (process.getuid?.() !== 0) assert.equal(count, "3");
      assert.doesNotMatch(mounts.join("\n"), /\.ssh|\.env/);
      assert.ok(!mounts.join("\n").includes(place.state));
    },
  },
];
