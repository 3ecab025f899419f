/**
 * Bounds the processes of a test that tries a fork bomb without a control group, which the guard can
 * only watch: if it is too slow, the machine lives on. Only for root, and only with control groups
 * of version 1; elsewhere it does nothing.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ControlGroup } from "../src/jail/control-group.ts";

const GROUPS = "/sys/fs/cgroup/pids";
const MOST_PROCESSES = 4_000;

export class SeatBelt implements AsyncDisposable {
  readonly #own = ownGroup();
  readonly #belt = this.#own === null ? null : join(this.#own, `belt-${process.pid}`);

  constructor() {
    if (this.#belt === null) return;
    mkdirSync(this.#belt);
    writeFileSync(join(this.#belt, "pids.max"), String(MOST_PROCESSES));
    moveTo(this.#belt);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#own === null || this.#belt === null) return;
    moveTo(this.#own);
    const place = { version: 1, controllers: ["pids"], directory: this.#belt } as const;
    await new ControlGroup([place]).remove();
  }
}

function ownGroup(): string | null {
  if (process.getuid?.() !== 0 || !existsSync(GROUPS)) return null;
  const path = /^\d+:pids:(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
  const group = path === undefined ? null : join(GROUPS, path);
  return group !== null && existsSync(group) ? group : null;
}

/** This process with all its threads; what it starts afterwards is there too. */
function moveTo(group: string): void {
  writeFileSync(join(group, "cgroup.procs"), String(process.pid));
}
