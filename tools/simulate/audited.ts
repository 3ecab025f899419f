/** The store and the rail, with the auditor checking every call. */
import type { Rail, Store } from "@bazaar/market/ports";
import { through } from "@bazaar/testkit";
import type { World } from "./world.ts";

export function auditedStore(store: Store, world: World): Store {
  const { auditor, questions } = world;
  return {
    ...unchanged(store),
    async commit(writes) {
      const answers = await store.commit(writes);
      auditor.committed(writes, answers, world.marketMs);
      const stored = writes.filter((_, index) => answers[index]?.is === "stored");
      for (const task of stored.flatMap(({ step }) => step?.tasks ?? [])) {
        // Other judges answer their questions themselves.
        const isOurs =
          task.kind === "run_check" ||
          (task.kind === "ask_judge" && task.payload.judge === world.server);
        if (isOurs) questions.set(task.key, task.payload);
      }
      return answers;
    },
    owners: {
      ...unchanged(store.owners),
      async bind(binding) {
        const isBound = await store.owners.bind(binding);
        if (isBound) auditor.witness.bound(binding);
        return isBound;
      },
    },
    artifacts: {
      ...unchanged(store.artifacts),
      async keep(upload, limits) {
        const answer = await store.artifacts.keep(upload, limits);
        await world.shelf.kept(upload, answer);
        return answer;
      },
    },
    async saveHold(record) {
      await store.saveHold(record);
      world.addresses.set(`${record.hold.contract} ${record.hold.party}`, record);
    },
    async finishTask(key, attempt) {
      const isFinished = await store.finishTask(key, attempt);
      const question = questions.get(key);
      if (isFinished && question !== undefined) auditor.finished(question, world.marketMs);
      return isFinished;
    },
    async moveLeg(key, from, to) {
      const isMoved = await store.moveLeg(key, from, to);
      if (isMoved && to.status === "signed" && to.message !== undefined) {
        auditor.signed(key, to.message);
      }
      return isMoved;
    },
  };
}

/** A deposit may be delivered more than once. */
export function auditedRail(rail: Rail, world: World): Rail {
  const keys = new Map<string, string>();
  return {
    ...unchanged(rail),
    deposits: (sink, openHolds) =>
      rail.deposits(async (deposit) => {
        await sink(deposit);
        if (!world.isFaultless && world.dice.chance(0.2)) await sink(deposit);
      }, openHolds),
    async prepare(transfer) {
      const message = await rail.prepare(transfer);
      keys.set(message, transfer.key);
      return message;
    },
    async send(message) {
      await rail.send(message);
      world.auditor.sent(keys.get(message) ?? "", message);
    },
  };
}

/** The same port as a plain object, in which single methods can be replaced. */
export function unchanged<T extends object>(port: T): T {
  return through(port, (_, call) => call());
}
