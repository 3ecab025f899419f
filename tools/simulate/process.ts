/**
 * One server process: the market on shared storage, through ports that may fail.
 *
 * Two of them run on one store. When one dies, everything in its memory is lost, and a new one
 * continues with what was stored.
 */
import { Heartbeat, lastSeenMs, MarketClock, type Needs } from "@bazaar/market";
import type { Store } from "@bazaar/market/ports";
import { SMALL_NEEDS, through } from "@bazaar/testkit";
import { unchanged } from "./audited.ts";
import { Crashed, lost } from "./faults.ts";
import { panelCallOf } from "./judges.ts";
import { ARTIFACT_LIMITS } from "./shelf.ts";
import type { World } from "./world.ts";

/** How often an answer is lost, with or without the effect. */
const LOST_COMMIT = 0.01;
const LOST_SEND = 0.15;
const LOST_FIND = 0.05;

/** The clock of the second process is off by this much. */
export const SKEW_MS = -700;

/** What a full disk does not accept. */
const WRITES: ReadonlySet<string> = new Set([
  ...["commit", "claimTasks", "finishTask", "retryTask", "moveLeg", "letLegWait", "saveHold"],
  ...["transfer", "bind", "advance", "write", "keep", "expire"],
]);

export class Process {
  readonly needs: Needs;
  readonly clock: MarketClock;
  readonly heartbeat: Heartbeat;
  /** Where its next pass over the open legs goes on. */
  afterLeg = 0;
  readonly #world: World;
  /** Calls left until it crashes; null if none is planned. */
  #callsLeft: number | null = null;
  #isDead = false;

  private constructor(world: World, store: Store, clock: MarketClock, heartbeat: Heartbeat) {
    this.#world = world;
    this.clock = clock;
    this.heartbeat = heartbeat;
    const honest: Needs = {
      // The simulation uses terms of every kind, not those of one offer.
      ...SMALL_NEEDS,
      store: this.#wrapStore(store),
      feed: world.feed,
      clock,
      outages: heartbeat,
      randomness: { fraction: () => world.dice.fraction() },
      signer: world.keys.signer("server"),
      verify: world.keys.verify,
      judge: { opine: (file) => this.#call("judge", "opine", () => world.opine(file)) },
      checker: { run: (of) => this.#call("judge", "run", () => world.check(of)) },
      callPanel: (of) =>
        this.#call("judge", "callPanel", async () => panelCallOf(world.keys, world.diceOf(of))),
      artifactPolicy: { ...SMALL_NEEDS.artifactPolicy, limits: ARTIFACT_LIMITS },
      rails: world.rails.map((rail) => this.#wrap("rail", rail)),
    };
    const { rules, inject } = world.plant ?? {};
    const ruled = rules === undefined ? honest : { ...honest, decide: rules };
    this.needs = inject?.(ruled) ?? ruled;
  }

  static async start(world: World, store: Store, skewMs: number): Promise<Process> {
    const clock = new MarketClock(world.time.sources(skewMs));
    clock.notBefore(await lastSeenMs(world.store));
    const beats = {
      ...unchanged(world.store),
      beat: async (ms: number) => {
        if (world.isDiskFull) throw lost("store");
        return world.store.beat(ms);
      },
    };
    const heartbeat = await Heartbeat.start(beats, clock);
    return new Process(world, store, clock, heartbeat);
  }

  /** Crashes at the n-th port call from now, before or after its effect. */
  crashAfter(calls: number): void {
    this.#callsLeft = calls;
  }

  /** Cancels a planned crash. */
  heal(): void {
    this.#callsLeft = null;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  #wrapStore(store: Store): Store {
    return {
      ...this.#wrap("store", store),
      ledger: this.#wrap("store", store.ledger),
      owners: this.#wrap("store", store.owners),
      cursors: this.#wrap("store", store.cursors),
      notes: this.#wrap("store", store.notes),
      artifacts: this.#wrap("store", store.artifacts),
    };
  }

  #wrap<T extends object>(kind: "store" | "rail", port: T): T {
    return through(port, (name, call) => this.#call(kind, name, call));
  }

  async #call<T>(
    kind: "store" | "rail" | "judge",
    name: string,
    call: () => Promise<T>,
  ): Promise<T> {
    const callsBack = name === "deposits";
    return this.#world.turns.take(async () => {
      const { dice, isFaultless } = this.#world;
      const isLast = this.#countDown();
      if (isLast && dice.chance(0.5)) throw this.#die();
      if (this.#world.isDiskFull && WRITES.has(name)) throw lost("store");
      if (kind === "rail" && !isFaultless && name === "send" && dice.chance(LOST_SEND)) {
        throw lost("rail");
      }
      const result = await call();
      if (isLast) throw this.#die();
      if (!isFaultless && isAnswerLost(kind, name, dice.fraction())) {
        throw lost(kind as "store" | "rail");
      }
      return result;
    }, callsBack);
  }

  #countDown(): boolean {
    if (this.#isDead) throw new Crashed("the process has crashed");
    if (this.#callsLeft === null) return false;
    this.#callsLeft -= 1;
    return this.#callsLeft <= 0;
  }

  #die(): Crashed {
    this.#isDead = true;
    this.#world.counts.crashes += 1;
    return new Crashed("killed");
  }
}

function isAnswerLost(kind: string, name: string, dice: number): boolean {
  if (kind === "store") return name === "commit" && dice < LOST_COMMIT;
  if (kind !== "rail") return false;
  return (name === "send" && dice < LOST_SEND) || (name === "find" && dice < LOST_FIND);
}
