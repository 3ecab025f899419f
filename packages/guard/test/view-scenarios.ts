/** What commands in a sandbox see and what of their writes is kept, as root and as a user. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { investigate } from "../src/investigate/investigate.ts";
import { type Place, type Scenario, succeeded } from "./scenario.ts";

const MAKE_PIPE = "mkfifo";

/** Beside the project, with secrets in it. */
function otherDirectory({ home }: Place): string {
  const other = join(home, "other");
  mkdirSync(join(other, "deep/.aws"), { recursive: true });
  writeFileSync(join(other, "model"), "weights\n");
  writeFileSync(join(other, ".env"), "TOKEN=1\n");
  writeFileSync(join(other, "deep/.aws/credentials"), "TOKEN=1\n");
  return other;
}

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
    claim: "what is written where nothing is kept is named, and nothing else",
    async holds(place) {
      writeFileSync(join(place.project, ".env"), "TOKEN=1\n");
      await using sandbox = await place.open();
      assert.deepEqual(await sandbox.lost(), []);
      const text =
        "echo a > kept; touch ~/t; rm ~/t; rm -f ~/nothing; echo b > .env; mkdir -p ~/a/b; echo c > ~/c";
      succeeded(await sandbox.run({ text }));
      assert.deepEqual(await sandbox.lost(), [
        join(place.project, ".env"),
        join(place.home, "a/b"),
        join(place.home, "c"),
      ]);
      succeeded(await sandbox.rehearse({ text: "echo d > ~/d" }));
      assert.ok(!(await sandbox.lost()).includes(join(place.home, "d")));
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
    claim:
      "another directory is seen if the person says so, without its secrets, and not written to",
    async holds(place) {
      const other = otherDirectory(place);
      const text = "cat ../other/model ../other/.env ../other/deep/.aws/credentials";
      {
        await using sandbox = await place.open();
        assert.equal((await sandbox.run({ text })).stdout, "");
        assert.ok(sandbox.hides(join(other, "model")));
      }
      await using sandbox = await place.open({ shows: [other] });
      assert.equal((await sandbox.run({ text })).stdout, "weights\n");
      assert.equal((await sandbox.rehearse({ text })).stdout, "weights\n");
      const write =
        "echo x >> ../other/model; echo x > ../other/new; rm ../other/model; echo x > x";
      assert.match((await sandbox.run({ text: write })).output, /(?:.*Read-only file system\n){3}/);
      assert.equal(readFileSync(join(other, "model"), "utf8"), "weights\n");
      assert.equal(sandbox.hides(join(other, "model")), false);
      for (const path of [join(other, ".env"), place.home, "/etc/shadow", "/tmp/none"]) {
        assert.ok(sandbox.hides(path), path);
      }
    },
  },
  {
    claim: "looks see another directory if the person says so, without its secrets",
    async holds(place) {
      const other = otherDirectory(place);
      const look = async (command: string, shows: readonly string[]) => {
        const scrub = (text: string) => text;
        const where = { directory: place.project, home: place.home, shows };
        const found = await investigate({ command, ...where, scrub });
        return found.ok ? found.value.output : found.refusal.code;
      };
      assert.match(await look(`cat ${other}/model`, []), /No such file/);
      assert.equal((await look(`cat ${other}/model`, [other])).trim(), "weights");
      assert.doesNotMatch(await look(`grep -rs TOKEN ${other}`, [other]), /TOKEN=1/);
      assert.equal(await look(`cat ${other}/.env`, [other]), "secret_path");
    },
  },
  {
    claim: "one file, a link to a directory, and a directory around the working tree can be shown",
    async holds(place) {
      const other = otherDirectory(place);
      const link = join(place.home, "link");
      symlinkSync(other, link);
      {
        await using sandbox = await place.open({ shows: [join(link, "model")] });
        assert.equal(succeeded(await sandbox.run({ text: "cat ../other/model" })), "weights\n");
        assert.equal(succeeded(await sandbox.run({ text: "ls -A ../other" })), "model\n");
        assert.equal((await sandbox.run({ text: "echo x > ../other/model" })).exitCode, 1);
      }
      {
        await using sandbox = await place.open({ shows: [link] });
        assert.equal(succeeded(await sandbox.run({ text: "cat ../other/model" })), "weights\n");
      }
      const [work, directory] = [join(place.home, "work"), join(place.home, "work/project")];
      mkdirSync(directory, { recursive: true });
      writeFileSync(join(work, "beside"), "beside\n");
      await using sandbox = await place.open({ directory, shows: [directory, work] });
      const text = "echo new > new; cat ../beside new; echo x > ../beside || echo closed";
      assert.equal(succeeded(await sandbox.run({ text })), "beside\nnew\nclosed\n");
      assert.equal(succeeded(await sandbox.rehearse({ text: "cat new" })), "new\n");
    },
  },
  {
    claim: "what must never be shown is hidden even if the person asks for it",
    async holds(place) {
      const other = otherDirectory(place);
      mkdirSync(join(place.home, ".ssh"));
      writeFileSync(join(place.home, ".ssh/id"), "KEY\n");
      writeFileSync(join(place.home, "notes"), "private\n");
      mkdirSync(join(place.state, "commits"), { recursive: true, mode: 0o700 });
      writeFileSync(join(place.state, "commits/journal"), "private\n");
      symlinkSync(join(place.home, ".ssh"), join(place.home, "harmless"));
      const never = [".ssh", ".ssh/id", "harmless", "other/.env", "."];
      const shows = [...never.map((name) => join(place.home, name)), place.state, "/", "/etc"];
      await using sandbox = await place.open({ shows: [...shows, place.folder] });
      const paths = `${place.home}/.ssh/id ${place.home}/notes ${place.state}/commits/journal`;
      const text = `cat ${paths} ${other}/.env ${place.home}/harmless/id; grep -rs private ~`;
      assert.equal((await sandbox.run({ text })).stdout, "");
    },
  },
  {
    claim: "a socket in a shown directory does not answer",
    async holds(place) {
      const other = otherDirectory(place);
      const server = createServer((socket) => socket.end("escaped"));
      await once(server.listen(join(other, "socket")), "listening");
      try {
        await using sandbox = await place.open({ shows: [other] });
        const ask = `node -e 'require("net").connect("../other/socket").on("error", () => console.log("closed")).on("data", (said) => console.log(String(said)))'`;
        const node = `PATH="${dirname(process.execPath)}:$PATH"`;
        assert.equal(succeeded(await sandbox.run({ text: `${node} ${ask}` })), "closed\n");
      } finally {
        server.close();
      }
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
