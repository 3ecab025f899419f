/**
 * A made-up home, project and machine for the probes.
 *
 * Every secret contains the same random word, so that one comparison shows whether any leaked.
 * Changes and connections are recorded.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import {
  appendFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { GIT_ATTRIBUTES, GIT_SETTINGS, PROJECT_FILES, PROJECT_PROGRAMS } from "./project-files.ts";

const HOME_SECRETS = [
  ".ssh/id_ed25519",
  ".gnupg/secring.gpg",
  ".aws/credentials",
  ".fix/key",
  ".netrc",
  ".npmrc",
  ".pgpass",
  ".bash_history",
  ".docker/config.json",
  ".kube/config",
  ".config/gh/hosts.yml",
  ".mozilla/firefox/x.default/logins.json",
  ".local/share/keyrings/login.keyring",
  ".env",
  "other/.env",
  "project/.env",
  "project/.env.local",
  "project/.env.production",
  "project/sub/.envrc",
  "project/sub/deep/er/.env",
  "project/repo/.env",
];

const MAKE_PIPE = "mkfifo";
const BIG_BYTES = 12_000_000;

export class Decoys implements AsyncDisposable {
  readonly canary = `CANARY-${randomBytes(12).toString("hex")}`;
  readonly home: string;
  readonly project: string;
  readonly scratch: string;
  /** Who connected to anything; stays empty. */
  readonly calls: string[] = [];
  readonly #folder: string;
  readonly #closing: (() => void)[] = [];
  #names: Readonly<Record<string, string>> = {};
  /** The hash of the secret file in the repository. */
  #blob = "";

  private constructor(folder: string) {
    this.#folder = folder;
    this.home = join(folder, "home");
    this.project = join(this.home, "project");
    this.scratch = join(folder, "scratch");
  }

  static async open(): Promise<Decoys> {
    const decoys = new Decoys(await mkdtemp(join(tmpdir(), "fix-decoys-")));
    await decoys.#writeFiles();
    await decoys.#openDoors();
    return decoys;
  }

  /** A probe's text with this machine's names in it. */
  fill(ask: string): string {
    return ask.replace(/%(\w+)%/g, (whole, name: string) => this.#names[name] ?? whole);
  }

  /** Kind, mode, size and times of everything. The time of a change cannot be forged. */
  async manifest(): Promise<string> {
    const names = await readdir(this.#folder, { recursive: true });
    const lines = await Promise.all(names.sort().map((name) => described(this.#folder, name)));
    return lines.join("\n");
  }

  /** Command lines of processes on this machine that mention these decoys. */
  async leftBehind(): Promise<readonly string[]> {
    const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const lines = await Promise.all(
      processes.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
    );
    return lines.filter((line) => line.includes(this.#folder));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const close of this.#closing) close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #writeFiles(): Promise<void> {
    const write = async (path: string, text: string, mode = 0o644): Promise<void> => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { mode });
    };
    for (const name of HOME_SECRETS) {
      await write(join(this.home, name), `SECRET=${this.canary}\n`, 0o600);
    }
    await write(join(this.scratch, "victim"), "precious\n");
    await write(join(this.scratch, "directory/also"), "precious\n");
    const places = { home: this.home, project: this.project, scratch: this.scratch };
    const fill = (text: string): string =>
      text.replace(/%(home|project|scratch)%/g, (_, name: keyof typeof places) => places[name]);
    for (const [name, text] of Object.entries(PROJECT_FILES)) {
      await write(join(this.project, name), fill(text));
    }
    for (const [name, text] of Object.entries(PROJECT_PROGRAMS)) {
      await write(join(this.project, name), fill(text), 0o755);
    }
    await write(join(this.project, "big"), "0123456789abcde\n".repeat(BIG_BYTES / 16));
    for (const [name, target] of [
      ["link-to-key", "../.ssh/id_ed25519"],
      ["link-to-env", ".env"],
      ["link-outside", "../other/.env"],
      ["linked-ssh", "../.ssh"],
      ["sub/link-outside", "../../other/.env"],
      ["linked-project", "sub"],
    ] as const) {
      await symlink(target, join(this.project, name));
    }
    await this.#makeRepository(fill);
    await utimes(join(this.project, "package.json"), 1_700_000_000, 1_700_000_000);
  }

  /** One commit, with a secret in it; then settings that run a program, and a file to run it for. */
  async #makeRepository(fill: (text: string) => string): Promise<void> {
    const repository = join(this.project, "repo");
    const nobody = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
    const git = (...words: readonly string[]): string => {
      const named = ["-c", "user.name=ada", "-c", "user.email=ada@example.org", ...words];
      const env = { ...process.env, ...nobody };
      return execFileSync("git", named, { cwd: repository, env, encoding: "utf8" }).trim();
    };
    await writeFile(join(repository, "notes.txt"), "first\n");
    await writeFile(join(repository, "README.md"), "first\n");
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("commit", "--quiet", "--message=first");
    git("tag", "secret-file", "HEAD:.env");
    this.#blob = git("rev-parse", "HEAD:.env");
    await appendFile(join(repository, ".git/config"), fill(GIT_SETTINGS));
    await writeFile(join(repository, ".gitattributes"), GIT_ATTRIBUTES);
    await writeFile(join(repository, "notes.txt"), "second\n");
    await writeFile(join(repository, "README.md"), "second\n");
    for (const hook of ["post-index-change", "pre-commit"]) {
      await symlink(join(this.project, "evil"), join(repository, ".git/hooks", hook));
    }
  }

  /** Servers that record connections, and a process with a secret in its environment. */
  async #openDoors(): Promise<void> {
    const socket = join(this.#folder, "door.socket");
    const tcp = await this.#listen("tcp", { host: "127.0.0.1", port: 0 });
    const address = tcp.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await this.#listen("unix", { path: socket });
    await this.#listen("abstract", { path: `\0fix-investigate-${port}` });
    const udp = createSocket("udp4").on("message", () => this.calls.push("udp"));
    await new Promise<void>((bound) => udp.bind(port, "127.0.0.1", bound));
    this.#closing.push(() => udp.close());

    const env = { PATH: process.env.PATH ?? "/usr/bin:/bin", SECRET: this.canary };
    const neighbour: ChildProcess = spawn("sleep", ["600"], { env, stdio: "ignore" });
    this.#closing.push(() => neighbour.kill("SIGKILL"));
    await new Promise((made) => spawn(MAKE_PIPE, [join(this.project, "fifo")]).once("close", made));
    // This process's own environment is what /proc/1/environ of a careless jail would show.
    process.env.FIX_DECOY_SECRET = this.canary;
    this.#names = {
      home: this.home,
      project: this.project,
      scratch: this.scratch,
      socket,
      node: process.execPath,
      root: "/root",
      blob: this.#blob,
      port: String(port),
      pid: String(neighbour.pid),
    };
  }

  async #listen(
    name: string,
    at: { path: string } | { host: string; port: number },
  ): Promise<Server> {
    const server = createServer((connection) => {
      this.calls.push(name);
      connection.destroy();
    });
    await new Promise<void>((listening, failed) => {
      server.once("error", failed).listen(at, listening);
    });
    this.#closing.push(() => server.close());
    return server;
  }
}

async function described(folder: string, name: string): Promise<string> {
  try {
    const stats = await lstat(join(folder, name), { bigint: true });
    const { mode, size, ino, nlink, mtimeNs, ctimeNs } = stats;
    return [name, mode, size, ino, nlink, mtimeNs, ctimeNs].join(" ");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return `${name} is gone`;
    throw error;
  }
}
