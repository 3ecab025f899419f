/**
 * Planted bugs, to prove that the simulator finds them. Each wraps what a process is given, so
 * nothing outside the simulator can switch one on.
 */
import { type ContractId, type ContractState, CUSTODY, decide } from "@bazaar/kernel";
import type { Needs } from "@bazaar/market";
import {
  type Rail,
  RailUnavailable,
  type Store,
  type StoredContract,
  type Write,
} from "@bazaar/market/ports";
import { ABSENCE_PLANTS } from "./absence-plants.ts";
import { unchanged } from "./audited.ts";
import { OUTSIDE_PLANTS } from "./outside-plants.ts";
import {
  changingLegs,
  changingPayouts,
  changingRail,
  changingState,
  changingStore,
  changingWrites,
  type Plant,
} from "./plant.ts";
import { RULE_PLANTS } from "./rule-plants.ts";

export const PLANTS: readonly Plant[] = [
  changingLegs("the platform's fee is forgotten", (legs) =>
    legs.filter(({ to }) => to.role !== "platform"),
  ),
  changingLegs("the odd unit is paid twice", (legs) =>
    legs.map((leg) => (leg.to.role === "agent" ? { ...leg, amount: leg.amount + 1n } : leg)),
  ),
  changingLegs("the principal is paid what the agent is owed", (legs) =>
    legs.map((leg) =>
      leg.to.role === "agent" ? { ...leg, to: { ...leg.to, role: "principal" as const } } : leg,
    ),
  ),
  changingState("attempts are not counted", (state) =>
    state.seat === null ? state : { ...state, seat: { ...state.seat, attempts: 0 } },
  ),
  changingState("a review has no clock", (state) =>
    state.phase === "review" ? { ...state, deadline: null } : state,
  ),
  {
    name: "an act is accepted after its deadline",
    inject: (needs) => ({
      ...needs,
      decide: (state, act, nowMs, facts) =>
        decide(state, act, act.by === "server" ? nowMs : Math.min(nowMs, dueMs(state)), facts),
    }),
  },
  {
    name: "an ended contract can be canceled again",
    inject: (needs) => ({
      ...needs,
      decide: (state, act, nowMs, facts) => {
        const isRevived = act.type === "cancel" && state?.phase === "fulfilled";
        return decide(isRevived ? { ...state, phase: "open" } : state, act, nowMs, facts);
      },
    }),
  },
  {
    name: "a ruling by any key is accepted",
    inject: (needs) => ({
      ...needs,
      decide: (state, act, nowMs, facts) => {
        const court = state?.terms.court;
        const isRuling = act.type === "ruling" && court?.kind === "tiered";
        return decide(state, isRuling ? { ...act, by: court.judge } : act, nowMs, facts);
      },
    }),
  },
  {
    name: "our own judge is asked instead of the judge of the terms",
    inject: (needs) => ({ ...needs, store: { ...needs.store, ...askingOwnJudge(needs) } }),
  },
  changingWrites("the ledger deposit is not taken", (write) =>
    write.step === null ? write : { ...write, step: { ...write.step, holds: [] } },
  ),
  changingPayouts("the ledger pays everything to the principal", (payout, { terms }) => ({
    ...payout,
    to: terms.principal,
  })),
  changingPayouts("the ledger pays a unit too little", (payout) => ({
    ...payout,
    amount: payout.amount - 1n,
  })),
  changingWrites("late money is kept", (write) =>
    write.step === null ? { ...write, legs: [] } : write,
  ),
  changingWrites("a repeated request has a second effect", (write) => ({
    ...write,
    onceKeys: [],
  })),
  {
    name: "signatures are not checked",
    inject: (needs) => ({ ...needs, verify: () => true }),
  },
  changingWrites("a hash is stored wrong", (write) =>
    write.step === null
      ? write
      : { ...write, step: { ...write.step, hash: [...write.step.hash].reverse().join("") } },
  ),
  changingStore("a lost race counts as won, and the leg is signed twice", (store) => ({
    moveLeg: async (key, from, to) => {
      const isMoved = await store.moveLeg(key, from, to);
      return to.status === "signed" ? true : isMoved;
    },
  })),
  changingStore("a task is finished before it has run", (store) => ({
    claimTasks: async (claim) => {
      const claimed = await store.claimTasks(claim);
      for (const { task, attempt } of claimed) await store.finishTask(task.key, attempt);
      return claimed;
    },
  })),
  {
    name: "a process does not see what another has written to a contract",
    inject: (needs) => {
      const own = new Map<ContractId, StoredContract | null>();
      const { store } = needs;
      const load: Store["load"] = async (contract) => {
        const cached = own.get(contract) ?? (await store.load(contract));
        own.set(contract, cached);
        return cached;
      };
      const commit: Store["commit"] = (writes) => {
        for (const { contract } of writes) own.delete(contract);
        return store.commit(writes);
      };
      return { ...needs, store: { ...store, load, commit } };
    },
  },
  {
    name: "deadlines live in memory and are lost on restart",
    inject: (needs) => {
      const seen = new Set<ContractId>();
      const store: Store = {
        ...needs.store,
        commit: (writes) => {
          for (const { contract } of writes) seen.add(contract);
          return needs.store.commit(writes);
        },
        overdue: async (nowMs, limit) => {
          return (await needs.store.overdue(nowMs, limit)).filter((id) => seen.has(id));
        },
      };
      return { ...needs, store };
    },
  },
  {
    name: "no deadline is extended after an outage",
    inject: (needs) => ({ ...needs, outages: { since: async () => [] } }),
  },
  {
    name: "a gap counts only after the next heartbeat",
    inject: (needs) => ({
      ...needs,
      outages: {
        since: async (afterMs, nowMs) => {
          const gaps = await needs.outages.since(afterMs, nowMs);
          return gaps.filter(({ toMs }) => toMs < nowMs);
        },
      },
    }),
  },
  changingRail("a payment without an answer is made again", (rail) => ({
    send: async (message) => {
      try {
        await rail.send(message);
      } catch (error) {
        if (!(error instanceof RailUnavailable) || CUSTODY[rail.name].isOnOwnBooks) throw error;
        const [transfer] = sentTransfers.get(message) ?? [];
        if (transfer === undefined) throw error;
        await rail.send(await rail.prepare(transfer));
      }
    },
    prepare: async (transfer) => {
      const message = await rail.prepare(transfer);
      sentTransfers.set(message, [transfer]);
      return message;
    },
  })),
  {
    name: "a feed number is skipped",
    injectStore: (store) => {
      let skipped = 0;
      return {
        ...unchanged(store),
        commit: async (writes) => {
          const answers = await store.commit(writes);
          return answers.map((answer) => {
            if (answer.is !== "stored") return answer;
            skipped += answer.no % 20 === 0 ? 1 : 0;
            return { ...answer, no: answer.no + skipped };
          });
        },
      };
    },
  },
  {
    name: "a leg that has waited is never tried again",
    injectStore: (store) => {
      const waited = new Set<string>();
      return {
        ...unchanged(store),
        letLegWait: (key, asOf) => {
          waited.add(key);
          return store.letLegWait(key, asOf);
        },
        openLegs: async (afterNo, limit) => {
          return (await store.openLegs(afterNo, limit)).filter(({ leg }) => !waited.has(leg.key));
        },
      };
    },
  },
  {
    name: "the compare-and-set is forgotten",
    injectStore: (store) => ({
      ...unchanged(store),
      commit: async (writes) => {
        const forced: Write[] = [];
        for (const write of writes) {
          const expectedSeq = (await store.load(write.contract))?.chain.seq ?? 0;
          const { step } = write;
          forced.push(step === null ? write : { ...write, step: { ...step, expectedSeq } });
        }
        return store.commit(forced);
      },
    }),
  },
  ...RULE_PLANTS,
  ...OUTSIDE_PLANTS,
];

/** What each prepared message pays, for the plant that prepares another. */
const sentTransfers = new Map<string, readonly Parameters<Rail["prepare"]>[0][]>();

/** Every question to a court is claimed as if it were for our own judge. */
function askingOwnJudge({ store, signer }: Needs): Pick<Store, "claimTasks"> {
  return {
    claimTasks: async (claim) => {
      const claimed = await store.claimTasks(claim);
      return claimed.map(({ task, attempt }) => {
        if (task.kind !== "ask_judge") return { task, attempt };
        const payload = { ...task.payload, judge: signer.party };
        return { task: { ...task, payload }, attempt };
      });
    },
  };
}

function dueMs(state: ContractState | null): number {
  return state?.deadline?.atMs ?? Number.POSITIVE_INFINITY;
}

export function plantNamed(name: string | null): Plant | null {
  return [...PLANTS, ...ABSENCE_PLANTS].find((plant) => plant.name === name) ?? null;
}
