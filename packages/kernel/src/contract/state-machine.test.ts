/**
 * The protocol's page as a test: both tables of spec/state-machine.md are read from the page, and
 * every act is played in every phase and every clock to its end.
 */
import { readFileSync } from "node:fs";
import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  budgetPot,
  calling,
  checkablePanel,
  checkedData,
  contested,
  deliberating,
  drawing,
  drawn,
  failed,
  filed,
  fixed,
  halted,
  hearing,
  NO_COURT,
  opening,
  PANEL,
  PRINCIPAL,
  RIVAL,
  rechecked,
  reserved,
  revealing,
  reviewed,
  ruled,
  SERVER,
  Story,
  sampleData,
  samplePot,
  sampleTerms,
  sealedVote,
  seating,
  sitting,
  story,
  unseated,
  voting,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../canonical/json.ts";
import { courtJson } from "../court/courts.ts";
import { PANEL_WINDOWS } from "../court/panel/panel.ts";
import type { Signer } from "../identity/signer.ts";
import { SEAT_ROWS, type SeatRow } from "../settlement/outcome.ts";
import type { Pot } from "../settlement/pot.ts";
import { settleSeat } from "../settlement/settle.ts";
import { type ActType, JUDGE_ACTS, PARTY_ACTS, SERVER_ACTS } from "./act-rules.ts";
import { timeoutAct } from "./clocks.ts";
import { NUMBER_RULE_NAMES, NUMBER_RULES } from "./rules.ts";
import { CLOCK_KINDS, OPEN_PHASES, PHASES, type Phase } from "./state.ts";
import { termsJson } from "./terms-json.ts";

const PAGE = new URL("../../../../spec/state-machine.md", import.meta.url);

/** A table of the page as one record per line; notes and code marks are for readers. */
function tableUnder(heading: string, page = PAGE): Record<string, string>[] {
  const [, section = ""] = readFileSync(page, "utf8").split(`\n## ${heading}\n`);
  const lines = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => /^\|/.test(line));
  const [names = [], , ...rows] = lines.map((line) =>
    line
      .replaceAll(/\[\^\w+\]|`/g, "")
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])));
}

const named = { agent: AGENT.party };
const lastAttempt = { rules: { maxAttempts: 1 } };
const checkable = { work: { kind: "run", spec: { command: "make test" } } } as const;
const oneTier = {
  court: { kind: "tiered", judge: SERVER.party, tiers: ["district"] },
  pots: [{ ...samplePot(), tierFees: [20_000_000n] } as Pot],
} as const;

const oneFreeSeat = { rules: { maxFreeSeats: 1 } };
const shortLook = { rules: { seatLookSeconds: 60 } };

/** A task with an expiry, a stake and no money. */
const task = {
  agent: AGENT.party,
  work: { kind: "task", spec: {}, expiresSeconds: 100 },
  ...NO_COURT,
  pots: [],
  rules: { looksFirst: false, reopens: false },
} as const;

/** Another agent has looked and declined. */
const looked = (before: Story): Story => before.act(RIVAL, "bond").act(RIVAL, "decline");

const asked = (before: Story): Story => before.act(AGENT, "investigate").wait(5);

/** The check was run again before a panel is asked. */
const ruledByCheck = (): Story =>
  checkablePanel()
    .act(PRINCIPAL, "dispute_filed")
    .lapse()
    .act(SERVER, "checked", checkedData("pass"));

const appealedToPanel = (): Story => ruledByCheck().act(PRINCIPAL, "appeal");

const lastVote = (): Story => {
  const told = voting();
  return sitting(told)
    .slice(1)
    .reduce((on, by) => on.act(by, "vote"), told);
};

const sealedVotes = (number: number): Story => {
  const told = voting({ pots: [budgetPot()] });
  return sitting(told)
    .slice(0, number)
    .reduce((on, by) => on.act(by, "vote", sealedVote(on, by)), told);
};

/** Every way into a phase that the page tells apart, the ordinary one first. */
const WAYS: Record<Phase, Record<string, () => Story>> = {
  unfunded: { "–": awaitingDeposit },
  open: {
    "–": story,
    "a slow rail": () => awaitingDeposit().act(SERVER, "funded"),
    "the agent was named": () => story(sampleTerms(named)),
    "looking first is off": () => story(sampleTerms({ rules: { looksFirst: false } })),
    "looking is over": () => looked(story(sampleTerms(oneFreeSeat))),
    "a task with an expiry": () => story(sampleTerms(task)),
  },
  reserved: {
    "–": reserved,
    "the agent was named": () => reserved(named),
    "the looking time ends first": () => reserved({ rules: { lookingSeconds: 10 } }),
    "looking is over": () =>
      looked(awaitingDeposit(oneFreeSeat).act(SERVER, "funded")).act(AGENT, "bond"),
  },
  investigating: {
    "–": bonded,
    "the agent was named": () => bonded(named),
    "a command is open": () => asked(bonded()),
    "the look ends first": () => bonded(shortLook),
    "the looking time ends first": () => bonded({ rules: { lookingSeconds: 10 } }),
    "the look ends first, a command is open": () => asked(bonded(shortLook)),
  },
  in_progress: {
    "–": accepted,
    "grace is over": () => accepted().wait(31),
    "silent in grace": () => accepted({ rules: { turnSeconds: 20 } }),
    "silent in grace, reopens is off": () =>
      accepted({ rules: { turnSeconds: 20, reopens: false } }),
    "reopens is off": () => accepted({ rules: { reopens: false } }),
    "a command is open": () => asked(accepted()),
    "autonomous mode": () => accepted({ rules: { mode: "autonomous" } }),
    "no court": () => accepted(NO_COURT),
    "a task with an expiry": () => story(sampleTerms(task)).act(AGENT, "accept"),
    "a fix was rejected": failed,
    "a fix was rejected, reopens is off": () => failed(fixed({ rules: { reopens: false } })),
    "a fix was rejected, no court": () => failed(fixed(NO_COURT)),
    "a panel": () => accepted(PANEL),
  },
  verifying: {
    "–": fixed,
    "the last attempt": () => fixed(lastAttempt),
    "no court": () => fixed({ ...NO_COURT, ...lastAttempt }),
    "a panel": () => fixed(PANEL),
  },
  review: {
    "–": reviewed,
    "the last attempt": () => reviewed(lastAttempt),
    "no court": () => reviewed({ ...NO_COURT, ...lastAttempt }),
    "the check can be run again": () => reviewed(checkable),
    "a panel": () => reviewed(PANEL),
  },
  contest: {
    "–": () => fixed(lastAttempt).act(PRINCIPAL, "verify", { success: false }),
    "the review was rejected": contested,
    "the principal canceled": () => failed().act(PRINCIPAL, "cancel"),
    "a short review": () =>
      fixed({ rules: { maxAttempts: 1, reviewSeconds: 60 } }).act(PRINCIPAL, "verify", {
        success: false,
      }),
    "a panel": () => contested(PANEL),
  },
  awaiting_response: { "–": filed, "on appeal": () => ruled().act(PRINCIPAL, "appeal") },
  deliberating: {
    "–": deliberating,
    "the check is run again": rechecked,
    "on appeal": () => ruled().act(PRINCIPAL, "appeal").act(AGENT, "dispute_response"),
    "one tier": () => deliberating(oneTier),
    "no court, the check is run again": () =>
      fixed({ ...NO_COURT, ...checkable, court: { kind: "none", replays: true } })
        .act(PRINCIPAL, "dispute_filed")
        .lapse(),
    "a panel is called": calling,
    "a panel is called on appeal": () => appealedToPanel(),
    "the nonce is revealed": revealing,
    "a panel is drawn": drawing,
    "arbiters are asked": seating,
    "evidence is awaited": hearing,
    "arbiters vote": voting,
    "the last arbiter votes": lastVote,
    "sealed votes are awaited": () => voting({ pots: [budgetPot()] }),
    "some votes are sealed": () => sealedVotes(2),
    "sealed votes are opened": opening,
    "no panel": unseated,
  },
  ruled: {
    "–": ruled,
    "for the principal": () => ruled("canceled"),
    "nobody lost": () => ruled("impossible"),
    "by the check, under a panel": ruledByCheck,
  },
  halted: {
    "–": halted,
    "the check is run again": () => fixed(checkable).act(PRINCIPAL, "halt"),
    "while verifying": () => fixed().act(PRINCIPAL, "halt"),
    "during the review": () => reviewed().act(PRINCIPAL, "halt"),
    "one tier": () => halted(oneTier),
  },
  fulfilled: { "–": () => fixed().act(PRINCIPAL, "verify") },
  canceled: { "–": () => bonded().act(PRINCIPAL, "cancel") },
  resolved: { "–": () => ruled().lapse() },
  voided: { "–": () => deliberating().lapse() },
};

interface Performance {
  readonly by: Signer;
  readonly data: JsonObject;
  readonly isLate?: boolean;
}

const AGENT_ACTS = ["bond", "decline", "accept", "investigate", "fix", "back_out", "ask"];
/** Timeouts, and a gap, which cannot end at the moment of the last entry. */
const LATE_ACTS = [
  ...["abandoned", "auto_cancel", "auto_fulfill", "review_opened", "in_absentia"],
  ...["panel_drawn", "lapsed"],
  "extended",
];

/** Each proper way to perform an act here: who, with which data, before or after the deadline. */
function performances(type: ActType, told: Story): readonly Performance[] {
  const state = told.isPosted ? told.state : null;
  const usual = usualData(type, told);
  const answered = { question: BigInt(state?.case?.question ?? 0) };
  switch (type) {
    case "verify":
      return [true, false].map((success) => ({ by: PRINCIPAL, data: { success } }));
    case "dispute_filed":
      if (state?.phase === "review") return [{ by: PRINCIPAL, data: usual }];
      if (state?.phase === "contest") return [{ by: AGENT, data: usual }];
      return [PRINCIPAL, AGENT].map((by) => ({ by, data: usual }));
    case "dispute_response":
      return [{ by: state?.case?.leader === "agent" ? PRINCIPAL : AGENT, data: usual }];
    case "appeal":
      return [{ by: state?.rulings.at(-1)?.against === "agent" ? AGENT : PRINCIPAL, data: usual }];
    case "dispute_reveal":
    case "evidence":
    case "message":
      return [PRINCIPAL, AGENT].map((by) => ({ by, data: usual }));
    case "checked":
      return (["pass", "fail", "no_verdict"] as const).map((verdict) => ({
        by: SERVER,
        data: { ...checkedData(verdict), ...answered },
      }));
    case "arbiter_accept":
    case "arbiter_decline":
      return [{ by: drawnOf(told)[0] ?? RIVAL, data: usual }];
    case "vote":
      return [{ by: votersOf(told)[0] ?? RIVAL, data: ballotOf(told, usual) }];
    case "ruling_final":
      if (state?.deadline !== null && state !== null && timeoutAct(state).type === type) {
        return [{ by: SERVER, data: timeoutAct(state).data, isLate: true }];
      }
      if (state?.phase === "ruled") return [{ by: SERVER, data: usual, isLate: true }];
      return [
        { by: SERVER, data: { reason: "timeout" }, isLate: true },
        { by: SERVER, data: { ...answered, reason: "refused" } },
        { by: SERVER, data: { ...answered, reason: "unreadable" } },
      ];
    case "voided":
      return [
        { by: SERVER, data: { reason: "timeout" }, isLate: true },
        { by: SERVER, data: { ...answered, reason: "refused" } },
      ];
    default:
      return [{ by: authorOf(type), data: usual, isLate: LATE_ACTS.includes(type) }];
  }
}

const drawnOf = (told: Story): readonly Signer[] => (told.isPosted ? drawn(told) : []);
const votersOf = (told: Story): readonly Signer[] =>
  (told.isPosted ? sitting(told) : []).filter(
    ({ party }) => sealOf(told, party) === null || stageOf(told) === "opening",
  );
const stageOf = (told: Story): string | undefined =>
  told.isPosted ? told.state.case?.panel?.stage : undefined;
const sealOf = (told: Story, party: string): string | null =>
  told.state.case?.panel?.arbiters.find((one) => one.party === party)?.sealed ?? null;

/** Sealed, while votes are sealed. */
function ballotOf(told: Story, usual: JsonObject): JsonObject {
  const [by] = votersOf(told);
  const isSealing = stageOf(told) === "voting" && told.terms.pots[0]?.schedule !== "stake";
  return by !== undefined && isSealing ? sealedVote(told, by) : usual;
}

function authorOf(type: ActType): Signer {
  // Where these terms have a court, the server runs it.
  if (([...JUDGE_ACTS, ...SERVER_ACTS] as readonly string[]).includes(type)) return SERVER;
  return AGENT_ACTS.includes(type) ? AGENT : PRINCIPAL;
}

/** A tier rules, even where the re-run of the check was asked. */
function usualData(type: ActType, told: Story): JsonObject {
  if (type === "post") return { terms: termsJson(told.terms) };
  const data = sampleData(type, told.isPosted ? told.state : null);
  return data.court === "replay" ? { ...data, court: "district" } : data;
}

function outcomeOf(told: Story, type: ActType, { by, data, isLate }: Performance): string {
  if (isLate === true && told.isPosted && told.state.deadline !== null) {
    told.waitForDeadline().nowMs += 1;
  }
  return told.leadsTo(by, type, data);
}

function outcomes(ways: readonly (() => Story)[], type: ActType): Set<string> {
  const found = ways.flatMap((way) =>
    performances(type, way()).map((performance) => outcomeOf(way(), type, performance)),
  );
  return new Set(found);
}

const NOTHING_YET = [sampleTerms(), sampleTerms({ pots: [samplePot({ rail: "nano" })] })].map(
  (terms) => () => new Story(terms),
);

describe("acts and phases", () => {
  const table = tableUnder("Acts and phases");

  test("every act has its line and every phase its column", () => {
    expect(table.map(({ act }) => act)).toEqual([...PARTY_ACTS, ...JUDGE_ACTS, ...SERVER_ACTS]);
    expect(Object.keys(table[0] ?? {})).toEqual(["act", "–", ...PHASES]);
  });

  test.each(
    PHASES.flatMap((phase) =>
      Object.entries(WAYS[phase]).map(([when, way]) => ({ phase, when, way })),
    ),
  )("the story of $phase ($when) leads there", ({ phase, way }) => {
    expect(way().phase).toBe(phase);
  });

  const cells = table.flatMap(({ act, ...phases }) =>
    Object.entries(phases).map(([phase, cell]) => ({ act: act as ActType, phase, cell })),
  );

  test.each(cells)("$act in $phase: $cell", ({ act, phase, cell }) => {
    const ways = phase === "–" ? NOTHING_YET : Object.values(WAYS[phase as Phase]);
    expect([...outcomes(ways, act)].sort()).toEqual(cell.split(" or ").sort());
  });
});

describe("clocks", () => {
  const table = tableUnder("Clocks");

  test("every open phase has a line", () => {
    expect(new Set(table.map(({ phase }) => phase))).toEqual(new Set(OPEN_PHASES));
  });

  test("every clock has a line", () => {
    expect(new Set(table.map(({ clock }) => clock))).toEqual(new Set(CLOCK_KINDS));
  });

  /** The last seat was left late; nobody may take another. */
  const seatsTaken = (): Story =>
    accepted({ rules: { maxAgents: 1 } })
      .wait(31)
      .act(AGENT, "back_out");

  const wayOf = ({ phase, when }: Record<string, string>): Story =>
    when === "max_agents seats have counted"
      ? seatsTaken()
      : (WAYS[phase as Phase][when ?? ""]?.() ?? expect.fail(`${phase}: no way "${when}"`));

  /** A rule, a window of the court, or a number. */
  const numberOf = ({ terms }: Story, wire: string): number => {
    const name = NUMBER_RULE_NAMES.find((candidate) => NUMBER_RULES[candidate].wire === wire);
    if (name !== undefined) return terms.rules[name];
    return Number(courtJson(terms.court)[wire] ?? wire);
  };

  const secondsOf = (told: Story, rule: string): number =>
    rule.split(" + ").reduce((sum, summand) => {
      const [wire = "", part = "1"] = summand.split(" / ");
      return sum + numberOf(told, wire) / Number(part);
    }, 0);

  test.each(table)("$phase, $when: $written is written after $rule", (line) => {
    const told = wayOf(line);
    expect(told.phase).toBe(line.phase);
    const { deadline, receivedMs } = told.state;
    expect(deadline).toEqual({
      kind: line.clock,
      atMs: receivedMs + secondsOf(told, line.rule ?? "") * 1_000,
      waitingFor: line["waits for"],
    });
    const { type, data } = timeoutAct(told.state);
    const reason = typeof data.reason === "string" ? ` ${data.reason}` : "";
    expect(`${type}${reason}`).toBe(line.written);

    // A checker may say at any time that it has no verdict; everything else needs the clock.
    const early = type === "checked" ? line["leads to"] : "too_early";
    expect(told.waitForDeadline().leadsTo(SERVER, type, data)).toBe(early);
  });

  test.each(table)("$phase, $when: who pays is in row $row", (line) => {
    const told = wayOf(line);
    const before = told.state;
    const ordered = told.legs.length;
    told.lapse();
    expect(told.phase).toBe(line["leads to"]);
    const legs = told.legs.slice(ordered).map(({ amount, to }) => [to.role, amount]);
    if ((SEAT_ROWS as readonly string[]).includes(line.row ?? "")) {
      const [pot] = told.terms.pots;
      const agent = before.held[0]?.agent ?? 0n;
      const shares = settleSeat(pot!, agent, line.row as SeatRow, before.leaversPaid);
      expect(Object.fromEntries(legs)).toEqual(
        Object.fromEntries(Object.entries(shares).filter(([, amount]) => amount > 0n)),
      );
      expect(told.state.isFeeDue).toBe(line.row === "seat_left_late");
      return;
    }
    expect(told.state.outcome?.row ?? "–").toBe(line.row);
    if (line.row === "–") expect(legs).toEqual([]);
  });
});

test("the page lists every rule with its bounds", () => {
  const lines = tableUnder("Rules of the terms");
  expect(lines).toEqual(
    NUMBER_RULE_NAMES.map((name) => {
      const { wire, usual, min, max } = NUMBER_RULES[name];
      return { rule: wire, usual: `${usual}`, least: `${min}`, most: `${max}` };
    }),
  );
});

test("the page of the courts lists every window of a panel with its bounds", () => {
  // The section has two tables, and their cells are read under the names of the first.
  const lines = tableUnder("Panels", new URL("courts.md", PAGE)).slice(-4);
  expect(lines.map((line) => Object.values(line).slice(0, 4))).toEqual(
    Object.values(PANEL_WINDOWS).map(({ wire, usual, min, max }) => [
      wire,
      `${usual}`,
      `${min}`,
      `${max}`,
    ]),
  );
});
