/**
 * Makes a fixture in a directory of its own, lets it fail in the real sandbox, looks at it through
 * the real keyhole, and tries repairs as the product does: the repair in a layer, the command on
 * top of it, nothing on the disk.
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

/** What is missing here for the fixture to happen, or null. */
export function lackOf({ needs = [], lacks = [], as }: Fixture): string | null {
  if (as === "root" && !isRoot) return "root";
  for (const need of needs) {
    if (need === "account") {
      if (spawnSync("whoami").status !== 0) return "an account";
      continue;
    }
    const [program = "", module] = need.split(":");
    if (!isInstalled(program)) return program;
    if (module === undefined) continue;
    const { status } = spawnSync(program, ["-c", `import ${module}`], { env: { PATH } });
    if (status !== 0) return `${program} without ${module}`;
  }
  const there = lacks.find(isInstalled);
  return there === undefined ? null : `a machine without ${there}`;
}

/** A test that is skipped names what it needs. */
export function titleOf({ when }: Fixture, lack: string | null): string {
  return lack === null ? `when ${when}` : `when ${when} (needs ${lack})`;
}

function isInstalled(program: string): boolean {
  return spawnSync("which", [program], { env: { PATH } }).status === 0;
}

export class RepairShop implements Disposable {
  readonly directory: string;
  readonly #home: string;
  readonly #fixture: Fixture;
  readonly #scrubber = makeScrubber();

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
    if (fixture.as === "user" && isRoot) this.#giveAway();
  }

  #setUp(setup: string): void {
    const { status, stderr } = spawnSync("bash", ["-c", setup], {
      cwd: this.directory,
      env: this.#environment,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`the setup failed: ${stderr}`);
  }

  #giveAway(): void {
    spawnSync("chown", ["-R", `${USER}:${USER}`, this.directory]);
    chownSync(this.#home, USER, USER);
  }

  get #environment(): Record<string, string> {
    return { PATH, HOME: this.#home, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" };
  }

  /** Lets the command fail; what an agent gets to know of it. */
  async fail(): Promise<FailedCommand> {
    await using sandbox = await this.#open();
    const run = await sandbox.rehearse({ text: this.#wrapped(this.#fixture.command) });
    if (run.exitCode === 0) throw new Error("the command does not fail");
    const { command, capabilities = [] } = this.#fixture;
    return { command, error: this.#scrubber.scrub(run.output).text, capabilities };
  }

  async look(command: string): Promise<string | null> {
    if (this.#fixture.isSystemWide) return this.#lookInside(command);
    const found = await investigate({
      command,
      directory: this.directory,
      home: this.#home,
      searchPath: PATH,
      scrub: (text) => this.#scrubber.scrub(text).text,
    });
    return found.ok ? found.value.output : null;
  }

  async #lookInside(command: string): Promise<string | null> {
    const checked = checkCommand(command, { directory: this.directory, home: this.#home });
    if (!checked.ok) return null;
    await using sandbox = await this.#open();
    return (await sandbox.rehearse({ text: command })).output;
  }

  /** Whether the repair works, and what it printed. */
  async attempt({ shell, correctedCommand }: Fix): Promise<{ isRepaired: boolean; run: Run }> {
    await using sandbox = await this.#open();
    if (shell !== "") {
      const run = await sandbox.run({ text: shell });
      if (run.exitCode !== 0) return { isRepaired: false, run };
    }
    const text = this.#wrapped(correctedCommand ?? this.#fixture.command);
    const run = await sandbox.rehearse({ text });
    return { isRepaired: run.exitCode === 0, run };
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

  [Symbol.dispose](): void {
    rmSync(dirname(this.directory), { recursive: true, force: true });
  }
}
