/**
 * Planted bugs in the rules themselves, as if the kernel were wrong: each is found by the witness,
 * before the auditor compares with the true decision.
 */
import {
  type Act,
  type ContractState,
  type Decision,
  decide,
  type JsonObject,
  NO_FACTS,
  type Sides,
  type Verdict,
} from "@bazaar/kernel";
import type { Needs } from "@bazaar/market";
import { unchanged } from "./audited.ts";
import { DECIDED, REPORTED } from "./check-book.ts";
import { CHECK_VERDICTS, evidenceOf } from "./check-plays.ts";
import { EXPIRES } from "./expiry-book.ts";
import { BOTH_PAY, HALVES, STAKES } from "./money-book.ts";
import { NO_SIDE, NOT_ITSELF } from "./owner-book.ts";
import { DRAWN, NOT_AGAIN, SEALED } from "./panel-book.ts";
import { decidingWrongly, type Plant } from "./plant.ts";
import { Random } from "./random.ts";

const HOUR_MS = 3_600_000;

type Panel = NonNullable<NonNullable<ContractState["case"]>["panel"]>;

export const RULE_PLANTS: readonly Plant[] = [
  {
    ...decidingWrongly("a stake is lost when a task expires", (decision, _, act) => {
      if (act.type !== "auto_cancel" || act.data.reason !== "expired") return decision;
      return { ...decision, legs: decision.legs.filter(({ asset }) => asset.code !== "RATING") };
    }),
    breaks: STAKES,
  },
  {
    name: "a side whose filing lapsed files again",
    breaks: NOT_AGAIN,
    inject: (needs) => ({
      ...needs,
      decide: (state, act, nowMs, facts) => {
        if (state === null || act.type !== "dispute_filed") return decide(state, act, nowMs, facts);
        const lapsedFilers = state.lapsedFilers.filter((filer) => filer !== act.by);
        return decide({ ...state, lapsedFilers }, act, nowMs, facts);
      },
    }),
  },
  {
    ...decidingWrongly("a replacement is not the next in the draw", (decision, before, act) => {
      const other = before?.case?.panel?.reserve.at(-1);
      if (act.type !== "arbiter_decline" || other === undefined) return decision;
      return changingPanel(decision, (panel) => {
        const asked = panel.arbiters.slice(0, -1);
        const last = panel.arbiters.slice(-1).map((next) => ({ ...next, ...other }));
        return { ...panel, arbiters: [...asked, ...last] };
      });
    }),
    breaks: DRAWN,
  },
  {
    ...decidingWrongly("a replacement comes from another pool", (decision, before, act) => {
      const stranger = before?.terms.platform;
      if (act.type !== "arbiter_decline" || stranger === undefined) return decision;
      return changingPanel(decision, (panel) => {
        const { length } = before?.case?.panel?.arbiters ?? [];
        const arbiters = panel.arbiters.map((one, at) =>
          at === length ? { ...one, id: "stranger", party: stranger } : one,
        );
        return { ...panel, arbiters };
      });
    }),
    breaks: DRAWN,
  },
  {
    name: "an arbiter is not compared with the owners of the sides",
    breaks: NO_SIDE,
    inject: blindToArbiters,
  },
  {
    name: "an agent is compared with the principal by its key alone",
    inject: (needs) => ({
      ...needs,
      decide: (state, act, nowMs, facts = NO_FACTS) => {
        const isSameOwner: typeof facts.isSameOwner = (one, other) =>
          other === state?.terms.principal ? one === other : facts.isSameOwner(one, other);
        const isSeating = act.type === "bond" || act.type === "accept";
        return decide(state, act, nowMs, isSeating ? { ...facts, isSameOwner } : facts);
      },
    }),
    breaks: NOT_ITSELF,
  },
  {
    ...decidingWrongly("only the agent deposits when it accepts", (decision, _, act) =>
      act.type === "accept" ? withoutPrincipal(decision) : decision,
    ),
    breaks: BOTH_PAY,
  },
  {
    ...decidingWrongly("a task does not expire", ({ state, ...effects }) => {
      const { deadline } = state;
      if (deadline?.kind !== "expiry" || state.phase !== "in_progress")
        return { ...effects, state };
      const later = { ...deadline, atMs: deadline.atMs + HOUR_MS };
      return { ...effects, state: { ...state, deadline: later } };
    }),
    breaks: EXPIRES,
  },
  {
    ...decidingWrongly("the odd unit of a split goes back to the buyer", (decision, before) => {
      const isSplit = decision.state.outcome?.row === "ruled_split" && before?.outcome === null;
      return isSplit ? oddUnitBack(decision) : decision;
    }),
    breaks: HALVES,
  },
  {
    ...decidingWrongly("votes are opened before all are sealed", (decision, _, act) =>
      act.type === "vote" && isSealing(act.data)
        ? changingPanel(decision, (panel) => ({ ...panel, stage: "opening" }))
        : decision,
    ),
    breaks: SEALED,
  },
  {
    name: "a check takes what it cannot decide for a failure",
    breaks: DECIDED,
    rules: unseen({ no_verdict: "fail" }),
  },
  {
    name: "a cheat that a check has caught is ruled fulfilled",
    breaks: DECIDED,
    rules: unseen({ fail: "pass" }),
  },
  {
    name: "the market may lie about a check",
    breaks: DECIDED,
    inject: (needs) => ({
      ...needs,
      checker: {
        run: async (of, byMs) => {
          const checked = await needs.checker.run(of, byMs);
          return checked?.verdict === "fail" ? { ...checked, verdict: "no_verdict" } : checked;
        },
      },
    }),
    rules: unseen({}),
  },
  {
    name: "a report may contradict what it shows",
    breaks: REPORTED,
    rules: (state, act, ...rest) =>
      decide(state, act.type === "verify" ? withData(act, { evidence: null }) : act, ...rest),
  },
];

/** A verdict counts whatever is shown, and as another one if `taken` says so. */
function unseen(taken: Partial<Record<Verdict, Verdict>>): NonNullable<Plant["rules"]> {
  return (state, act, ...rest) => {
    const reported = CHECK_VERDICTS.find((one) => one === act.data.verdict);
    if (state === null || act.type !== "checked" || reported === undefined) {
      return decide(state, act, ...rest);
    }
    const verdict = taken[reported] ?? reported;
    const evidence = evidenceOf(state.terms.checks, verdict, new Random(0));
    return decide(state, withData(act, { verdict, evidence }), ...rest);
  };
}

function withData(act: Act, changes: JsonObject): Act {
  return { ...act, data: { ...act.data, ...changes } };
}

function changingPanel(decision: Decision, change: (panel: Panel) => Panel): Decision {
  const { state } = decision;
  if (state.case == null || state.case.panel === null) return decision;
  const panel = change(state.case.panel);
  return { ...decision, state: { ...state, case: { ...state.case, panel } } };
}

function isSealing(data: JsonObject): boolean {
  return data.commitment !== undefined;
}

/** Neither the call nor the acceptance compares arbiters with the two sides. */
function blindToArbiters(needs: Needs): Needs {
  let isCalling = false;
  const { owners } = needs.store;
  return {
    ...needs,
    callPanel: (contract) => {
      isCalling = true;
      return needs.callPanel(contract);
    },
    store: {
      ...needs.store,
      owners: {
        ...unchanged(owners),
        of: async (parties) => {
          const isBlind = isCalling;
          isCalling = false;
          return isBlind ? new Map() : owners.of(parties);
        },
      },
    },
    decide: (state, act, nowMs, facts) => {
      const isBlind = act.type === "panel_called" || act.type === "arbiter_accept";
      return decide(state, act, nowMs, isBlind ? NO_FACTS : facts);
    },
  };
}

function withoutPrincipal({ state, holds, ...effects }: Decision): Decision {
  const isLate = ({ pot, side }: (typeof holds)[number]): boolean =>
    side === "principal" && state.terms.pots[pot]?.funds === "accept";
  const free = (sides: Sides, pot: number): Sides =>
    state.terms.pots[pot]?.funds === "accept" ? { ...sides, principal: 0n } : sides;
  return {
    ...effects,
    state: { ...state, held: state.held.map(free) },
    holds: holds.filter((hold) => !isLate(hold)),
  };
}

function oddUnitBack(decision: Decision): Decision {
  const { pots } = decision.state.terms;
  const isSplit = (pot: number): boolean => pots[pot]?.schedule === "pay-after-verify";
  const legs = decision.legs.map((leg) => {
    if (!isSplit(leg.pot)) return leg;
    if (leg.to.role === "agent") return { ...leg, amount: leg.amount - 1n };
    return leg.to.role === "principal" ? { ...leg, amount: leg.amount + 1n } : leg;
  });
  return { ...decision, legs };
}
