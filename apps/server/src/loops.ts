/** The background jobs of the server. They are independent: none waits for another. */
import {
  fireDeadlines,
  type InTurn,
  issueReceipts,
  type Needs,
  payLegs,
  takeDeposits,
} from "@bazaar/market";
import { beat } from "./beat.ts";
import type { Composition } from "./compose.ts";
import { LOOK_AGAIN_MS, Loop, type LoopNeeds } from "./loop.ts";
import { requestsReceived } from "./requests-received.ts";
import { TaskLanes } from "./task-lanes.ts";

/** An overdue contract that could not be moved on is tried again after this. */
const OVERDUE_AGAIN_MS = 100;
/** How long a slow task may delay the shutdown; the next process takes it over. */
const LAST_TASKS_MS = 3_000;
/** Few: to remove a large artifact takes most of a second, and a shutdown waits for the turn. */
const EXPIRED_AT_ONCE = 4;

type Parts = Omit<Composition, "store">;

interface Job {
  /** Gives the milliseconds until its next run; 0 is at once. */
  turn(): Promise<number>;
  /** Resolves when what its turns have started is done. */
  settled?(): Promise<void>;
}

interface JobKind {
  readonly name: string;
  /** Whether it runs at once when an entry is stored, or only after its time. */
  readonly isNotified: boolean;
  /** Null where there is nothing to do. */
  readonly open: (parts: Parts, loopNeeds: LoopNeeds) => Job | null;
}

const JOBS: readonly JobKind[] = [
  { name: "deadlines", isNotified: true, open: (parts) => ({ turn: () => fireDue(parts) }) },
  { name: "tasks", isNotified: true, open: ({ needs }, given) => new TaskLanes(needs, given) },
  { name: "payouts", isNotified: true, open: ({ needs }) => ({ turn: payAll(needs) }) },
  {
    name: "receipts",
    isNotified: true,
    open: ({ needs }) => ({
      turn: async () => ((await issueReceipts(needs)) ? 0 : LOOK_AGAIN_MS),
    }),
  },
  {
    name: "heartbeat",
    isNotified: false,
    open: ({ heartbeat, health, clock }) =>
      heartbeat === null ? null : { turn: () => beat({ heartbeat, health, clock }) },
  },
  { name: "deposits", isNotified: false, open: ({ needs }) => later(() => takeDeposits(needs)) },
  {
    name: "artifacts",
    isNotified: false,
    open: ({ needs }) => ({ turn: () => expireArtifacts(needs) }),
  },
  {
    name: "talk",
    isNotified: false,
    open: ({ talk }) => (talk === null ? null : later(() => talk.tick())),
  },
  { name: "feed", isNotified: false, open: ({ market }) => later(() => market.catchUp()) },
];

export class Loops {
  readonly #running: readonly { readonly loop: Loop; readonly job: Job }[];
  readonly #unsubscribe: () => void;

  constructor(parts: Parts, loopNeeds: LoopNeeds) {
    const running = JOBS.flatMap(({ name, isNotified, open }) => {
      const job = open(parts, loopNeeds);
      if (job === null) return [];
      return [{ isNotified, job, loop: new Loop(name, () => job.turn(), loopNeeds) }];
    });
    this.#running = running;
    const notified = running.filter(({ isNotified }) => isNotified);
    this.#unsubscribe = parts.needs.feed.subscribe(() => {
      for (const { loop } of notified) loop.notify();
    });
  }

  /** Finishes running turns, but does not wait for a slow judge. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    const ended = Promise.all(this.#running.map(({ loop }) => loop.stop())).then(() =>
      Promise.all(this.#running.map(({ job }) => job.settled?.())),
    );
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LAST_TASKS_MS);
    await Promise.race([ended, late]);
    clearTimeout(timer);
  }
}

async function fireDue({ needs, market }: Pick<Composition, "needs" | "market">): Promise<number> {
  const nextMs = await needs.store.nextDeadlineMs();
  if (nextMs === null) return LOOK_AGAIN_MS;
  // At its deadline a contract is still in time; it is overdue a millisecond later.
  const waitMs = nextMs + 1 - needs.clock.nowMs();
  if (waitMs > 0) return Math.min(waitMs, LOOK_AGAIN_MS);
  await requestsReceived();
  const inTurn: InTurn = (contract, work) => market.inTurn(contract, work);
  return (await fireDeadlines(needs, inTurn)) > 0 ? 0 : OVERDUE_AGAIN_MS;
}

async function expireArtifacts({ store, clock }: Needs): Promise<number> {
  const expired = await store.artifacts.expire(clock.nowMs(), EXPIRED_AT_ONCE);
  return expired < EXPIRED_AT_ONCE ? LOOK_AGAIN_MS : 0;
}

function payAll(needs: Needs): () => Promise<number> {
  let afterNo = 0;
  return async () => {
    afterNo = await payLegs(needs, afterNo);
    return afterNo === 0 ? LOOK_AGAIN_MS : 0;
  };
}

/** Looks again after the usual time. */
function later(look: () => Promise<unknown>): Job {
  return { turn: () => look().then(() => LOOK_AGAIN_MS) };
}
