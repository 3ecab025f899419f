/**
 * The process that holds a sandbox's mounts: a shell in its own mount namespace, which mounts what
 * it is told, starts jails there, and ends when its input closes. Jails and mounts end with it, so
 * a crash leaves nothing mounted; the machine's mount table is never touched.
 *
 * It sets its limits and joins its control group before it reads the first order, and jails inherit
 * both.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { ControlGroup } from "../jail/control-group.ts";
import { jailedCommand } from "../jail/jail-arguments.ts";
import { withoutInherited } from "../jail/jail-process.ts";
import { joinScript, prlimit } from "../jail/resource-limits.ts";
import type { Limits } from "../jail/run-bounded.ts";
import { systemTool } from "../system-tool.ts";
import { HeldJail } from "./held-jail.ts";

/**
 * Reads one verb with its words per line, and answers with the output of the tools and a verdict.
 * The shell itself opens a jail's pipes, so that they are open when it reports the jail as started.
 * A command's text is read line by line, because a shell cannot do it otherwise without another
 * process. Root's standard input is a device of its own, or one that is mounted read-only, because
 * through the machine's own device its mode could be changed.
 */
const SCRIPT = `
mount=$1 jail=
"$2" -m 600 -- o e s 2>/dev/null
shift 2
while read -r verb what; do
  [ -z "$jail" ] || wait "$jail"
  jail=
  case $verb in
    ready) echo =done;;
    mount) "$mount" -a -T "$what" 2>&1 && echo =done || echo =failed;;
    run)
      [ -z "$what" ] || "$mount" -a -T "$what" 2>&1 || { echo =failed; continue; }
      exec 6<text && IFS= read -r text <&6
      while IFS= read -r line; do text="$text
$line"; done <&6
      exec 3<filter 4>s 5<options 6<&- 7>o 8>e
      null=/dev/null
      [ ! -c d/null ] || null=d/null
      "$@" "$text" <"$null" >&7 2>&8 7>&- 8>&- &
      jail=$!
      exec 3<&- 4>&- 5<&- 7>&- 8>&-
      echo "=done $jail";;
  esac
done`;

const TOOLS = ["unshare", "mount", "mkfifo"];
const MAX_COMPLAINTS = 4;

export interface HolderNeeds {
  /** The sandbox's own directory; everything the holder is told is relative to it. */
  readonly directory: string;
  readonly uid: number;
  readonly limits: Limits;
  readonly group: ControlGroup | null;
  readonly environment: Readonly<Record<string, string>>;
  readonly seccomp: Buffer;
  readonly bwrap: string;
  /** Without a namespace of its own it can mount nothing. */
  readonly isMounted: boolean;
  /** Of what runs in a jail; null: this process's own. */
  readonly umask: string | null;
  /** What runs in a jail; the text of a command is added as its last word. */
  readonly inside: readonly string[];
}

/** As `mount -T` reads it, under a name in the sandbox's directory. */
export interface MountTable {
  readonly name: string;
  readonly text: string;
}

export interface Order {
  /** Mounted first; if that fails, nothing is started. */
  readonly mount: MountTable | null;
  readonly options: readonly string[];
  readonly text: string;
}

export class Holder implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #stdin: Writable;
  readonly #directory: string;
  readonly #answers: AsyncIterator<string>;

  private constructor(child: ChildProcess, directory: string) {
    this.#child = child;
    this.#directory = directory;
    this.#stdin = child.stdin as Writable;
    // A holder that ended gives no answer, which every caller notices.
    this.#stdin.on("error", () => this.#stdin.destroy());
    const input = child.stdout as Readable;
    this.#answers = createInterface({ input })[Symbol.asyncIterator]();
  }

  /** It may not have entered its namespace yet, or may fail to: the first mount shows it. */
  static async start(needs: HolderNeeds): Promise<Holder> {
    const { directory, limits, group } = needs;
    writeFileSync(join(directory, "filter"), needs.seccomp);
    const [file = "", ...args] = [...prlimit(limits, group), ...holderCommand(needs)];
    const emptyFile = openEmptyFile(directory);
    const child = spawn(file, args, {
      cwd: directory,
      env: needs.environment,
      stdio: withoutInherited(["pipe", "pipe", "ignore"], emptyFile),
      // Ctrl+C is meant for this process, not for the mounts.
      detached: true,
    });
    closeSync(emptyFile);
    await once(child, "spawn");
    return new Holder(child, directory);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Mounts a whole table. @throws HolderFailed with the output of `mount`. */
  async mount(table: MountTable): Promise<void> {
    this.#write(table);
    await this.#send(`mount ${table.name}`);
  }

  /** Waits until its pipes exist. @throws HolderFailed */
  async ready(): Promise<void> {
    await this.#send("ready");
  }

  /** Starts a jail. One at a time: all use the same pipes. @throws HolderFailed */
  async launch({ mount, options, text }: Order): Promise<HeldJail> {
    if (mount !== null) this.#write(mount);
    writeFileSync(join(this.#directory, "options"), options.join("\0"));
    writeFileSync(join(this.#directory, "text"), `${text}\n`);
    const jail = new HeldJail(this.#directory);
    try {
      jail.started(Number(await this.#send(`run ${mount?.name ?? ""}`)));
    } catch (error) {
      jail.started(undefined);
      throw error;
    }
    return jail;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.isAlive) return;
    const exited = once(this.#child, "exit");
    this.#stdin.end();
    this.#child.kill("SIGKILL");
    await exited;
  }

  #write({ name, text }: MountTable): void {
    writeFileSync(join(this.#directory, name), text);
  }

  async #send(line: string): Promise<string> {
    this.#stdin.write(`${line}\n`);
    return this.#answer();
  }

  async #answer(): Promise<string> {
    const output: string[] = [];
    for (;;) {
      const { value, done } = await this.#answers.next();
      if (done)
        throw new HolderFailed(output.join(" ") || "the mount namespace could not be created");
      const verdict = /^=(done|failed) ?(.*)$/.exec(value);
      if (verdict?.[1] === "done") return verdict[2] ?? "";
      if (verdict?.[1] === "failed") {
        throw new HolderFailed(output.join(" ") || "mount failed without a message");
      }
      // Each mount of a table complains, mostly about the first.
      if (output.length < MAX_COMPLAINTS) output.push(value);
    }
  }
}

/** An empty file without a name: a device would be the machine's own, which root could change. */
function openEmptyFile(directory: string): number {
  const path = join(directory, "empty");
  const { O_RDONLY, O_CREAT, O_EXCL } = constants;
  const file = openSync(path, O_RDONLY | O_CREAT | O_EXCL, 0o600);
  unlinkSync(path);
  return file;
}

function holderCommand(needs: HolderNeeds): readonly string[] {
  const { uid, bwrap, inside, isMounted, group, umask } = needs;
  const missing = [...TOOLS, "prlimit"].filter((name) => systemTool(name) === null);
  if (missing.length > 0) {
    throw new HolderFailed(`${missing.join(", ")} missing: install util-linux and coreutils`);
  }
  const [unshare = "", ...tools] = TOOLS.map((name) => systemTool(name) ?? "");
  const user = uid === 0 ? [] : ["--user", "--map-root-user"];
  const namespace = [unshare, ...user, "--mount", "--propagation", "private", "--"];
  const script = `${umask === null ? "" : `umask ${umask}\n`}${joinScript(group)}${SCRIPT}`;
  return [
    ...(isMounted ? namespace : []),
    ...["/bin/sh", "-c", script, "sh", ...tools, bwrap],
    ...jailedCommand(inside),
  ];
}

/** The mounts are missing or incomplete: nothing may run. */
export class HolderFailed extends Error {
  override name = "HolderFailed";
}
