/**
 * Builds a fixture in a directory of its own, runs its command in the real sandbox, investigates it
 * with the real read-only commands, and tries repairs as the product does: the repair in the
 * sandbox's layer, the command in a layer on top, nothing on the disk.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkCommand, investigate } from "@bazaar/guard/investigate";
import { explainRefusal, type LayeredSandbox, openSandbox } from "@bazaar/guard/sandbox";
import { makeScrubber } from "@bazaar/guard/scrub";
import { quoteWord, type Run } from "@bazaar/work";
import type { Fix } from "../../../solver.ts";
import type { FailedCommand } from "../rule.ts";
import type { Fixture } from "./fixture.ts";

const PATH = [
  "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  dirname(process.execPath),
].join(":");
const AS_USER = "setpriv --reuid 1001 --regid 1001 --clear-groups ";
const USER = 1001;

export const isRoot = process.getuid?.() === 0;

/** What this machine lacks to run the fixture, or null. */
export function lackOf({ needs = [], lacks = [], as }: Fixture): string | null {
  const missing = [...(as === "root" ? ["root"] : []), ...needs].find((need) => !isThere(need));
  if (missing !== undefined) return missing;
  const unwanted = lacks.find(isThere);
  return unwanted === undefined ? null : `a machine without ${unwanted}`;
}

/** A skipped test names what it needs. */
export function titleOf({ when }: Fixture, lack: string | null): string {
  return lack === null ? `when ${when}` : `when ${when} (needs ${lack})`;
}

const known = new Map<string, boolean>();

function isThere(need: string): boolean {
  const answer = known.get(need) ?? probe(need);
  known.set(need, answer);
  return answer;
}

function probe(need: string): boolean {
  if (need === "root") return isRoot;
  const [program = "", module] = need.split(":");
  const [file, args] =
    need === "account"
      ? ["whoami", []]
      : module === undefined
        ? ["which", [program]]
        : [program, ["-c", `import ${module}`]];
  return spawnSync(file, args, { env: { PATH } }).status === 0;
}

export class FixtureProject implements AsyncDisposable {
  readonly directory: string;
  readonly #home: string;
  readonly #fixture: Fixture;
  readonly #scrubber = makeScrubber();
  /** The disk does not change, so a command is investigated once. */
  readonly #outputs = new Map<string, Promise<string | null>>();
  /** A sandbox in which nothing but rehearsals ran. */
  #unused: LayeredSandbox | null = null;

  constructor(fixture: Fixture) {
    this.#fixture = fixture;
    const place = mkdtempSync(join(tmpdir(), "failure-"));
    chmodSync(place, 0o755);
    this.directory = join(place, "project");
    this.#home = join(place, "home");
    for (const made of [this.directory, this.#home]) mkdirSync(made);
    for (const [path, text] of Object.entries(fixture.files ?? {})) {
      mkdirSync(dirname(join(this.directory, path)), { recursive: true });
      writeFileSync(join(this.directory, path), text);
    }
    if (fixture.setup !== undefined && !fixture.isSystemWide) this.#setUp(fixture.setup);
    if (fixture.as === "user" && isRoot) this.#giveToUser();
  }

  #setUp(setup: string): void {
    const { status, stderr } = spawnSync("bash", ["-c", setup], {
      cwd: this.directory,
      env: this.#environment,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`the setup failed: ${stderr}`);
  }

  #giveToUser(): void {
    spawnSync("chown", ["-R", `${USER}:${USER}`, this.directory]);
    chownSync(this.#home, USER, USER);
  }

  get #environment(): Record<string, string> {
    return { PATH, HOME: this.#home, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" };
  }

  /** Runs the command; what an agent is told about its failure. */
  async fail(): Promise<FailedCommand> {
    const { command, capabilities = [] } = this.#fixture;
    const run = await this.#rehearse(this.#wrapped(command));
    if (run.exitCode === 0) throw new Error("the command does not fail");
    return { command, error: this.#scrubber.scrub(run.output).text, capabilities };
  }

  /** The output of a read-only command, or null if it is refused. */
  look(command: string): Promise<string | null> {
    const output = this.#outputs.get(command) ?? this.#investigate(command);
    this.#outputs.set(command, output);
    return output;
  }

  async #investigate(command: string): Promise<string | null> {
    const place = { directory: this.directory, home: this.#home };
    const isUser = this.#fixture.as === "user" && isRoot;
    if (this.#fixture.isSystemWide || isUser) {
      const text = isUser ? `${AS_USER}bash -c ${quoteWord(command)}` : command;
      return checkCommand(command, place).ok ? (await this.#rehearse(text)).output : null;
    }
    const scrub = (text: string) => this.#scrubber.scrub(text).text;
    const found = await investigate({ command, ...place, searchPath: PATH, scrub });
    return found.ok ? found.value.output : null;
  }

  /** Whether the repair works, and what it printed. */
  async attempt({ shell, correctedCommand }: Fix): Promise<{ isRepaired: boolean; run: Run }> {
    const text = this.#wrapped(correctedCommand ?? this.#fixture.command);
    if (shell === "") {
      const run = await this.#rehearse(text);
      return { isRepaired: run.exitCode === 0, run };
    }
    await using sandbox = await this.#takeUnused();
    const repair = await sandbox.run({ text: shell });
    if (repair.exitCode !== 0) return { isRepaired: false, run: repair };
    const run = await sandbox.rehearse({ text });
    return { isRepaired: run.exitCode === 0, run };
  }

  async #rehearse(text: string): Promise<Run> {
    const sandbox = await this.#takeUnused();
    this.#unused = sandbox;
    return sandbox.rehearse({ text });
  }

  async #takeUnused(): Promise<LayeredSandbox> {
    const sandbox = this.#unused ?? (await this.#open());
    this.#unused = null;
    return sandbox;
  }

  async #open(): Promise<LayeredSandbox> {
    const opened = await openSandbox({
      directory: this.directory,
      home: this.#home,
      network: "none",
      env: this.#environment,
      environmentFiles: "readable",
    });
    if (!opened.ok) throw new Error(explainRefusal(opened.refusal));
    const { setup, isSystemWide } = this.#fixture;
    if (setup !== undefined && isSystemWide) {
      const run = await opened.value.run({ text: setup });
      if (run.exitCode !== 0) throw new Error(`the setup failed: ${run.output}`);
    }
    return opened.value;
  }

  #wrapped(command: string): string {
    const text = [this.#fixture.around ?? ":", command].join("\n");
    return `${this.#fixture.as === "user" && isRoot ? AS_USER : ""}bash -c ${quoteWord(text)}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#unused?.[Symbol.asyncDispose]();
    rmSync(dirname(this.directory), { recursive: true, force: true });
  }
}
