/** Which bench comes next, who may turn to it, and what a case, a question and a ruling are. */
import {
  AGENT,
  accepted,
  bonded,
  budgetPot,
  checkablePanel,
  deliberating,
  EXTERNAL_COURT,
  filed,
  fixed,
  halted,
  JUDGE,
  NO_COURT,
  PANEL,
  PRINCIPAL,
  rechecked,
  ruled,
  SERVER,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { ContractState } from "../contract/state.ts";
import type { Terms } from "../contract/terms.ts";
import { panelTerms } from "./panel/panel.ts";
import {
  actOnAnswer,
  deliberate,
  finalize,
  firstBench,
  isJudge,
  mayAppeal,
  nextBench,
  openCase,
  referredTo,
  rowOnceFinal,
  ruleFor,
  staleAnswer,
} from "./procedure.ts";
import type { Bench, Ruling } from "./ruling.ts";

const panelTermsOf = (): Terms => sampleTerms(PANEL);
const said = { reasoning: "so it is" };
const late = (): ContractState => accepted().wait(31).act(AGENT, "dispute_filed").state;

describe("the bench", () => {
  test("is first the replay, else the court's first, else nobody", () => {
    expect(firstBench(checkablePanel().state)).toBe("replay");
    expect(firstBench(accepted(PANEL).state)).toBe("panel");
    expect(firstBench(accepted().state)).toBe("district");
    expect(firstBench(accepted(NO_COURT).state)).toBeNull();
  });

  const steps: { terms: () => Terms; bench: Bench; next: Bench | null }[] = [
    { terms: sampleTerms, bench: "replay", next: "district" },
    { terms: sampleTerms, bench: "district", next: "appeals" },
    { terms: sampleTerms, bench: "supreme", next: null },
    { terms: panelTermsOf, bench: "replay", next: "panel" },
    { terms: panelTermsOf, bench: "panel", next: null },
    { terms: () => sampleTerms(NO_COURT), bench: "replay", next: null },
  ];
  test.each(steps)("after $bench is $next", ({ terms, bench, next }) => {
    expect(nextBench(terms(), bench)).toBe(next);
  });

  test("after a replay without a verdict is a panel only with a commitment", () => {
    const told = checkablePanel().act(PRINCIPAL, "dispute_filed");
    expect(referredTo(told.state)).toBe("panel");
    const silent = told.state.case === null ? null : { ...told.state.case, commitment: null };
    expect(referredTo({ ...told.state, case: silent })).toBeNull();
    expect(referredTo({ ...told.state, case: null })).toBe("panel");
    expect(referredTo(rechecked().state)).toBe("district");
  });
});

test.each([
  { against: "agent", agent: true, principal: false },
  { against: "principal", agent: false, principal: true },
  { against: "both", agent: true, principal: true },
  { against: "nobody", agent: true, principal: true },
] as const)("against $against: agent may appeal $agent, principal $principal", (row) => {
  const ruling: Ruling = { outcome: "fulfilled", bench: "district", against: row.against };
  expect(mayAppeal(ruling, "agent")).toBe(row.agent);
  expect(mayAppeal(ruling, "principal")).toBe(row.principal);
});

test("only the key that the terms name judges; the server only where it is its own", () => {
  const [own, external] = [sampleTerms(), sampleTerms(EXTERNAL_COURT)];
  expect(isJudge(own, "server")).toBe(true);
  expect(isJudge(own, SERVER.party)).toBe(true);
  expect(isJudge(own, JUDGE.party)).toBe(false);
  expect(isJudge(external, "server")).toBe(false);
  expect(isJudge(external, JUDGE.party)).toBe(true);
  expect(isJudge(panelTermsOf(), "server")).toBe(false);
});

describe("a case that is opened", () => {
  const opened = {
    filer: "agent",
    isExit: false,
    leader: "agent",
    bench: "district",
    isAnswered: false,
    question: null,
    frozen: null,
    commitment: null,
    panel: null,
  };

  test("has asked nothing yet, and keeps what it is given", () => {
    const { state, nowMs } = accepted();
    expect(openCase(state, "agent", "district", nowMs)).toEqual({ ...state, case: opened });
    const commitment = "ab".repeat(32);
    const given = openCase(state, "principal", "panel", nowMs, { commitment });
    const side = { filer: "principal", leader: "principal", bench: "panel" };
    expect(given.case).toEqual({ ...opened, ...side, commitment });
  });

  const exits: { when: string; state: () => ContractState; afterMs: number; isExit: boolean }[] = [
    { when: "in grace", state: () => accepted().state, afterMs: 0, isExit: false },
    { when: "after grace", state: () => accepted().state, afterMs: 1, isExit: true },
    { when: "after a fix", state: () => fixed().state, afterMs: 1, isExit: false },
    { when: "before acceptance", state: () => bonded().state, afterMs: 1, isExit: false },
    { when: "without an agent", state: () => story().state, afterMs: 1, isExit: false },
    {
      when: "without bonds",
      state: () => accepted({ pots: [budgetPot()], rules: { looksFirst: false } }).state,
      afterMs: 1,
      isExit: false,
    },
    {
      when: "with a bond beside stakes",
      state: () => {
        const { state } = accepted();
        const pots = [...PANEL.pots, ...state.terms.pots];
        return { ...state, terms: { ...state.terms, pots } };
      },
      afterMs: 1,
      isExit: true,
    },
  ];

  test.each(exits)("$when, $afterMs ms over, is an exit: $isExit", (row) => {
    const state = row.state();
    const endsMs = state.seat?.graceEndsMs ?? accepted().nowMs + 1_000_000;
    const { case: open } = openCase(state, "agent", "district", endsMs + row.afterMs);
    expect(open?.isExit).toBe(row.isExit);
  });
});

describe("a bench that is asked", () => {
  test("is a judge, by the end of its clock", () => {
    const { state } = filed({ rules: { rulingSeconds: 90 } });
    const contract = state.id;
    const decided = deliberate({ ...state, tasks: 7 }, "deliberating", 1_000);
    const payload = { contract, judge: SERVER.party, bench: "district", question: 7, byMs: 91_000 };
    const task = { kind: "ask_judge", key: `${contract}/task/7`, payload };
    expect(decided).toMatchObject({ tasks: [task], holds: [], legs: [] });
    expect(decided.tasks).toEqual([task]);
    expect(decided.state).toEqual({
      ...state,
      phase: "deliberating",
      tasks: 8,
      deadline: { kind: "ruling", atMs: 91_000, waitingFor: "court" },
      case: { ...state.case, question: 7, panel: null },
    });
    expect([decided.holds, decided.legs]).toEqual([[], []]);
  });

  test("is the market itself, for the replay and for a panel", () => {
    const replayed = rechecked();
    const { id: contract, deadline } = replayed.state;
    const payload = { contract, question: 0, byMs: deadline?.atMs };
    expect(replayed.tasks).toEqual([{ kind: "run_check", key: `${contract}/task/0`, payload }]);
    const called = accepted(PANEL).act(PRINCIPAL, "dispute_filed");
    expect(called.tasks).toMatchObject([{ payload: { judge: SERVER.party, bench: "panel" } }]);
    expect(called.state.case?.panel?.stage).toBe("calling");
    expect(replayed.state.case?.panel).toBeNull();
  });

  test("is an external judge where the terms name one", () => {
    const { tasks } = deliberating(EXTERNAL_COURT);
    expect(tasks).toMatchObject([{ payload: { judge: JUDGE.party } }]);
  });

  test("has a case and is halted as it is filed", () => {
    expect(halted().state.deadline?.kind).toBe("ruling");
    const none = accepted().state;
    expect(() => deliberate(none, "deliberating", 0)).toThrow("a court deliberates without a case");
  });
});

describe("a ruling", () => {
  test("below the last bench waits for an appeal", () => {
    const { state } = deliberating();
    const decided = ruleFor(state, "fulfilled", 500);
    const ruling = { outcome: "fulfilled", bench: "district", against: "principal" };
    expect(decided.state.rulings).toEqual([ruling]);
    expect(decided.state.phase).toBe("ruled");
    expect(decided).toEqual({ state: decided.state, tasks: [], holds: [], legs: [] });
    const unreadable = ruleFor(state, "impossible", 500, true).state.rulings;
    const failed = { outcome: "impossible", bench: "district", against: "nobody" };
    expect(unreadable).toEqual([{ ...failed, isUnreadable: true }]);
  });

  test("of the last bench is final at once, after those before it", () => {
    const { state } = ruled("fulfilled");
    const open = state.case === null ? null : { ...state.case, bench: "supreme" as const };
    const decided = ruleFor({ ...state, case: open }, "canceled", 500);
    expect(decided.state.phase).toBe("resolved");
    expect(decided.state.rulings.map(({ bench }) => bench)).toEqual(["district", "supreme"]);
    expect(decided.state.outcome?.row).toBe("ruled_canceled");
    expect(decided.legs.length).toBeGreaterThan(0);
  });

  test("needs a case, and an end needs a ruling", () => {
    const { state } = accepted();
    expect(() => ruleFor(state, "fulfilled", 0)).toThrow("a court rules without a case");
    expect(() => finalize(state)).toThrow("a case is finished without a ruling");
    expect(() => actOnAnswer(state, "refused", 0, said)).toThrow("a judge answers without a case");
    const verdict = "no_verdict" as "refused";
    const broken = "a judge's no_verdict cannot mean";
    expect(() => actOnAnswer(deliberating().state, verdict, 0, said)).toThrow(broken);
  });
});

describe("the row of a final ruling", () => {
  const rows = [
    { filer: "agent", outcome: "impossible", row: "agent_left_late" },
    { filer: "agent", outcome: "canceled", row: "agent_left_late" },
    { filer: "agent", outcome: "fulfilled", row: "ruled_fulfilled" },
    { filer: "principal", outcome: "impossible", row: "principal_left_late" },
    { filer: "principal", outcome: "canceled", row: "ruled_canceled" },
    { filer: "principal", outcome: "fulfilled", row: "ruled_fulfilled" },
  ] as const;

  test.each(rows)("$outcome for a $filer that leaves by its case is $row", (row) => {
    const { filer, outcome } = row;
    const state = late();
    const open = state.case === null ? null : { ...state.case, filer };
    const ruling: Ruling = { outcome, bench: "district", against: "nobody" };
    expect(rowOnceFinal({ ...state, case: open }, ruling)).toBe(row.row);
    const own = `ruled_${outcome}`;
    const staying = open === null ? null : { ...open, isExit: false };
    expect(rowOnceFinal({ ...state, case: staying }, ruling)).toBe(own);
    expect(rowOnceFinal({ ...state, case: null }, ruling)).toBe(own);
    const drawn = { ...state, terms: { ...state.terms, court: panelTerms("receipts") } };
    expect(rowOnceFinal({ ...drawn, case: open }, { ...ruling, bench: "panel" })).toBe(own);
    expect(rowOnceFinal({ ...drawn, case: open }, { ...ruling, bench: "replay" })).toBe(row.row);
    expect(rowOnceFinal({ ...state, case: open }, { ...ruling, isUnreadable: true })).toBe(own);
  });
});

describe("the act that records an answer", () => {
  const question = 4n;

  test("is a ruling, with what the judge said", () => {
    const { state } = deliberating();
    const data = { ...said, question, outcome: "canceled", court: "district" };
    expect(actOnAnswer(state, "canceled", 4, said)).toEqual({ type: "ruling", data });
    const unread = { ...data, outcome: "impossible", unreadable: true };
    expect(actOnAnswer(state, "unreadable", 4, said)).toEqual({ type: "ruling", data: unread });
  });

  test("is the end of the contract if the judge refuses, or of the appeal", () => {
    const data = { ...said, question, reason: "refused" };
    const first = deliberating().state;
    expect(actOnAnswer(first, "refused", 4, said)).toEqual({ type: "voided", data });
    const appeal = ruled().act(PRINCIPAL, "appeal").state;
    expect(actOnAnswer(appeal, "refused", 4, said)).toEqual({ type: "ruling_final", data });
  });
});

test("an answer belongs to the open question or is stale", () => {
  const { state } = deliberating();
  expect(staleAnswer(state, 0)).toBeNull();
  const stale = (expected: number | null, got: number | null) => ({
    ok: false,
    refusal: { code: "stale_answer", expected, got },
  });
  expect(staleAnswer(state, 1)).toEqual(stale(0, 1));
  expect(staleAnswer(state, null)).toEqual(stale(0, null));
  expect(staleAnswer(filed().state, null)).toEqual(stale(null, null));
  expect(staleAnswer(accepted().state, null)).toEqual(stale(null, null));
});
