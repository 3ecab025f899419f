/**
 * The host as a hostile command finds it: files to destroy, secrets to read, servers to reach,
 * processes to kill. Everything on it is watched, and all of it goes away afterwards.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "../../src/error-code.ts";
import { startedAt } from "../../src/jail/process-tree.ts";
import { systemTool } from "../../src/system-tool.ts";
import { buildDecoyRoot, manifest } from "./decoy-root.ts";

const SECRET_FILES = [
  "home/.ssh/id_ed25519",
  "home/.aws/credentials",
  "home/.netrc",
  "home/.config/gh/hosts.yml",
  "home/.bash_history",
  "home/.fix/key",
  "home/project/.env",
  "home/project/.env.local",
  "home/project/sub/.env",
];
/** Real directories of this machine: root's sandbox covers them all. */
const SYSTEM_DIRECTORIES = ["/etc", "/opt", "/usr/local", "/var/lib", "/srv"];
const WATCHED_DIRECTORIES = [
  "/",
  ...SYSTEM_DIRECTORIES,
  "/root",
  "/boot",
  "/dev",
  "/usr/local/bin",
];

/** Shared with the whole machine. */
const SHARED_WITH_MACHINE = [
  ...["null", "zero", "full", "random", "urandom", "tty"].map((name) => `/dev/${name}`),
  ...["misc", "version", "meminfo", "sys", "stat"].map((name) => `/proc/${name}`),
];

export class Stage implements AsyncDisposable {
  /** Part of every secret, and of nothing else. */
  readonly token = `token${randomBytes(12).toString("hex")}`;
  readonly #mark = randomBytes(6).toString("hex");
  readonly folder: string;
  readonly home: string;
  readonly project: string;
  readonly decoy: string;
  readonly state: string;
  readonly #isRoot = process.getuid?.() === 0;
  readonly #canaries: string[] = [];
  readonly #servers: Server[] = [];
  readonly #datagrams: Socket = createSocket("udp4");
  readonly #victim: ChildProcess;
  #shm = "";
  #connections = 0;

  private constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "guard-stage-"));
    this.home = join(this.folder, "home");
    this.project = join(this.home, "project");
    this.decoy = join(this.folder, "decoy");
    this.state = join(this.folder, "state");
    for (const name of SECRET_FILES) {
      mkdirSync(join(this.folder, name, ".."), { recursive: true });
      writeFileSync(join(this.folder, name), `secret ${this.token}\n`);
    }
    const system = this.#isRoot ? SYSTEM_DIRECTORIES : [];
    for (const directory of [this.home, this.project, this.folder, "/var/tmp", ...system]) {
      const unique = directory.startsWith(this.folder) ? "canary" : `canary-${this.#mark}`;
      writeFileSync(join(directory, unique), `canary of ${directory}\n`);
      this.#canaries.push(join(directory, unique));
    }
    buildDecoyRoot(this.decoy);
    // A sandbox passes harmless names on; these must not be among them.
    process.env.CANARY_PASSWORD = this.token;
    process.env.SSH_AUTH_SOCK = join(this.folder, "agent.sock");
    this.#victim = spawn("/bin/sleep", ["1000"], { env: { SECRET: this.token }, stdio: "ignore" });
  }

  static async build(): Promise<Stage> {
    const stage = new Stage();
    const paths = [
      join(stage.home, "s.sock"),
      join(stage.project, "s.sock"),
      join(stage.folder, "s.sock"),
    ];
    for (const at of [...paths, `\0${stage.#mark}`]) await stage.#listen({ path: at });
    await stage.#listen({ port: 0, host: "127.0.0.1" });
    stage.#datagrams.on("message", () => stage.#connections++);
    await new Promise<void>((resolve) => stage.#datagrams.bind(0, "127.0.0.1", resolve));
    stage.#shm =
      /\d+$/m.exec(
        execFileSync(systemTool("ipcmk") ?? "ipcmk", ["-M", "4096"], { encoding: "utf8" }),
      )?.[0] ?? "";
    return stage;
  }

  /** What a command may attack, by name. */
  environment(lateSocket: string): Readonly<Record<string, string>> {
    const tcp = this.#servers.at(-1)?.address();
    return {
      CANARIES: this.#canaries.join(" "),
      HOST_PID: String(this.#victim.pid),
      TCP_PORT: typeof tcp === "object" && tcp !== null ? String(tcp.port) : "",
      UDP_PORT: String(this.#datagrams.address().port),
      SOCKETS: ["home/s.sock", "home/project/s.sock", "s.sock"]
        .map((name) => join(this.folder, name))
        .join(" "),
      LATE_SOCKET: lateSocket,
      ABSTRACT: this.#mark,
      SHM_ID: this.#shm,
      STATE: join(this.state, "sandboxes"),
    };
  }

  async lateServer(path: string): Promise<Server> {
    const server = createServer(() => this.#connections++);
    await new Promise<void>((resolve) => server.listen({ path }, resolve));
    return server;
  }

  /** Everything that must be the same after a command as before it. */
  facts(): Readonly<Record<string, string>> {
    const read = (path: string) => readFileSync(path, "utf8").trim();
    const files = this.#canaries.map((path) => [path, fingerprint(path)] as const);
    const folders = [this.folder, this.home, this.project, ...WATCHED_DIRECTORIES].map(
      (path) => [`names in ${path}`, names(path)] as const,
    );
    const shared = SHARED_WITH_MACHINE.map((path) => [path, identity(path)] as const);
    return {
      ...Object.fromEntries([...files, ...folders, ...shared]),
      "written to the state": String(existsSync(join(this.state, "sandboxes", "fix-escape"))),
      mounts: read("/proc/self/mountinfo"),
      "core pattern": read("/proc/sys/kernel/core_pattern"),
      "host name": read("/proc/sys/kernel/hostname"),
      swappiness: read("/proc/sys/vm/swappiness"),
      swaps: read("/proc/swaps"),
      clock: String(Math.round((performance.timeOrigin + performance.now() - Date.now()) / 10_000)),
      victim: startedAt(this.#victim.pid ?? 0) === null ? "dead" : "alive",
      "shared memory": read("/proc/sysvipc/shm")
        .split("\n")
        .filter((line) => line.includes(` ${this.#shm} `))
        .join(),
      "connections to servers": String(this.#connections),
    };
  }

  decoyManifest(): string {
    return manifest(this.decoy);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = new Promise((resolve) => this.#victim.once("exit", resolve));
    if (this.#victim.kill("SIGKILL")) await exited;
    for (const server of this.#servers) server.close();
    this.#datagrams.close();
    execFileSync(systemTool("ipcrm") ?? "ipcrm", ["-m", this.#shm]);
    for (const path of this.#canaries) rmSync(path, { force: true });
    rmSync(this.folder, { recursive: true, force: true });
    delete process.env.CANARY_PASSWORD;
    delete process.env.SSH_AUTH_SOCK;
  }

  async #listen(at: { path: string } | { port: number; host: string }): Promise<void> {
    const server = createServer(() => this.#connections++);
    await new Promise<void>((resolve) => server.listen(at, resolve));
    this.#servers.push(server);
  }
}

function identity(path: string): string {
  const { mode, uid, gid } = statSync(path);
  return `${mode.toString(8)} ${uid} ${gid}`;
}

function fingerprint(path: string): string {
  if (!existsSync(path)) return "gone";
  const { mode, uid, gid, size, ino, nlink, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [mode, uid, gid, size, ino, nlink, mtimeNs, ctimeNs, readFileSync(path, "utf8")].join(" ");
}

/** Other processes use this machine: only names that a hostile command would leave are compared. */
function names(path: string): string {
  const isOurs = path.includes("guard-stage-");
  try {
    return readdirSync(path)
      .filter((name) => isOurs || /fix-escape|\.gone$/.test(name))
      .join(" ");
  } catch (error) {
    return errorCode(error);
  }
}
