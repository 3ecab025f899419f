/** What a handed-in result may try on the server that runs it again. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256Hex } from "@bazaar/kernel";
import { hasProgram } from "@bazaar/testkit/program";
import type { OpenSandbox, Run, Sandbox, SandboxFiles } from "@bazaar/work";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { checkSandbox } from "../src/check-sandbox.ts";
import { databaseAt } from "../src/stores.ts";
import { FILL_DISK } from "./fill-disk.ts";

/** Of every run that should end sooner; those that hang are given less. */
const TIMEOUT_MS = 60_000;
const SECRET = "the-servers-own-secret";
const isRoot = process.getuid?.() === 0;

const NO_FILES: SandboxFiles = new Map();

/** A server's files below `parent`, and a sandbox for its checks. */
class Place implements AsyncDisposable {
  readonly folder: string;
  readonly files: {
    databasePath: string;
    keyPath: string;
    settingsPath: string;
  };
  readonly logged: string[] = [];
  readonly open: OpenSandbox;
  #sandbox: Sandbox | null = null;

  constructor(parent = tmpdir()) {
    this.folder = mkdtempSync(join(parent, "bazaar-place-"));
    mkdirSync(join(this.folder, "data"));
    const at = (name: string): string => join(this.folder, name);
    this.files = {
      databasePath: at("data/bazaar.db"),
      keyPath: at("server.pem"),
      settingsPath: at("settings.json"),
    };
    const all = [...Object.values(this.files), at("data/bazaar.db-wal")];
    for (const path of all) writeFileSync(path, SECRET);
    const write = (line: string): void => {
      this.logged.push(line);
    };
    const { databasePath, ...files } = this.files;
    const database = databaseAt(databasePath);
    this.open = checkSandbox({ ...files, database }, pino({ level: "warn" }, { write }));
  }

  async run(text: string, timeoutMs = TIMEOUT_MS): Promise<Run> {
    this.#sandbox ??= await this.open(NO_FILES);
    if (this.#sandbox === null) throw new Error(this.logged.join());
    return this.#sandbox.run({ text, timeoutMs });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sandbox?.[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Processes of this machine whose command line has the mark. */
function alive(mark: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
    } catch {
      return false;
    }
  });
}

describe.skipIf(!hasProgram("bwrap"))("a hostile result (needs bwrap)", () => {
  test("reads neither the server's key, settings and database nor its environment", async () => {
    process.env.BAZAAR_MODEL_KEY = SECRET;
    process.env.GOPATH = `/${SECRET}`;
    await using place = new Place();
    const { output } = await place.run(`env; cat -- ${Object.values(place.files).join(" ")};
      grep -as ${SECRET} /proc/*/environ`);
    delete process.env.BAZAAR_MODEL_KEY;
    delete process.env.GOPATH;
    expect(output).toContain("HOME=");
    expect(output).not.toContain(`=${SECRET}`);
    expect(output).not.toContain(`/${SECRET}`);
    expect(output.match(new RegExp(`^${SECRET}`, "gm"))).toBeNull();
  });

  test.skipIf(!isRoot)("nor where they are among programs (needs root)", async () => {
    mkdirSync("/opt", { recursive: true });
    await using place = new Place("/opt");
    const { stdout } = await place.run(`ls /opt; cat ${place.folder}/* ${place.folder}/data/*`);
    expect(stdout).toContain(place.folder.slice("/opt/".length));
    expect(stdout).not.toContain(SECRET);
  });

  test("reaches no network, not even the server's own", async () => {
    let connections = 0;
    const server = createServer(() => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    await using place = new Place();
    const { stdout } = await place.run(`exec 3<>/dev/tcp/127.0.0.1/${port} && echo connected`);
    server.close();
    expect([stdout, connections]).toEqual(["", 0]);
  });

  test("writes nowhere but in its own directory", async () => {
    await using place = new Place();
    const text =
      "for at in / /etc /usr/bin /usr/lib /var /opt /home /root; do touch $at/escape && echo $at; done; touch x && ls";
    expect((await place.run(text)).stdout).toBe("x\n");
  });

  test.each([
    { what: "an output of 1 GiB", text: "head -c 1G /dev/zero | tr '\\0' x", by: /^output$/ },
    { what: "files without end", text: FILL_DISK, by: /^disk$/ },
    {
      what: "an array of 4 GiB",
      text: "perl -e '$x = \"x\" x 2**20; push @a, $x . $_ for 1 .. 4096; sleep 30'",
      // Without control groups a program may be refused memory before it is stopped for what it has.
      by: /^memory$|Out of memory/,
    },
    {
      what: "many files",
      text: "for n in $(seq 40000); do : > f$n; done; sleep 30",
      by: /^inodes$/,
    },
  ])("$what ends by the limit $by", async ({ text, by }) => {
    await using place = new Place();
    const run = await place.run(text);
    expect(run.stoppedBy ?? `exit ${run.exitCode}: ${run.output.slice(-500)}`).toMatch(by);
    expect(run.stdout.length).toBeLessThanOrEqual(70_000);
    // The machine goes on, and so does the sandbox.
    expect((await place.run("echo alive")).stdout).toBe("alive\n");
  });

  test("starts no more processes than it may", async () => {
    await using place = new Place();
    const forks =
      "while ($n < 2000) { $p = fork; last unless defined $p; $p or sleep 30, exit; $n++ }";
    const { stdout, stoppedBy } = await place.run(`perl -e '${forks} print $n; kill 9, -1'`);
    // The kernel refuses the next one, or the guard stops them all.
    const isStopped = stoppedBy === "processes" && stdout === "";
    expect(isStopped || Number(stdout) < 128, `${stoppedBy} after ${stdout}`).toBe(true);
  });

  test("of a fork bomb nothing is left, and the server goes on", async () => {
    await using place = new Place();
    const mark = `bomb${process.pid}`;
    await place.run(`${mark}() { ${mark} | ${mark} & }; ${mark}; sleep 30`, 3_000);
    expect(alive(mark)).toEqual([]);
    expect((await place.run("echo alive")).stdout).toBe("alive\n");
  });

  test("what hangs is ended at its time, with everything that it started", async () => {
    await using place = new Place();
    const mark = `1${process.pid}.${performance.now().toFixed(0)}`;
    const { stoppedBy } = await place.run(
      `setsid nohup sleep ${mark} >/dev/null 2>&1 & trap '' TERM INT HUP; sleep ${mark}`,
      1_500,
    );
    expect(stoppedBy).toBe("time");
    expect(alive(mark)).toEqual([]);
  });
});

test.skipIf(!hasProgram("bwrap"))("nothing is left when it is closed (needs bwrap)", async () => {
  const checks = (): readonly string[] =>
    readdirSync(tmpdir()).filter((name) => name.startsWith("bazaar-job-"));
  const before = checks();
  await using place = new Place();
  const sandbox = await place.open(NO_FILES);
  await sandbox?.run({ text: "mkdir -p a/b && chmod 000 a" });
  await sandbox?.[Symbol.asyncDispose]();
  expect(checks()).toEqual(before);
  expect(readdirSync(join(place.folder, "data/checks/sandboxes"))).toEqual([]);
});

test.skipIf(!hasProgram("bwrap"))(
  "it begins with the files that it is given (needs bwrap)",
  async () => {
    await using place = new Place();
    const files = new Map([
      ["a.bin", Buffer.from([0, 255, 10])],
      ["src/deep/b.txt", Buffer.from("two\n")],
    ]);
    await using sandbox = await place.open(files);
    const text = "find . -type f | sort; xxd -p a.bin || od -An -tx1 a.bin; cat src/deep/b.txt";
    const run = await sandbox?.rehearse({ text });
    expect(run?.stdout.replaceAll(" ", "")).toBe("./a.bin\n./src/deep/b.txt\n00ff0a\ntwo\n");
  },
);

test.skipIf(!hasProgram("bwrap"))(
  "the hashes are of the whole output, of which less is kept (needs bwrap)",
  async () => {
    await using place = new Place();
    const run = await place.run("seq 100000; seq 7 >&2");
    const numbers = (count: number): string =>
      Array.from({ length: count }, (_, at) => `${at + 1}\n`).join("");
    expect(run.isCut).toBe(true);
    expect([run.stdoutSha256, run.stderrSha256]).toEqual([
      sha256Hex(numbers(100_000)),
      sha256Hex(numbers(7)),
    ]);
  },
);

test("without a sandbox the log says why, once", async () => {
  await using place = new Place();
  // No directory can be made below a file.
  writeFileSync(join(place.folder, "data/checks"), "");
  expect([await place.open(NO_FILES), await place.open(NO_FILES)]).toEqual([null, null]);
  expect(place.logged).toHaveLength(1);
  expect(place.logged[0]).toContain("no sandbox for checks");
});
