/**
 * A sandbox of layers: a fix writes to the fix layer, a rehearsal to a layer on top of it that is
 * thrown away.
 *
 * Commands run one after another, each in its own jail: nothing that one started is there when the
 * next begins.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { invariant, sha256Hex } from "@bazaar/kernel";
import type { Run, Sandbox, ShellCommand } from "@bazaar/work";
import type { OnStep } from "../disk/on-step.ts";
import type { RawPath } from "../disk/raw-path.ts";
import { removeTree } from "../disk/remove-tree.ts";
import type { ControlGroup } from "../jail/control-group.ts";
import { type Bind, type JailPlan, jailOptions } from "../jail/jail-arguments.ts";
import { isBelow } from "../jail/masks.ts";
import { withProcessLimit } from "../jail/resource-limits.ts";
import { supervise } from "../jail/run-bounded.ts";
import { isHidden } from "../view/is-hidden.ts";
import type { Masks } from "../view/plan-view.ts";
import type { Claim } from "./claim-kept.ts";
import { DEVICE_DIRECTORY } from "./copy-store.ts";
import { CopyFailed } from "./copy-tree.ts";
import { Holder, HolderFailed } from "./holder.ts";
import { keepLayer } from "./keep-layer.ts";
import { type KeptSandbox, NotKept } from "./kept-sandbox.ts";
import type { LayerView } from "./layer.ts";
import type { LayerStore, ShownLayer } from "./layer-store.ts";
import type { SandboxLimits } from "./limits.ts";
import { lostWrites } from "./lost-writes.ts";
import type { SandboxKind } from "./sandbox-kind.ts";
import { skeletonDirectories } from "./skeleton.ts";
import { MARKER, type SandboxPlace, SCRATCH_DIRECTORY } from "./state-directory.ts";
import type { TreePlan } from "./trees.ts";
import type { WasThere } from "./was-there.ts";

export interface SandboxParts {
  readonly place: SandboxPlace;
  /** Where journals of commits go. */
  readonly stateDirectory: string;
  readonly directory: string;
  /** As commands see it. */
  readonly startsIn: string;
  readonly uid: number;
  /** Whom commands run as. */
  readonly user: JailPlan["user"];
  readonly layers: LayerStore;
  readonly plan: TreePlan;
  /** What the jail has to hide: an overlay's view hides it before. */
  readonly masks: Masks;
  /** What the network needs inside. */
  readonly services: readonly Bind[];
  readonly environment: Readonly<Record<string, string>>;
  /** See `HolderNeeds`. */
  readonly umask: string | null;
  /** Put before the shell that runs a command. */
  readonly before: readonly string[];
  readonly limits: SandboxLimits;
  readonly group: ControlGroup | null;
  readonly seccomp: Buffer;
  readonly bwrap: string;
  /** See `LayerView`. Resolves after a moment, and writes to `place` until then. */
  readonly openedAtNs: Promise<bigint>;
  readonly wasThere: WasThere;
  /** Closed with the sandbox. */
  readonly resources: readonly AsyncDisposable[];
}

export interface Keeping {
  /** What it is for, shown in lists. A label from an earlier `keep` stays. */
  readonly label?: string | null;
  readonly onStep?: OnStep;
}

export class LayeredSandbox implements Sandbox {
  readonly #parts: SandboxParts;
  #holder: Holder | null = null;
  #isClosed = false;
  #isViewed = false;
  /** The last operation; the next one waits for it. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Of layers that were thrown away. */
  readonly #removals: Promise<unknown>[] = [];
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
      const layer = await this.#parts.layers.throwAwayLayer().catch(notMade);
      if (layer instanceof Error) return notRun(layer.message);
      try {
        return await this.#jailed(command, holder, layer);
      } finally {
        // Only closing the sandbox waits for it.
        this.#removals.push(layer.discard().catch(ignoredHere));
      }
    });
  }

  /** Whether commands do not see what is on the disk at a real path. */
  hides(path: string): boolean {
    const { view } = this.#parts.plan;
    return view !== null && isHidden(view, path);
  }

  /** What was written to the fix layer and is not kept, as commands know the paths. */
  lost(): Promise<readonly string[]> {
    return this.#inTurn(async () => {
      const { layers, plan } = this.#parts;
      const inFront = layers.writtenInFront().map(({ at }) => at);
      return [...inFront, ...lostWrites(layers.lostPlaces(), skeletonDirectories(plan))];
    });
  }

  /**
   * What the fix layer changed. Nothing runs until the view is disposed of, so that it stays true.
   */
  view(): Promise<LayerView> {
    return this.#inTurn(async () => {
      invariant(!this.#isViewed, "a sandbox has one view at a time");
      await this.#forgetHidden();
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
          // A layer must not be mounted while a commit moves its files.
          await this.#endHolder();
        },
      };
    });
  }

  /** It was made from a kept layer, which is locked until this is closed. */
  reopenedFrom(claim: Claim): void {
    this.#claim = claim;
    this.#isAsKept = true;
  }

  /**
   * Ends everything that runs and keeps the fix layer on the disk, for `reopenSandbox`. The sandbox
   * is closed afterwards, even if this fails. @throws NotKept
   */
  async keep({ label = null, onStep = () => undefined }: Keeping = {}): Promise<KeptSandbox> {
    invariant(
      !this.#isClosed && !this.#isViewed,
      "only an open sandbox without a view can be kept",
    );
    const claim = this.#claim;
    try {
      await this.#end();
      if (claim === null || !this.#isAsKept) return await this.#keepLayer(label, onStep);
      await removeTree(this.#parts.place.directory);
    } catch (cause) {
      await removeTree(this.#parts.place.directory);
      await claim?.release();
      if (cause instanceof NotKept) throw cause;
      throw new NotKept(`the sandbox cannot be kept: ${messageOf(cause)}`, { cause });
    }
    await claim.release();
    return claim.kept;
  }

  /** Closes it, and removes the kept layer that it was reopened from. */
  async discard(): Promise<void> {
    await this.#close((claim) => claim.remove());
  }

  /** The kept layer that it was reopened from stays unchanged. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close((claim) => claim.release());
  }

  get kind(): SandboxKind {
    return this.#parts.layers.kind;
  }

  /** Prepares the fix layer if needed. @throws HolderFailed */
  async hold(): Promise<Holder> {
    invariant(!this.#isClosed, "nothing runs in a closed sandbox");
    if (this.#holder?.isAlive) return this.#holder;
    const { place, limits, uid, before, layers } = this.#parts;
    const shell = [...before, "bash", "-c"];
    const inside = uid === 0 ? shell : withProcessLimit(limits.processes, shell);
    const { isMounted } = layers;
    const needs = { ...this.#parts, directory: place.directory, inside, isMounted };
    const holder = await Holder.start(needs);
    try {
      await layers.begin(holder);
    } catch (error) {
      await holder[Symbol.asyncDispose]();
      throw error;
    }
    this.#holder = holder;
    return holder;
  }

  async #jailed(command: ShellCommand, holder: Holder, layer: ShownLayer): Promise<Run> {
    const startedMs = performance.now();
    const { limits, group, place, services } = this.#parts;
    const options = jailOptions(this.#jailPlan(command, layer));
    const jail = await holder.launch({ mount: layer.mount, options, text: command.text });
    const bounds = {
      group,
      limits: { ...limits, timeoutMs: Math.min(command.timeoutMs ?? Infinity, limits.timeoutMs) },
      disk: { path: place.directory, bytes: limits.diskBytes, inodes: limits.inodes },
      // With a network, a command may be idle because a server is slow.
      stopsWaiting: services.length === 0,
      ...(command.signal === undefined ? {} : { signal: command.signal }),
      ...(command.onOutput === undefined ? {} : { onOutput: command.onOutput }),
    };
    return supervise(jail, bounds, startedMs);
  }

  #jailPlan(command: ShellCommand, layer: ShownLayer): JailPlan {
    const { plan, place, masks, uid, user, limits, directory, services, layers } = this.#parts;
    // What has gone since cannot be covered. A copy of the working directory still has it.
    const isToHide = (path: string) => isBelow(path, directory) || !isGone(path);
    return {
      root: layer.root,
      binds: layer.binds,
      services,
      hiddenDirectories: masks.directories.filter(isToHide),
      hiddenFiles: [...masks.files, ...plan.sockets].filter(isToHide),
      emptyFile: join(place.directory, MARKER),
      user,
      ...(uid === 0 && !layers.isMounted
        ? { devices: join(place.directory, DEVICE_DIRECTORY) }
        : {}),
      capabilities: "owner",
      directory: command.directory ?? this.#parts.startsIn,
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

  /** Ends everything but its directory. */
  async #end(): Promise<void> {
    this.#isClosed = true;
    await this.#turn.catch(ignoredHere);
    await this.#endHolder();
    await Promise.all([...this.#removals, this.#parts.openedAtNs]);
    for (const resource of this.#parts.resources) await resource[Symbol.asyncDispose]();
    await this.#parts.group?.remove();
  }

  async #keepLayer(label: string | null, onStep: OnStep): Promise<KeptSandbox> {
    const { layers, plan, directory } = this.#parts;
    await this.#forgetHidden();
    if (!this.#isWhole) throw new NotKept("a commit has already moved files out of it");
    const root = hasOwnRoot(plan) ? (plan.trees[0]?.lower ?? "") : "";
    return keepLayer(
      {
        ...this.#parts,
        layer: layers.stored(),
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

  /** The real files are not what commands saw there. */
  async #forgetHidden(): Promise<void> {
    const written = this.#parts.layers.writtenInFront();
    if (written.length === 0) return;
    // A layer must not change while it is mounted.
    await this.#endHolder();
    for (const { from } of written) await removeTree(from);
  }

  async #endHolder(): Promise<void> {
    const holder = this.#holder;
    this.#holder = null;
    await holder?.[Symbol.asyncDispose]();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    invariant(!this.#isViewed, "nothing runs in a sandbox while a view of it is open");
    const turn = this.#turn.then(work, work);
    this.#turn = turn;
    return turn;
  }
}

function notMade(error: unknown): CopyFailed | HolderFailed {
  if (error instanceof CopyFailed || error instanceof HolderFailed) return error;
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
    stdoutSha256: sha256Hex(""),
    stderrSha256: sha256Hex(""),
    isCut: false,
    durationMs: 0,
  };
}

function isGone(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    // It may be there, in a directory that is closed to this process.
    return false;
  }
}

/** Whether another tree than the machine's is shown as `/`. */
function hasOwnRoot(plan: TreePlan): boolean {
  return plan.trees[0]?.at === "/" && plan.trees[0].lower !== "/";
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** The caller of that run has the error; what could not be removed is tried again on closing. */
function ignoredHere(_failure: unknown): null {
  return null;
}
