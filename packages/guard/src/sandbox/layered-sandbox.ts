/**
 * A sandbox of layers: what a fix writes goes to layer A, what a rehearsal writes goes to a layer
 * on top of A that is thrown away.
 *
 * How layers are kept is the store's business. Commands run one after another, each in a jail of
 * its own: nothing that one starts is there when the next begins.
 */
import { join } from "node:path";
import { invariant } from "@bazaar/kernel";
import type { Run, Sandbox, ShellCommand } from "@bazaar/work";
import type { OnStep } from "../disk/on-step.ts";
import type { RawPath } from "../disk/raw-path.ts";
import { removeTree } from "../disk/remove-tree.ts";
import type { ControlGroup } from "../jail/control-group.ts";
import { type Bind, type JailPlan, jailOptions } from "../jail/jail-arguments.ts";
import type { Masks } from "../jail/masks.ts";
import { withProcessLimit } from "../jail/resource-limits.ts";
import { supervise } from "../jail/run-bounded.ts";
import type { Claim } from "./claim-kept.ts";
import { CopyFailed } from "./copy-tree.ts";
import { Holder } from "./holder.ts";
import { keepLayer } from "./keep-layer.ts";
import { type KeptSandbox, NotKept } from "./kept-sandbox.ts";
import type { LayerView } from "./layer.ts";
import type { LayerStore, ShownLayer } from "./layer-store.ts";
import type { SandboxLimits } from "./limits.ts";
import { DEVICE_DIRECTORY } from "./overlay-table.ts";
import type { SandboxKind } from "./sandbox-kind.ts";
import { MARKER, type SandboxPlace, SCRATCH_DIRECTORY } from "./state-directory.ts";
import type { TreePlan } from "./trees.ts";
import type { WasThere } from "./was-there.ts";

export interface SandboxParts {
  readonly place: SandboxPlace;
  /** Where journals of commits go. */
  readonly stateDirectory: string;
  readonly directory: string;
  readonly uid: number;
  readonly gid: number;
  readonly layers: LayerStore;
  readonly plan: TreePlan;
  readonly masks: Masks;
  /** What the network needs inside. */
  readonly services: readonly Bind[];
  readonly environment: Readonly<Record<string, string>>;
  /** Put before the shell that runs a command. */
  readonly before: readonly string[];
  readonly limits: SandboxLimits;
  readonly group: ControlGroup | null;
  readonly seccomp: Buffer;
  readonly bwrap: string;
  /** See `LayerView`. It takes a moment, and writes to `place` until then. */
  readonly openedAtNs: Promise<bigint>;
  readonly wasThere: WasThere;
  /** Ended with the sandbox. */
  readonly resources: readonly AsyncDisposable[];
}

export interface Keeping {
  /** Whose it is, for whoever lists what is kept. What was kept before keeps its own. */
  readonly label?: string | null;
  readonly onStep?: OnStep;
}

export class LayeredSandbox implements Sandbox {
  readonly #parts: SandboxParts;
  #holder: Holder | null = null;
  #isClosed = false;
  #isViewed = false;
  /** The last thing that was asked for; the next waits for it. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Layers that are being cleared away. */
  readonly #chores: Promise<unknown>[] = [];
  /** See `LayerView.opened`. */
  readonly #opened = new Map<RawPath, number>();
  #isWhole = true;
  /** The kept layer that this one is a copy of, and whether it still is. */
  #claim: Claim | null = null;
  #isAsKept = false;

  constructor(parts: SandboxParts) {
    this.#parts = parts;
  }

  run(command: ShellCommand): Promise<Run> {
    return this.#inTurn(async () => {
      const holder = await this.hold();
      this.#isAsKept = false;
      return this.#jailed(command, holder, this.#parts.layers.fixLayer());
    });
  }

  rehearse(command: ShellCommand): Promise<Run> {
    return this.#inTurn(async () => {
      const holder = await this.hold();
      const layer = await this.#parts.layers.throwAwayLayer().catch(notCopied);
      if (layer instanceof CopyFailed) return notRun(layer.message);
      try {
        return await this.#jailed(command, holder, layer);
      } finally {
        // Nobody waits for it, except whoever closes the sandbox.
        this.#chores.push(layer.discard(holder).catch(ignoredHere));
      }
    });
  }

  /** What layer A changed. Until it is disposed of nothing runs, so that it stays what it shows. */
  view(): Promise<LayerView> {
    return this.#inTurn(async () => {
      invariant(!this.#isViewed, "a sandbox is looked at once at a time");
      const holder = await this.hold();
      const { stateDirectory, directory, layers, wasThere } = this.#parts;
      const openedAtNs = await this.#parts.openedAtNs;
      this.#isViewed = true;
      return {
        trees: layers.trees(holder),
        directory,
        stateDirectory,
        openedAtNs,
        wasThere,
        opened: this.#opened,
        beforeMoving: () => {
          this.#isWhole = false;
        },
        [Symbol.asyncDispose]: async () => {
          this.#isViewed = false;
          // A layer that was committed from must not be mounted while its files move away.
          await this.#letGo();
        },
      };
    });
  }

  /** It was made of what was kept, which nobody else has in hand until it is closed. */
  reopenedFrom(claim: Claim): void {
    this.#claim = claim;
    this.#isAsKept = true;
  }

  /**
   * Ends everything that runs and leaves the fix's layer on the disk, for `reopenSandbox`. The
   * sandbox is closed thereafter, also when this fails. @throws NotKept
   */
  async keep({ label = null, onStep = () => undefined }: Keeping = {}): Promise<KeptSandbox> {
    invariant(!this.#isClosed && !this.#isViewed, "an open sandbox is kept, once, unobserved");
    const claim = this.#claim;
    try {
      await this.#end();
      if (claim === null || !this.#isAsKept) return await this.#keepLayer(label, onStep);
      await removeTree(this.#parts.place.directory);
    } catch (cause) {
      await removeTree(this.#parts.place.directory);
      await claim?.release();
      if (cause instanceof NotKept) throw cause;
      throw new NotKept(`what was written cannot be kept: ${messageOf(cause)}`, { cause });
    }
    await claim.release();
    return claim.kept;
  }

  /** Closes it, and ends what it was reopened from as well. */
  async discard(): Promise<void> {
    await this.#close((claim) => claim.remove());
  }

  /** What it was reopened from stays as it was kept. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close((claim) => claim.release());
  }

  get kind(): SandboxKind {
    return this.#parts.layers.kind;
  }

  /** Makes layer A ready unless it is. @throws HolderFailed */
  async hold(): Promise<Holder> {
    invariant(!this.#isClosed, "a sandbox that was closed runs nothing");
    if (this.#holder?.isAlive) return this.#holder;
    const { place, limits, uid, before, group, layers } = this.#parts;
    const shell = [...before, "bash", "-c"];
    const inside = uid === 0 ? shell : withProcessLimit(limits.processes, shell);
    const { isMounted } = layers;
    const needs = { ...this.#parts, directory: place.directory, inside, isMounted };
    const holder = await Holder.start(needs);
    try {
      await Promise.all([layers.begin(holder), group?.add(holder.pid)]);
    } catch (error) {
      await holder[Symbol.asyncDispose]();
      throw error;
    }
    this.#holder = holder;
    return holder;
  }

  async #jailed(command: ShellCommand, holder: Holder, layer: ShownLayer): Promise<Run> {
    const startedMs = performance.now();
    const { limits, group, place } = this.#parts;
    const options = jailOptions(this.#jailPlan(command, layer));
    const jail = await holder.launch({ mount: layer.mount, options, text: command.text });
    const bounds = {
      group,
      limits: { ...limits, timeoutMs: Math.min(command.timeoutMs ?? Infinity, limits.timeoutMs) },
      disk: { path: place.directory, bytes: limits.diskBytes, inodes: limits.inodes },
      ...(command.signal === undefined ? {} : { signal: command.signal }),
      ...(command.onOutput === undefined ? {} : { onOutput: command.onOutput }),
    };
    return supervise(jail, bounds, startedMs);
  }

  #jailPlan(command: ShellCommand, layer: ShownLayer): JailPlan {
    const { plan, place, masks, uid, gid, limits, directory, services } = this.#parts;
    return {
      root: layer.root,
      // Parents before children, whatever kind they are.
      binds: layer.binds.toSorted((one, other) => one.to.length - other.to.length),
      services,
      hiddenDirectories: [...masks.directories, ...(isDecoy(plan) ? [] : [place.base])],
      hiddenFiles: [...masks.files, ...plan.sockets],
      emptyFile: join(place.directory, MARKER),
      user: uid === 0 ? null : { uid, gid },
      ...(uid === 0 ? { devices: join(place.directory, DEVICE_DIRECTORY) } : {}),
      capabilities: "owner",
      directory: command.directory ?? directory,
      scratchBytes: limits.scratchBytes,
    };
  }

  async #close(endClaim: (claim: Claim) => Promise<void>): Promise<void> {
    if (this.#isClosed) return;
    await this.#end();
    try {
      if (this.#claim !== null) await endClaim(this.#claim);
    } finally {
      await removeTree(this.#parts.place.directory);
    }
  }

  /** Everything of it but its directory. */
  async #end(): Promise<void> {
    this.#isClosed = true;
    await this.#turn.catch(ignoredHere);
    await this.#letGo();
    await Promise.all([...this.#chores, this.#parts.openedAtNs]);
    for (const resource of this.#parts.resources) await resource[Symbol.asyncDispose]();
    await this.#parts.group?.remove();
  }

  async #keepLayer(label: string | null, onStep: OnStep): Promise<KeptSandbox> {
    const { layers, plan, directory } = this.#parts;
    if (!this.#isWhole) throw new NotKept("a commit has taken files out of it");
    const root = isDecoy(plan) ? (plan.trees[0]?.lower ?? "") : "";
    return keepLayer(
      {
        ...this.#parts,
        layer: layers.lasting(),
        kind: layers.kind,
        realDirectory: join(root, directory),
        openedAtNs: await this.#parts.openedAtNs,
        opened: this.#opened,
        others: [MARKER, SCRATCH_DIRECTORY],
        claim: this.#claim,
        label,
      },
      onStep,
    );
  }

  async #letGo(): Promise<void> {
    const holder = this.#holder;
    this.#holder = null;
    await holder?.[Symbol.asyncDispose]();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    invariant(!this.#isViewed, "nothing runs while a sandbox's changes are being looked at");
    const turn = this.#turn.then(work, work);
    this.#turn = turn;
    return turn;
  }
}

function notCopied(error: unknown): CopyFailed {
  if (error instanceof CopyFailed) return error;
  throw error;
}

function notRun(output: string): Run {
  const stoppedBy = "broken";
  return {
    exitCode: null,
    signal: null,
    stoppedBy,
    stdout: "",
    output,
    isCut: false,
    durationMs: 0,
  };
}

function isDecoy(plan: TreePlan): boolean {
  return plan.trees[0]?.at === "/" && plan.trees[0].lower !== "/";
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Whoever asked for that run has its failure; what was not removed is, at the end, once more. */
function ignoredHere(_failure: unknown): null {
  return null;
}
