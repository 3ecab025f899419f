/**
 * One move of a simulation, as data: a run is a list of moves, so that it can be printed, replayed
 * and shortened. A move takes its randomness from its own salt.
 */
import type { JsonObject } from "@bazaar/kernel";
import type { Job } from "./jobs.ts";

export const FATES = ["arrives", "is lost", "arrives twice", "is delayed"] as const;

export type Fate = (typeof FATES)[number];

/** The opinion of a judge: valid, changed after signing, or signed for another contract. */
const OPINIONS = ["opinion", "altered opinion", "moved opinion"] as const;

/** How an act is signed: on the head, on an older head, with a wrong key, or outside the chain. */
export const SIGNINGS = ["head", "old head", "forgery", "request", ...OPINIONS] as const;

export type Signing = (typeof SIGNINGS)[number];

export type Move = { readonly salt: number } & (
  | {
      readonly do: "act";
      readonly who: string;
      readonly contract: number;
      readonly type: string;
      readonly data: JsonObject;
      readonly signing: Signing;
      readonly fate: Fate;
      readonly process: number;
    }
  | { readonly do: "deliver"; readonly process: number }
  | { readonly do: "work"; readonly job: Job; readonly process: number }
  | { readonly do: "work at once"; readonly job: Job; readonly act: ActMove }
  | { readonly do: "both work"; readonly jobs: readonly [Job, Job] }
  | { readonly do: "pass"; readonly ms: number }
  | { readonly do: "pass to deadline"; readonly plusMs: number }
  | { readonly do: "outage"; readonly ms: number }
  | { readonly do: "freeze"; readonly ms: number }
  | { readonly do: "set clock"; readonly byMs: number }
  | { readonly do: "fill disk" }
  | { readonly do: "free disk" }
  | { readonly do: "away"; readonly moves: readonly Absence[] }
  | { readonly do: "crash"; readonly process: number; readonly afterCalls: number }
  | {
      readonly do: "pay";
      readonly contract: number;
      readonly who: string;
      readonly percent: number;
    }
  | { readonly do: "bind"; readonly keys: readonly [string, string]; readonly process: number }
  | {
      readonly do: "upload";
      readonly who: string;
      readonly letter: number;
      readonly bytes: number;
      readonly isAltered: boolean;
      readonly process: number;
    }
);

export type TimeFault = Extract<
  Move,
  { do: "outage" } | { do: "freeze" } | { do: "set clock" } | { do: "fill disk" }
>;

/** The market is not there, in one way or in several at once. */
export type Away = Extract<Move, { do: "away" }>;

type Absence = TimeFault | Extract<Move, { do: "pass" } | { do: "free disk" }>;

export type ActMove = Extract<Move, { do: "act" }>;

export function describe(move: Move): string {
  switch (move.do) {
    case "act": {
      const { who, type, contract, signing, fate, process } = move;
      const manner = [signing === "head" ? "" : `by ${signing}`, fate === "arrives" ? "" : fate];
      const data = JSON.stringify(move.data, (_, value) =>
        typeof value === "bigint" ? Number(value) : value,
      );
      const shown = type === "post" ? "" : ` ${data}`;
      return `${who}: ${type} #${contract}${shown} → process ${process} ${manner.join(" ").trim()}`.trim();
    }
    case "deliver":
      return `a delayed message reaches process ${move.process}`;
    case "work":
      return `process ${move.process} works on ${move.job}`;
    case "work at once":
      return `at once: process 1 works on ${move.job}; ${describe(move.act)}`;
    case "both work":
      return `at once: process 0 works on ${move.jobs[0]}, process 1 on ${move.jobs[1]}`;
    case "pass":
      return `${move.ms} ms pass`;
    case "pass to deadline":
      return `time passes to the next deadline + ${move.plusMs} ms`;
    case "outage":
      return `both processes are killed and started again after ${move.ms} ms`;
    case "freeze":
      return `both processes stand still for ${move.ms} ms`;
    case "set clock":
      return `the machine's clock is set by ${move.byMs} ms`;
    case "fill disk":
      return "the disk is full";
    case "free disk":
      return "the disk has room again";
    case "away":
      return `meanwhile: ${move.moves.map(describe).join("; ")}`;
    case "crash":
      return `process ${move.process} crashes at its call ${move.afterCalls}`;
    case "pay":
      return `${move.who} pays ${move.percent} % of its share of #${move.contract}`;
    case "bind":
      return `${move.keys.join(" and ")} say that they have one owner → process ${move.process}`;
    case "upload": {
      const content = `${move.bytes} bytes of ${move.letter}`;
      const claim = move.isAltered ? " under another hash" : "";
      return `${move.who} uploads ${content}${claim} → process ${move.process}`;
    }
  }
}
