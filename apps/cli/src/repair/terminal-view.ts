/**
 * Prints a repair for a person: what the agent looks at and proposes, what that prints in the sandbox,
 * what would change, who is paid what. Everything is printed inert, since most of it was written by a
 * stranger.
 */

import type { Proposal, RepairEvent } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/connection";
import { explainCommitRefusal } from "@bazaar/guard/commit";
import { explain } from "@bazaar/guard/investigate";
import { explainRefusal } from "@bazaar/guard/sandbox";
import { type Entry, inertText, isJsonObject, type JsonObject, type Verdict } from "@bazaar/kernel";
import { wrapText } from "@bazaar/terminal";
import { cutMiddle } from "../contracts/cut-middle.ts";
import { explainMarketRefusal } from "../contracts/explain-market-refusal.ts";
import { heldWords } from "../contracts/money-words.ts";
import { shortName, waitingWords } from "../contracts/state-words.ts";
import { commandRows, lineCount, visibleLine } from "../contracts/visible-command.ts";
import { STOPS, stoppedWords } from "../stopped-words.ts";
import { Countdown, type CountdownScreen } from "./countdown.ts";
import { entryWords, payouts } from "./entry-words.ts";
import { paint } from "./paint.ts";
import { PlainStream } from "./plain-stream.ts";

export interface Screen extends CountdownScreen {
  readonly hasColours: boolean;
  /** A monotonic clock, for durations. */
  readonly nowMs: () => number;
  /** The time of day, for deadlines. */
  readonly dateMs: () => number;
}

/** Blanks before each line about changes. */
export const CHANGE_INDENT = 2;
const MAX_SHOWN_LINES = 40;
const MAX_LOOK_LINES = 6;
const INDENT = "        ";
/** The width before a step's text, without the bar of a command row. */
const BESIDE = 17;

export class TerminalView {
  readonly #screen: Screen;
  readonly #startedMs: number;
  readonly #streams = { stdout: new PlainStream(), stderr: new PlainStream() };
  readonly #countdown: Countdown;
  #isMidLine = false;
  /** Null until there is a contract. */
  #maxAttempts: number | null = null;
  /** Of the fix that is being tried. */
  #explanation: string | null = null;

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#countdown = new Countdown(screen);
    this.#startedMs = screen.nowMs();
  }

  show(event: RepairEvent): void {
    this.#countdown.stop();
    this.#shown(event);
    if ("contract" in event) this.#maxAttempts = event.contract.state.terms.rules.maxAttempts;
    const works = workingWords(event, this.#maxAttempts);
    if (works !== null) this.works(works);
  }

  #shown(event: RepairEvent): void {
    switch (event.type) {
      case "posted":
        this.#step("posted", `${heldIn(event.contract)} · contract ${shortName(event.contract)}`);
        break;
      case "entry":
        this.#entry(event.entry, event.contract);
        break;
      case "looked":
        this.#looked(event.command, event.finding.output.replace(ABSENT, ""));
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
        this.#tried(event.verdict, event.evidence);
        break;
      case "hint":
        this.#step("cause", event.explanation);
        if (event.command !== null) this.#command("try", event.command, "cyan");
        if (event.unproved !== null) this.#step("unproved", `not verified: ${event.unproved}`);
        break;
      case "new_lines":
      case "shares":
        this.#step(event.type === "shares" ? "sends" : "new", newLineWords(event.lines.length));
        this.#block(event.lines.join("\n"), event.lines.length, "dim");
        break;
      case "changes":
        break;
      case "committed":
        if (event.changes > 0) this.#step("committed", committedWords(event.changes), "green");
        break;
      case "repaired_meanwhile":
        this.#step("repaired", "already repaired meanwhile; nothing is committed again", "green");
        break;
      case "not_committed":
        for (const line of explainCommitRefusal(event.refusal)) this.#step("not done", line, "red");
        break;
      case "waits":
        this.#step("waits", "in the sandbox for your review; your files are unchanged", "green");
        break;
      case "answering":
        this.#step("answers", event.isOwnWords ? "with your answer" : "with the recorded facts");
        this.#block(event.argument, MAX_LOOK_LINES, "dim");
        break;
      case "no_sandbox":
        this.#step("no sandbox", explainRefusal(event.refusal), "red");
        break;
      case "market_refused":
        this.#step("market", explainMarketRefusal(event.refusal), "yellow");
        break;
    }
  }

  /** A line that moves until something else is shown; nothing where lines cannot be rewritten. */
  works(what: string): void {
    if (this.#isMidLine) return;
    const beganMs = this.#screen.nowMs();
    this.#countdown.startLater(() => {
      const seconds = Math.floor((this.#screen.nowMs() - beganMs) / 1_000);
      return this.#line("…", seconds === 0 ? what : `${what}, ${seconds} s`, "dim", true);
    });
  }

  /** Prints a line that belongs to no event. */
  say(label: string, text: string): void {
    this.#step(label, text, SAID[label] ?? "plain");
  }

  /** Stops the countdown before a question is asked. */
  quiet(): void {
    this.#countdown.stop();
  }

  lines(lines: readonly string[]): void {
    this.#finishLine();
    for (const line of lines)
      this.#screen.write(`${" ".repeat(CHANGE_INDENT)}${this.#coloured(inertText(line))}\n`);
  }

  /** Of a list only its length: it is the same at every failure. */
  #looked(command: string, output: string): void {
    const isList = TREE.test(command);
    const count = isList ? output.trimEnd().split("\n").length : 0;
    const words = LISTING.test(command) ? "lists files" : command;
    this.#step("looks", count > 1 ? `${words} (${count})` : words);
    if (!isList) this.#block(output, MAX_LOOK_LINES, "dim");
  }

  #proposal({ fix, explanation, correctedCommand }: Proposal, attempt: number): void {
    this.#explanation = explanation;
    this.#step("tries", `attempt ${attempt}, in the sandbox; your files are not touched`);
    if (fix.trim() !== "") this.#rows(fix);
    if (correctedCommand !== null) this.#command("instead", correctedCommand, "cyan");
  }

  /** What is said about a fix that does not work is most likely wrong, and is not shown. */
  #tried(verdict: Verdict, evidence: JsonObject): void {
    const explanation = this.#explanation;
    this.#explanation = null;
    if (verdict !== "pass") {
      this.#step("failed", endOf(evidence), "red");
      return;
    }
    this.#step("verified", endOf(evidence), "green");
    if (explanation !== null && explanation.trim() !== "") this.#step("cause", explanation);
  }

  #entry(entry: Entry, contract: Contract): void {
    const said = entryWords(entry, contract);
    if (said !== null) this.#step(said.label, said.text);
    if (entry.type === "settled") this.#step("paid", payouts(entry.data, contract), "green");
    // Of several entries at once, only the last one shows what the contract waits for.
    if (entry.seq === contract.chain.seq - 1) this.waits(contract);
  }

  /** Counts down to the contract's deadline, if one of the parties may act before it. */
  waits({ state, id }: Contract): void {
    const { deadline } = state;
    if (deadline === null || !COUNTED.has(deadline.kind)) return;
    this.#finishLine();
    if (deadline.kind === "appeal" && deadline.waitingFor !== "agent") {
      this.#step("appeal", `fix appeal ${shortName({ id })} <argument> appeals to the next court`);
    }
    this.#countdown.start(() => {
      const words = waitingWords(state, "principal", this.#screen.dateMs());
      return this.#line("waits for", words ?? "", "plain", true);
    });
  }

  #step(label: string, text: string, colour: Parameters<typeof paint>[1] = "plain"): void {
    this.#finishLine();
    this.#screen.write(`${this.#line(label, text, colour)}\n`);
  }

  #line(
    label: string,
    text: string,
    colour: Parameters<typeof paint>[1],
    isOneLine = false,
  ): string {
    const seconds = ((this.#screen.nowMs() - this.#startedMs) / 1_000).toFixed(1);
    const time = paint(`${seconds.padStart(5)}s`, "dim", this.#screen.hasColours);
    const name = paint(label.padEnd(10), colour, this.#screen.hasColours);
    const { columns } = this.#screen;
    if (CUT.has(label)) {
      const line = visibleLine(text);
      // One column stays free: a full line would wrap.
      const room = columns === null ? line.length : Math.max(NARROWEST, columns() - BESIDE - 3);
      return `${time}  ${name} ${cutMiddle(line, room)}`;
    }
    const isCommand = COPIED.has(label);
    const said = isCommand ? visibleLine(text) : inertText(text).replaceAll("\n", " ");
    const isWhole = columns === null || isOneLine || isCommand;
    return `${time}  ${name} ${isWhole ? said : wrapText(said, columns())}`;
  }

  /** Beside its label if it fits on one row, otherwise below it. */
  #command(label: string, command: string, colour: Parameters<typeof paint>[1] = "plain"): void {
    const { columns } = this.#screen;
    const isShort = columns === null || commandRows(command, columns() - BESIDE).length === 1;
    this.#step(label, isShort ? command : lineCount(command), colour);
    if (!isShort) this.#rows(command);
  }

  #rows(command: string): void {
    const { columns, hasColours, write } = this.#screen;
    const room = columns === null ? Number.POSITIVE_INFINITY : columns() - INDENT.length;
    const rows = commandRows(command, room);
    for (const row of rows.slice(0, MAX_SHOWN_LINES)) {
      write(`${INDENT}${paint(row, "cyan", hasColours)}\n`);
    }
    const hidden = rows.length - MAX_SHOWN_LINES;
    if (hidden > 0) write(`${INDENT}… ${hidden} rows more; it has ${lineCount(command)}\n`);
  }

  #block(text: string, maxLines: number, colour: Parameters<typeof paint>[1]): void {
    if (text.trim() === "") return;
    const lines = inertText(text.trimEnd()).split("\n");
    for (const line of lines.slice(0, maxLines)) {
      this.#screen.write(`        ${paint(`│ ${line}`, colour, this.#screen.hasColours)}\n`);
    }
    if (lines.length > maxLines) {
      const hidden = lines.length - maxLines;
      this.#screen.write(`        │ … ${hidden} ${hidden === 1 ? "line" : "lines"} more\n`);
    }
  }

  #output(bytes: Buffer, stream: "stdout" | "stderr"): void {
    this.#write(this.#streams[stream].write(bytes));
  }

  #write(plain: string): void {
    const text = inertText(plain);
    if (text === "") return;
    const indented = text.replace(/\n(?=.)/gs, "\n        ");
    this.#screen.write(`${this.#isMidLine ? "" : "        "}${indented}`);
    this.#isMidLine = !text.endsWith("\n");
  }

  #finishLine(): void {
    this.#countdown.stop();
    this.#write(this.#streams.stdout.rest());
    this.#write(this.#streams.stderr.rest());
    if (this.#isMidLine) this.#screen.write("\n");
    this.#isMidLine = false;
  }

  #coloured(line: string): string {
    const colour = line.startsWith("+") ? "green" : line.startsWith("-") ? "red" : "plain";
    return paint(line, colour, this.#screen.hasColours);
  }
}

/** Steps that show a command, which must stay copyable. */
const COPIED: ReadonlySet<string> = new Set(["instead", "try", "runs", "not run", "explained"]);
/** Steps that remind of a command, which nobody has to approve. */
const CUT: ReadonlySet<string> = new Set(["failed", "looks"]);
const NARROWEST = 20;
/** What catches the eye among lines that belong to no event. */
const SAID: Readonly<Record<string, Parameters<typeof paint>[1]>> = {
  failed: "red",
  "not done": "yellow",
  "no fix": "yellow",
  repaired: "green",
};
/** Deadlines that are counted down. */
const COUNTED: ReadonlySet<string> = new Set(["contest", "response", "ruling", "appeal"]);

/** What goes on after an event, if that takes a while. */
function workingWords(event: RepairEvent, maxAttempts: number | null): string | null {
  switch (event.type) {
    case "posted":
      return "waiting for an agent";
    case "looked":
    case "look_refused":
      return "the agent is working";
    case "trying":
      return `running the fix and the check in the sandbox, attempt ${event.attempt}${maxAttempts === null ? "" : ` of ${maxAttempts}`}`;
    case "entry":
      return AGENT_NEXT.has(event.entry.type) ? "the agent is working" : null;
    default:
      return null;
  }
}

/** Entries after which the agent has the word. */
const AGENT_NEXT: ReadonlySet<string> = new Set(["bond", "result", "accept", "investigate"]);

/** Which files there are, as our own rules ask for it. */
const LISTING = /^find [^;|&]*-(?:printf\b|maxdepth 0$)/;
/** All files of the project. */
const TREE = /^find \. [^;|&]*-printf\b/;
const ABSENT = /^\S*find: .*: No such file or directory\n?/gm;

function heldIn({ state }: Contract): string {
  const held = heldWords(state);
  if (held !== null) return `${held} held`;
  return state.terms.pots.length === 0 ? "free" : "nothing held yet";
}

function newLineWords(count: number): string {
  return count === 1 ? "1 new line of the check" : `${count} new lines of the check`;
}

function committedWords(changes: number): string {
  return changes === 1
    ? "1 change; fix undo reverts it"
    : `${changes} changes; fix undo reverts them`;
}

function endOf(evidence: JsonObject): string {
  const seconds = (Number(evidence.duration_ms ?? 0) / 1_000).toFixed(1);
  if (evidence.exit_code !== undefined) return `exit ${evidence.exit_code} after ${seconds} s`;
  const durationMs = Number(evidence.duration_ms ?? 0);
  const by = STOPS.find((stop) => stop === evidence.stopped_by) ?? null;
  const words = isJsonObject(evidence.waits) ? evidence.waits.words : undefined;
  const waits = typeof words === "string" ? { waits: { words } } : {};
  return stoppedWords({ stoppedBy: by, durationMs, ...waits }) ?? "it did not finish (a signal)";
}
