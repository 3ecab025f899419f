/**
 * What a sandbox guarantees, as scenarios that run as root and as an ordinary user. Each makes its
 * own surroundings, throws when a guarantee is broken, and leaves nothing.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { judge } from "@bazaar/kernel";
import { collect } from "@bazaar/work";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";
import { NETWORK_SCENARIO } from "./network-scenario.ts";
import { type Scenario, succeeded } from "./scenario.ts";
import { SeatBelt } from "./seat-belt.ts";

/** Names that break quoting. */
const ODD_NAMES = [
  "a b",
  "it's",
  'say "hi"',
  "comma,name",
  "colon:name",
  "back\\slash",
  "new\nline",
  "tab\there",
  "#hash",
  "$HOME",
  "-dash",
  "ünï",
  "a=b;c&d|e",
];

export const SCENARIOS: readonly Scenario[] = [
  {
    claim: "what a fix writes is seen by later runs and not by the disk",
    async holds(place) {
      await using sandbox = await place.open();
      succeeded(await sandbox.run({ text: "echo fixed > file; echo new > added; rm -f gone" }));
      assert.equal(succeeded(await sandbox.run({ text: "cat file added" })), "fixed\nnew\n");
      assert.equal(place.read("file"), "original\n");
      assert.ok(!existsSync(join(place.project, "added")));
    },
  },
  {
    claim: "what a rehearsal writes is thrown away, and what it sees is the fix",
    async holds(place) {
      await using sandbox = await place.open();
      assert.equal(
        succeeded(await sandbox.rehearse({ text: "cat file; echo z > file; echo z > z" })),
        "original\n",
      );
      succeeded(await sandbox.run({ text: "test ! -e z && echo fixed > file" }));
      assert.equal(succeeded(await sandbox.rehearse({ text: "cat file; rm file; ls" })), "fixed\n");
      assert.equal(succeeded(await sandbox.rehearse({ text: "cat file" })), "fixed\n");
    },
  },
  {
    claim: "a command that closes its output to its own user does not close the next one's",
    async holds(place) {
      await using sandbox = await place.open();
      succeeded(await sandbox.run({ text: "chmod 000 /proc/self/fd/1 /proc/self/fd/2" }));
      assert.equal(succeeded(await sandbox.run({ text: "echo still; echo aside >&2" })), "still\n");
      assert.equal(succeeded(await sandbox.rehearse({ text: "echo here" })), "here\n");
    },
  },
  {
    claim: "a command starts in the user's directory, inside the layer",
    async holds(place) {
      await using sandbox = await place.open();
      assert.equal(
        succeeded(await sandbox.run({ text: "pwd; echo x > ./relative; echo y > ../up" })),
        `${place.project}\n`,
      );
      assert.ok(!existsSync(join(place.project, "relative")));
      assert.ok(!existsSync(join(place.home, "up")));
    },
  },
  {
    claim: "a command starts where it is told to, and not where there is nothing",
    async holds(place) {
      await using sandbox = await place.open();
      const inside = await sandbox.run({ text: "pwd", directory: place.home });
      assert.equal(succeeded(inside), `${place.home}\n`);
      const nowhere = await sandbox.run({ text: "pwd", directory: join(place.home, "nowhere") });
      assert.equal(nowhere.stoppedBy, "broken");
      assert.equal(nowhere.exitCode, null);
    },
  },
  {
    claim: "the view shows what was written, and what is gone, from three sides",
    async holds(place) {
      await using sandbox = await place.open();
      succeeded(await sandbox.run({ text: "echo new > added; rm file" }));
      await using view = await sandbox.view();
      const tree = [...view.trees].reverse().find(({ lower }) => place.project.startsWith(lower));
      assert.ok(tree);
      const rest = place.project.slice(tree.lower === "/" ? 0 : tree.lower.length);
      assert.deepEqual(readdirSync(tree.merged + rest), ["added"]);
      assert.deepEqual(readdirSync(tree.upper + rest).sort(), ["added", "file"]);
      assert.deepEqual(readdirSync(tree.lower + rest), ["file"]);
      assert.ok(view.openedAtNs <= BigInt(Date.now()) * 1_000_000n);
      assert.ok(statSync(join(place.project, "file"), { bigint: true }).ctimeNs <= view.openedAtNs);
    },
  },
  {
    claim: "after a view was closed, commands run on in the same layer",
    async holds(place) {
      await using sandbox = await place.open();
      succeeded(await sandbox.run({ text: "echo 1 > added" }));
      await (await sandbox.view())[Symbol.asyncDispose]();
      assert.equal(succeeded(await sandbox.run({ text: "cat added" })), "1\n");
    },
  },
  {
    claim: "nothing that one command started is there for the next",
    async holds(place) {
      await using sandbox = await place.open();
      succeeded(
        await sandbox.run({
          text: "(setsid sleep 100 >/dev/null 2>&1 &); echo $$ > /dev/shm/left; echo > /run/left; :",
        }),
      );
      const found = await sandbox.run({ text: "pgrep -x sleep; ls /dev/shm /run | grep left" });
      assert.equal(found.exitCode, 1, found.output);
    },
  },
  {
    claim: "a command that is halted ends at once, and says so",
    async holds(place) {
      await using sandbox = await place.open();
      const halt = new AbortController();
      const started = Date.now();
      const run = await sandbox.run({
        text: "echo begun; sleep 100",
        signal: halt.signal,
        onOutput: () => halt.abort(),
      });
      assert.equal(run.stoppedBy, "halted");
      assert.equal(run.stdout, "begun\n");
      assert.ok(Date.now() - started < 10_000);
    },
  },
  {
    claim: "commands that are halted as they start end too",
    async holds(place) {
      await using sandbox = await place.open();
      const signal = AbortSignal.abort();
      for (let turn = 0; turn < 25; turn += 1) {
        const run = await sandbox.run({ text: "sleep 100", signal });
        assert.equal(run.stoppedBy, "halted");
      }
    },
  },
  {
    claim: "output comes as it happens, by stream, and exit codes come through",
    async holds(place) {
      await using sandbox = await place.open();
      const seen: string[] = [];
      const run = await sandbox.run({
        text: "echo out; echo err >&2; exit 7",
        onOutput: (bytes, stream) => seen.push(`${stream} ${bytes}`),
      });
      assert.deepEqual([run.exitCode, run.stdout, run.isCut], [7, "out\n", false]);
      assert.deepEqual(seen.sort(), ["stderr err\n", "stdout out\n"]);
    },
  },
  {
    claim: "commands asked for at once run one after another",
    async holds(place) {
      await using sandbox = await place.open();
      const runs = [1, 2, 3].map((n) => sandbox.run({ text: `echo ${n} >> order; cat order` }));
      const last = (await Promise.all(runs)).at(-1);
      assert.equal(last?.stdout, "1\n2\n3\n");
    },
  },
  {
    claim: "a home, a project and a state directory may have any name",
    async holds(place) {
      for (const name of ODD_NAMES) {
        const home = join(place.folder, name);
        const directory = join(home, name);
        mkdirSync(join(home, ".ssh"), { recursive: true });
        mkdirSync(directory);
        writeFileSync(join(home, ".ssh", "key"), "secret");
        await using sandbox = await place.open({
          home,
          directory,
          stateDirectory: join(home, ".state"),
        });
        const run = await sandbox.run({
          text: 'pwd; echo x > "$HOME"/x; echo y > y; cat "$HOME"/.ssh/key 2>/dev/null; true',
        });
        assert.equal(succeeded(run), `${directory}\n`, name);
        assert.deepEqual(readdirSync(directory), [], name);
        assert.equal(succeeded(await sandbox.rehearse({ text: "cat y" })), "y\n", name);
      }
    },
  },
  {
    claim: "a project behind a symbolic link is the project it leads to",
    async holds(place) {
      const link = join(place.folder, "link");
      symlinkSync(place.project, link);
      await using sandbox = await place.open({ directory: link });
      succeeded(await sandbox.run({ text: "echo changed > file" }));
      assert.equal(place.read("file"), "original\n");
    },
  },
  {
    claim: "nothing is left when a sandbox is closed, whatever was written into it",
    async holds(place) {
      const sandbox = await place.open();
      succeeded(
        await sandbox.run({
          text: "mkdir -p a/b; echo > a/b/c; chmod 000 a/b a; perl -e 'for (1..2500) { mkdir q(d); chdir q(d) }'",
        }),
      );
      await sandbox[Symbol.asyncDispose]();
      assert.deepEqual(readdirSync(join(place.state, "sandboxes")), []);
    },
  },
  {
    claim: "a command whose sandbox is removed under it ends, and nothing else does",
    async holds(place) {
      await using sandbox = await place.open();
      const [there, away] = [join(place.state, "sandboxes"), join(place.state, "away")];
      const { stoppedBy } = await sandbox.run({
        text: "echo ready; sleep 20",
        onOutput: () => renameSync(there, away),
      });
      assert.equal(stoppedBy, "broken");
      renameSync(away, there);
    },
  },
  {
    claim: "environment files are hidden unless the caller wants them read",
    async holds(place) {
      writeFileSync(join(place.project, ".env"), "TOKEN=1\n");
      writeFileSync(join(place.project, ".env.example"), "TOKEN=\n");
      {
        await using hidden = await place.open();
        assert.equal(succeeded(await hidden.run({ text: "cat .env .env.example" })), "TOKEN=\n");
      }
      await using shown = await place.open({ environmentFiles: "readable" });
      assert.equal(succeeded(await shown.run({ text: "cat .env" })), "TOKEN=1\n");
    },
  },
  {
    claim: "evidence collected in it is judged by what the fix made of the command",
    async holds(place) {
      await using sandbox = await place.open();
      const check = { method: "exit_code", expected: 0 } as const;
      const says = { method: "output_match", pattern: "^fixed$" } as const;
      const original = { text: "cat answer; echo rehearsed >> answer" };
      assert.equal(judge(check, await collect(check, { text: "test -e answer" }, sandbox)), "fail");
      succeeded(await sandbox.run({ text: "echo fixed > answer" }));
      assert.equal(judge(says, await collect(says, original, sandbox)), "fail");
      const multiline = { method: "output_match", pattern: "fixed\n$" } as const;
      assert.equal(judge(multiline, await collect(multiline, original, sandbox)), "pass");
      assert.equal(judge(check, await collect(check, original, sandbox)), "pass");
      const endless = { text: "sleep 100", timeoutMs: 200 };
      assert.equal(judge(check, await collect(check, endless, sandbox)), "no_verdict");
    },
  },
  {
    claim: "without control groups memory and processes are limited all the same",
    async holds(place) {
      const limits = { memoryBytes: 150_000_000, processes: 80, timeoutMs: 10_000 };
      await using _belt = new SeatBelt();
      await using sandbox = await place.open({ limits }, false);
      const hog = "for i in 1 2 3 4 5 6; do perl -e '$x = q(a) x 40_000_000; sleep 9' & done; wait";
      assert.equal((await sandbox.run({ text: hog })).stoppedBy, "memory");
      const started = Date.now();
      const bomb = await sandbox.run({
        text: "bomb() { bomb | bomb & }; bomb; sleep 1; kill -9 -1",
      });
      assert.ok(bomb.stoppedBy === "processes" || bomb.stoppedBy === null, bomb.stoppedBy ?? "");
      assert.ok(Date.now() - started < 10_000);
      assert.equal(succeeded(await sandbox.run({ text: "echo alive" })), "alive\n");
    },
  },
  {
    claim: "a program that reserves far more memory than it uses still runs",
    async holds(place) {
      await using sandbox = await place.open({ limits: { memoryBytes: 1_000_000_000 } }, false);
      const node = JSON.stringify(process.execPath);
      assert.equal(
        succeeded(await sandbox.run({ text: `${node} -e 'console.log(6 * 7)'` })),
        "42\n",
      );
    },
  },
  {
    claim: "a socket that is listened to outside does not answer inside",
    async holds(place) {
      await using sandbox = await place.open();
      const path = join(place.project, "late.sock");
      const server = createServer().listen(path);
      await once(server, "listening");
      try {
        const run = await sandbox.run({
          text: `perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); exit(connect($s, pack_sockaddr_un("late.sock")) ? 0 : 3)'`,
        });
        assert.equal(run.exitCode, 3, run.output);
      } finally {
        server.close();
      }
    },
  },
  {
    claim: "a path that is not a directory is refused",
    async holds(place) {
      const directory = join(place.project, "file");
      const opened = await openSandbox({ directory, network: "none", stateDirectory: place.state });
      assert.deepEqual(opened, { ok: false, refusal: { code: "not_a_directory", directory } });
    },
  },
  {
    claim: "a state directory that others could write to is refused",
    async holds(place) {
      mkdirSync(join(place.state, "sandboxes"), { recursive: true });
      chmodSync(join(place.state, "sandboxes"), 0o777);
      const opened = await openSandbox({
        directory: place.project,
        network: "none",
        stateDirectory: place.state,
      });
      assert.equal(opened.ok ? "opened" : opened.refusal.code, "no_state_directory");
    },
  },
  {
    claim: "a disk that is nearly full is refused",
    async holds(place) {
      const opened = await openSandbox({
        directory: place.project,
        network: "none",
        stateDirectory: place.state,
        limits: { diskBytes: 2 ** 60 },
      });
      assert.equal(opened.ok ? "opened" : opened.refusal.code, "disk_nearly_full");
    },
  },
  NETWORK_SCENARIO,
];
