/**
 * A repair as a person follows it: what the agent asks to see and what it got, what it proposes,
 * what that prints in the sandbox, what would change, who is paid what. Everything is printed
 * inert; most of it was written by a stranger.
 */
import { StringDecoder } from "node:string_decoder";
import type { Proposal, RepairEvent } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/http/connect";
import { explainCommitRefusal } from "@bazaar/guard/commit";
import { explain } from "@bazaar/guard/investigate";
import { explainRefusal } from "@bazaar/guard/sandbox";
import {
  contractAlias,
  type Entry,
  formatAmount,
  inertText,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from "@bazaar/kernel";
import { paint } from "./paint.ts";

export interface Screen {
  readonly write: (text: string) => void;
  readonly hasColours: boolean;
  readonly nowMs: () => number;
}

const MAX_SHOWN_LINES = 40;
const MAX_LOOK_LINES = 6;

export class TerminalView {
  readonly #screen: Screen;
  readonly #startedMs: number;
  readonly #decoders = { stdout: new StringDecoder("utf8"), stderr: new StringDecoder("utf8") };
  #isMidLine = false;

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#startedMs = screen.nowMs();
  }

  show(event: RepairEvent): void {
    switch (event.type) {
      case "posted":
        this.#step("posted", `${heldIn(event.contract)} · contract ${alias(event.contract)}`);
        break;
      case "entry":
        this.#entry(event.entry, event.contract);
        break;
      case "looked":
        this.#step("looks", event.command);
        this.#block(event.finding.output, MAX_LOOK_LINES, "dim");
        break;
      case "look_refused":
        this.#step("refused", `${event.command}: ${explain(event.refusal)}`, "yellow");
        break;
      case "trying":
        this.#proposal(event.proposal, event.attempt);
        break;
      case "output":
        this.#output(event.bytes, event.stream);
        break;
      case "tried":
        if (event.verdict === "pass") this.#step("verified", endOf(event.evidence), "green");
        else this.#step("failed", endOf(event.evidence), "red");
        break;
      case "changes":
        break;
      case "committed":
        this.#step("committed", committedWords(event.changes), "green");
        break;
      case "not_committed":
        for (const line of explainCommitRefusal(event.refusal)) this.#step("not kept", line, "red");
        break;
      case "no_sandbox":
        this.#step("no sandbox", explainRefusal(event.refusal), "red");
        break;
      case "market_refused":
        this.#step("market", `${event.act}: ${event.refusal.detail}`, "yellow");
        break;
    }
  }

  /** A line of ours, for what is no event. */
  say(label: string, text: string): void {
    this.#step(label, text);
  }

  lines(lines: readonly string[]): void {
    this.#finishLine();
    for (const line of lines) this.#screen.write(`  ${this.#coloured(inertText(line))}\n`);
  }

  #proposal({ fix, explanation, command }: Proposal, attempt: number): void {
    this.#step("proposes", explanation ?? "a fix, without a word on why");
    if (fix.trim() !== "") this.#block(fix, MAX_SHOWN_LINES, "cyan");
    if (command !== null) this.#step("instead", command, "cyan");
    this.#step("sandbox", `attempt ${attempt}; your files are not touched`);
  }

  #entry(entry: Entry, contract: Contract): void {
    const { type, data } = entry;
    const said = SHOWN_ENTRIES[type]?.(data, contract);
    if (said !== undefined) this.#step(type.replaceAll("_", " "), said);
    if (type === "settled") this.#step("paid", payouts(data), "green");
  }

  #step(label: string, text: string, colour: Parameters<typeof paint>[1] = "plain"): void {
    this.#finishLine();
    const seconds = ((this.#screen.nowMs() - this.#startedMs) / 1_000).toFixed(1);
    const time = paint(`${seconds.padStart(5)}s`, "dim", this.#screen.hasColours);
    const name = paint(label.padEnd(10), colour, this.#screen.hasColours);
    this.#screen.write(`${time}  ${name} ${inertText(text).replaceAll("\n", " ")}\n`);
  }

  #block(text: string, maxLines: number, colour: Parameters<typeof paint>[1]): void {
    const lines = inertText(text.trimEnd()).split("\n");
    for (const line of lines.slice(0, maxLines)) {
      this.#screen.write(`        ${paint(`│ ${line}`, colour, this.#screen.hasColours)}\n`);
    }
    if (lines.length > maxLines) {
      this.#screen.write(`        │ … ${lines.length - maxLines} lines more\n`);
    }
  }

  #output(bytes: Buffer, stream: "stdout" | "stderr"): void {
    const text = inertText(this.#decoders[stream].write(bytes));
    if (text === "") return;
    const indented = text.replace(/\n(?=.)/gs, "\n        ");
    this.#screen.write(`${this.#isMidLine ? "" : "        "}${indented}`);
    this.#isMidLine = !text.endsWith("\n");
  }

  #finishLine(): void {
    if (this.#isMidLine) this.#screen.write("\n");
    this.#isMidLine = false;
  }

  #coloured(line: string): string {
    const colour = line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : "plain";
    return paint(line, colour, this.#screen.hasColours);
  }
}

type Told = (data: JsonObject, contract: Contract) => string;

/** Entries that the person is told of; the others show in what they lead to. */
const SHOWN_ENTRIES: Readonly<Record<string, Told>> = {
  bond: (_, { state }) => `an agent looks at it: ${short(state.seat?.agent ?? "")}`,
  accept: () => "the agent takes it on",
  decline: () => "the agent declines; others may take it",
  back_out: () => "the agent gives up",
  ask: (data) => textIn(data, "message"),
  answer: (data) => textIn(data, "message"),
  message: (data) => textIn(data, "message"),
  dispute_filed: (data) => textIn(data, "argument"),
  ruling: (data) => textIn(data, "reasoning"),
  auto_cancel: () => "nobody took it in time; the money is back",
};

function heldIn({ state }: Contract): string {
  const held = state.terms.pots.map((pot, index) => {
    const { principal = 0n } = state.held[index] ?? {};
    return `${formatAmount(principal, pot.asset)} ${pot.asset.code} held`;
  });
  return held.length === 0 ? "for free" : held.join(", ");
}

/** `settled` lists its legs: to whom, in which role, how much. */
function payouts({ legs }: JsonObject): string {
  if (!isJsonArray(legs)) return "";
  const sums = legs.filter(isJsonObject).map((leg) => {
    const role = leg.role === "principal" ? "you" : textIn(leg, "role");
    return `${role} ${textIn(leg, "amount")} ${textIn(leg, "asset")}`;
  });
  return sums.join(", ");
}

function committedWords(changes: number): string {
  return changes === 0 ? "nothing had to change" : `${changes} changes; fix undo takes them back`;
}

function endOf(evidence: JsonObject): string {
  const seconds = (Number(evidence.duration_ms ?? 0) / 1_000).toFixed(1);
  if (evidence.exit_code !== undefined) return `exit ${evidence.exit_code} after ${seconds} s`;
  return `it did not end by itself (${textIn(evidence, "stopped_by") || "a signal"})`;
}

function textIn(data: JsonObject, name: string): string {
  const value: Json | undefined = data[name];
  return typeof value === "string" ? value : "";
}

function alias({ id }: Contract): string {
  return contractAlias(id).slice(0, 16);
}

function short(party: string): string {
  return `${party.slice(0, 12)}…`;
}
