/** What the parties of a contract do next, by their nature; sometimes they try a forbidden act. */
import {
  type ContractState,
  chainJson,
  formatAmount,
  isEnded,
  type JsonObject,
  JUDGE_ACTS,
  judgeOf,
  PARTY_ACTS,
  type Party,
  SERVER_ACTS,
  type Verdict,
} from "@bazaar/kernel";
import { resultEnvelope } from "@bazaar/testkit";
import type { AgentNature, JudgeNature, PrincipalNature } from "./cast.ts";
import { qualityText } from "./check-book.ts";
import { evidenceOf } from "./check-plays.ts";
import { rulingOf } from "./judges.ts";
import { commitmentOf, panelAct } from "./panel-acts.ts";
import { AGENTS, PARTIES } from "./people.ts";
import type { Random } from "./random.ts";

interface PartyAct {
  readonly who: string;
  readonly type: string;
  readonly data: JsonObject;
}

type Action = PartyAct | { readonly who: string; readonly percent: number };

interface Stage {
  readonly state: ContractState;
  readonly principal: string;
  readonly principalNature: PrincipalNature;
  readonly agent: string | null;
  /** The only agent that the terms allow. */
  readonly named: string | null;
  readonly agentNature: AgentNature;
  readonly judgeNature: JudgeNature;
  /** What the last result deserves. */
  readonly result: Verdict;
}

const COMMANDS = ["cat foo.c", "ls -la", "uname -a", "rm -rf /", "cat x | sh"] as const;

/** The next act or payment of one party of this contract; null if there is none. */
export function nextAction(stage: Stage, random: Random): Action | null {
  const { phase, terms } = stage.state;
  if (random.chance(0.04)) return { ...anyParty(random), ...anyAct(stage.state, random) };
  if (random.chance(0.06)) return talk(stage, random);
  if (isEnded(phase)) return afterTheEnd(stage, random);
  const ruling = random.chance(0.3) ? rulingAct(stage, random) : null;
  if (ruling !== null) return ruling;
  const { state, principal, agent, named } = stage;
  const ofPanel = agent === null ? null : panelAct(state, { principal, agent }, random);
  if (ofPanel !== null) return ofPanel;
  switch (phase) {
    case "unfunded":
      return deposit(stage.principal, random);
    case "reserved":
      return stage.agent === null ? null : deposit(stage.agent, random);
    case "open": {
      if (random.chance(0.04)) return by(stage.principal, random.pick(["cancel", "halt"]), {});
      const who = named !== null && random.chance(0.8) ? named : random.pick(AGENTS);
      if (random.chance(0.05)) return by(who, "decline", {});
      const isBonding = terms.rules.looksFirst || random.chance(0.3);
      return isBonding ? by(who, "bond", {}) : by(who, "accept", agreed(state, random));
    }
    default:
      // Few contracts come before a panel by themselves.
      if (terms.court.kind === "panel" && agent !== null && random.chance(0.15)) {
        return by(random.pick([principal, agent]), "dispute_filed", filing(state));
      }
      return random.chance(0.5) ? ofPrincipal(stage, random) : ofAgent(stage, random);
  }
}

/** A ruling by an outside judge, or by a party that is not the judge. */
function rulingAct({ state, principal, agent, judgeNature }: Stage, random: Random): Action | null {
  const { terms, deadline } = state;
  const judge = judgeOf(terms.court);
  if (judge === null || state.case === null || deadline?.kind !== "ruling") return null;
  const { bench, question } = state.case;
  const isForged = random.chance(0.2);
  if (!isForged && (judge === terms.platform || bench === "replay")) return null;
  const outcome = rulingOf(judgeNature, random);
  if (outcome === null) return null;
  const who = isForged ? random.pick([principal, agent ?? principal, "judge"]) : "judge";
  return by(who, "ruling", {
    outcome,
    court: bench,
    question: BigInt(question ?? 0),
    reasoning: judgeNature,
  });
}

function ofPrincipal(stage: Stage, random: Random): Action | null {
  const { state, principal, principalNature: nature } = stage;
  const act = (type: string, data: JsonObject = {}): Action => by(principal, type, data);
  if (nature === "hostile" && random.chance(0.3)) return act(random.pick(HOSTILE_PRINCIPAL));
  const [asked] = state.seat?.pending ?? [];
  if (asked !== undefined) {
    return nature === "silent" ? null : act("result", { command: asked, output: "int main;" });
  }
  switch (state.phase) {
    case "investigating":
    case "in_progress":
      // What was agreed on in words may be done before anything is handed in.
      if (state.terms.work.kind === "task" && nature === "honest" && random.chance(0.3)) {
        return act("verify", { success: true });
      }
      return random.chance(0.06)
        ? act(random.pick(["cancel", "halt", "dispute_filed"]), filing(state))
        : null;
    case "verifying":
    case "review":
      return verdictOf(stage, random, act);
    case "awaiting_response":
      return nature === "silent" ? null : act("dispute_response", WORDS);
    case "ruled":
      return random.chance(0.4) ? act("appeal", filing(state)) : null;
    case "halted":
      return random.chance(0.4) ? act("resume") : null;
    default:
      return null;
  }
}

/** The reaction of a principal to a fix. */
function verdictOf(
  stage: Stage,
  random: Random,
  act: (type: string, data?: JsonObject) => Action,
): Action | null {
  const { state, principalNature: nature } = stage;
  switch (nature) {
    case "silent":
      return null;
    case "leaver":
      return act(random.pick(["cancel", "halt", "review_reject", "back_out"]), WORDS);
    case "denier":
      return state.phase === "review" && random.chance(0.5)
        ? act("review_reject")
        : act("verify", { success: false, explanation: "still fails", ...lie(stage, random) });
    default:
      if (random.chance(0.15)) return act(random.pick(["dispute_filed", "halt"]), filing(state));
      if (state.phase === "review" && random.chance(0.4)) return act("review_accept");
      return act("verify", report(stage, random));
  }
}

/** What the checks show of the result. Some report the opposite with it, which must be refused. */
function report({ state, result }: Stage, random: Random): JsonObject {
  const evidence = evidenceOf(state.terms.checks, result, random);
  const isOpen = result === "no_verdict";
  const success = isOpen ? random.chance(0.5) : (result === "pass") !== random.chance(0.1);
  return { success, evidence };
}

/** Nothing, a made-up failure, or the truth, which may contradict the lie and must then be refused. */
function lie({ state, result }: Stage, random: Random): JsonObject {
  const shown = random.pick<Verdict | null>([null, "fail", result]);
  return shown === null ? {} : { evidence: evidenceOf(state.terms.checks, shown, random) };
}

function ofAgent(stage: Stage, random: Random): Action | null {
  const { state, agent, agentNature: nature } = stage;
  if (agent === null || nature === "silent seat") return null;
  if (nature === "silent work" && state.seat?.isAccepted === true) return null;
  const act = (type: string, data: JsonObject = {}): Action => by(agent, type, data);
  if (nature === "hostile" && random.chance(0.3)) return act(random.pick(HOSTILE_AGENT));
  switch (state.phase) {
    case "investigating":
      if (random.chance(0.3)) return act("investigate", { command: random.pick(COMMANDS) });
      return random.chance(0.12) ? act("decline") : act("accept", agreed(state, random));
    case "in_progress":
      if (random.chance(0.1)) return act("back_out");
      if (random.chance(0.15)) return act("investigate", { command: random.pick(COMMANDS) });
      if (random.chance(nature === "greedy" ? 0.2 : 0.04))
        return act("dispute_filed", filing(state));
      return act("fix", { fix: resultOf(stage, random), ...price(state, random) });
    case "verifying":
      return random.chance(0.05) ? act("dispute_filed", filing(state)) : null;
    case "contest":
      return random.chance(0.7) ? act("dispute_filed", filing(state)) : null;
    case "awaiting_response":
    case "halted":
      return random.chance(0.7) ? act("dispute_response", WORDS) : null;
    case "ruled":
      return random.chance(nature === "greedy" ? 0.9 : 0.4) ? act("appeal", filing(state)) : null;
    default:
      return null;
  }
}

/** What is handed in: a command, or the result of a job with a schema. */
function resultOf({ state: { terms, seat }, agentNature }: Stage, random: Random): string {
  const isHonest = agentNature === "honest";
  const quality = random.pick<Verdict>(isHonest ? HONEST_WORK : CHEATING_WORK);
  const note = qualityText(quality);
  const { schema_id: schemaId, job_hash: jobHash } = terms.work.spec;
  if (typeof schemaId !== "string" || seat === null) return `make ${note}`;
  return chainJson({
    ...resultEnvelope(schemaId, seat.agent, { note }),
    job_hash: jobHash ?? null,
  });
}

const HONEST_WORK = ["pass", "pass", "pass", "pass", "fail", "no_verdict"] as const;
const CHEATING_WORK = ["fail", "fail", "no_verdict"] as const;

const WORDS: JsonObject = { argument: "it works", reason: "stop" };

function filing(state: ContractState): JsonObject {
  return { ...WORDS, ...commitmentOf(state) };
}

const HOSTILE_PRINCIPAL = ["cancel", "halt", "resume", "bond", "accept", "review_reject"] as const;
const HOSTILE_AGENT = ["back_out", "decline", "verify", "fix", "appeal", "review_accept"] as const;

function by(who: string, type: string, data: JsonObject): Action {
  return { who, type, data };
}

/** Mostly what is due, sometimes too little or too much. */
function deposit(who: string, random: Random): Action {
  return { who, percent: random.chance(0.8) ? 100 : random.pick([50, 99, 101, 250]) };
}

/** What an agent may name when it accepts. */
function agreed(state: ContractState, random: Random): JsonObject {
  return { ...price(state, random), ...stake(state, random) };
}

/** At least what is asked for, sometimes less, which must be refused. */
function stake({ terms }: ContractState, random: Random): JsonObject {
  const pot = terms.pots.find(({ schedule }) => schedule === "stake");
  if (pot === undefined || random.chance(0.4)) return {};
  const amount = pot.due.agent + BigInt(random.below(22)) - 2n;
  return { stake: formatAmount(amount < 0n ? 0n : amount, pot.asset) };
}

function price(state: ContractState, random: Random): JsonObject {
  const pot = state.terms.pots[0];
  if (pot?.schedule !== "pay-after-verify" || random.chance(0.5)) return {};
  const share = BigInt(1 + random.below(120));
  // Rounded down; a price above the bounty must be refused.
  return { price: formatAmount((pot.bounty * share) / 100n, pot.asset) };
}

/** After the end only `set_account` is allowed; everything else must be refused. */
function afterTheEnd({ principal, agent }: Stage, random: Random): Action {
  const isPrincipal = agent === null || random.chance(0.5);
  const who = isPrincipal ? principal : agent;
  if (random.chance(0.5)) return giveAccount(who);
  const act = random.pick(isPrincipal ? HOSTILE_PRINCIPAL : HOSTILE_AGENT);
  return by(who, act, { ...WORDS, fix: "true", success: false });
}

function giveAccount(who: string): Action {
  return by(who, "set_account", { account: `nano/${who}` });
}

function talk({ principal, agent }: Stage, random: Random): Action {
  const who = agent === null || random.chance(0.5) ? principal : agent;
  if (random.chance(0.5)) return giveAccount(who);
  return by(who, random.pick(["ask", "answer", "message"]), { message: "hello" });
}

function anyParty(random: Random): { readonly who: string } {
  return { who: random.pick([...PARTIES, "server", "judge"]) };
}

/** An act of any type, with data that may be valid. */
function anyAct(state: ContractState, random: Random): Omit<PartyAct, "who"> {
  const type = random.pick([...PARTY_ACTS.slice(1), ...JUDGE_ACTS, ...SERVER_ACTS]) ?? "bond";
  const data: JsonObject = {
    ...WORDS,
    command: state.seat?.pending[0] ?? "ls",
    output: "",
    fix: "true",
    success: random.chance(0.5),
    message: "hello",
    account: "nano/anybody",
    outcome: "fulfilled",
    court: "district",
    reasoning: "because",
    verdict: "pass",
    question: BigInt(random.below(3)),
  };
  return { type, data };
}

export function nameOf(party: Party | undefined, names: ReadonlyMap<Party, string>): string | null {
  return party === undefined ? null : (names.get(party) ?? null);
}
