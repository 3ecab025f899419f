/** What scenarios of sandboxes have in common: a place of their own, and how their results are told. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Run } from "@bazaar/work";
import { removeTree } from "../src/disk/remove-tree.ts";
import type { LayeredSandbox } from "../src/sandbox/layered-sandbox.ts";
import type { Outside } from "../src/sandbox/network/proxy.ts";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";
import type { SandboxOptions } from "../src/sandbox/sandbox-request.ts";

export interface Scenario {
  readonly claim: string;
  readonly holds: (place: Place) => Promise<void>;
}

/** A home with a project in it, and a sandbox on that. */
export class Place implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "guard-place-"));
  readonly home = join(this.folder, "home");
  readonly project = join(this.home, "project");
  readonly state = join(this.folder, "state");

  constructor() {
    mkdirSync(this.project, { recursive: true });
    writeFileSync(join(this.project, "file"), "original\n");
  }

  async open(
    options: Partial<SandboxOptions> = {},
    usesControlGroups = true,
    outside?: Outside,
  ): Promise<LayeredSandbox> {
    const opened = await openSandbox(
      {
        directory: this.project,
        home: this.home,
        network: "none",
        stateDirectory: this.state,
        ...options,
        limits: { timeoutMs: 20_000, ...options.limits },
      },
      { usesControlGroups, ...(outside === undefined ? {} : { outside }) },
    );
    assert.ok(opened.ok, opened.ok ? "" : JSON.stringify(opened.refusal));
    return opened.value;
  }

  read(name: string): string {
    return readFileSync(join(this.project, name), "utf8");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await removeTree(this.folder);
  }
}

export function succeeded(run: Run): string {
  assert.equal(run.stoppedBy, null, run.output);
  assert.equal(run.exitCode, 0, run.output);
  return run.stdout;
}

/** One line of JSON for each: what is claimed, and what is wrong with it. */
export async function tellScenarios(scenarios: readonly Scenario[]): Promise<void> {
  for (const { claim, holds } of scenarios) {
    await using place = new Place();
    const problem = await holds(place).then(
      () => null,
      (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    console.log(JSON.stringify({ claim, problem }));
  }
  // A scenario that failed may have left a sandbox open, which would keep this process alive.
  process.exit();
}
