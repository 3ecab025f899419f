/** Output, questions and interrupts of a repair or a review: on a terminal, in a log, or as JSON. */
import { constants } from "node:os";
import type { RepairEvent } from "@bazaar/client";
import { type Clock, type Contract, SYSTEM_CLOCK } from "@bazaar/doors/connection";
import type { JudgedChange } from "@bazaar/guard/commit";
import { asciiJson, columnsOf, screenSize } from "@bazaar/terminal";
import { asking, isAskable, type Prompt } from "@bazaar/terminal/prompt";
import { durationWords } from "../contracts/time-words.ts";
import type { PromptLine } from "../shell/prompt-line.ts";
import { noiseLines } from "../try/noise-lines.ts";
import { changeLines } from "../try/show-changes.ts";
import { textDiffs } from "../try/text-diffs.ts";
import { eventLine } from "./json-view.ts";
import { CHANGE_INDENT, TerminalView } from "./terminal-view.ts";
import { timeoutSignal } from "./timeout-signal.ts";

/** An answer must reach the market before the deadline. */
const MARGIN_MS = 3_000;

/** Added to a signal's number in an exit code. */
const SIGNALLED = 128;
/** One Ctrl+C may arrive twice: from the terminal, and from the launcher. */
const ONE_KEY_MS = 300;

export interface InterfaceOptions {
  readonly json?: boolean;
  /** Whether the answer was given in advance: nothing is asked. */
  readonly yes?: boolean;
  /** Where a command that is only a hint is put for the person to run. */
  readonly promptLine?: PromptLine | null;
  /** Sees every event before it is shown. */
  readonly onEvent?: (event: RepairEvent) => void;
}

/** The person said no, there was nobody to ask, or it was only to be explained. */
export type Declined = "by_you" | "unasked" | "explained";

export class UserInterface implements Disposable {
  readonly isAsking: boolean;
  /** The time of day, for deadlines. */
  readonly clock: Clock;
  /** Commands of an agent that the user has approved. */
  readonly accepted = new Set<string>();
  /** Why the last fix that passed its check was not used. */
  declined: Declined | null = null;
  /** Whether a fix has passed its check, taken or not. */
  hasVerified = false;
  /** Whether stdout is for JSON only. */
  readonly isJson: boolean;
  readonly #promptLine: PromptLine | null;
  readonly #onEvent: (event: RepairEvent) => void;
  readonly #view: TerminalView;
  readonly #interrupt = new AbortController();
  #interruptedMs = Number.POSITIVE_INFINITY;
  /** The exit code after an interrupt, by the shell's convention. */
  interruptedCode: number | null = null;

  constructor(
    { json = false, yes = false, promptLine = null, onEvent = () => undefined }: InterfaceOptions,
    clock: Clock = SYSTEM_CLOCK,
  ) {
    const isTerminal = process.stderr.isTTY === true;
    this.isJson = json;
    this.#promptLine = promptLine;
    this.#onEvent = onEvent;
    this.isAsking = !json && !yes && isAskable();
    this.clock = clock;
    this.#view = new TerminalView({
      write: (text) => process.stderr.write(text),
      hasColours: isTerminal && process.env.NO_COLOR === undefined,
      // A dumb terminal cannot go back to the start of a line.
      columns: isTerminal && process.env.TERM !== "dumb" ? () => screenSize().columns : null,
      nowMs: () => performance.now(),
      dateMs: () => clock.nowMs(),
    });
    process.on("SIGINT", this.#onSignal).on("SIGTERM", this.#onSignal);
  }

  [Symbol.dispose](): void {
    this.leave();
  }

  /** The first signal ends the work in order, the second ends the process. */
  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.interruptedCode = SIGNALLED + constants.signals[signal];
    if (performance.now() - this.#interruptedMs > ONE_KEY_MS) process.exit(this.interruptedCode);
    this.#interruptedMs = Math.min(this.#interruptedMs, performance.now());
    this.#interrupt.abort();
  };

  /** Stops handling signals. Later output is still shown. */
  leave(): void {
    this.#view.quiet();
    process.off("SIGINT", this.#onSignal).off("SIGTERM", this.#onSignal);
  }

  /** Aborts when the user interrupts. */
  get signal(): AbortSignal {
    return this.#interrupt.signal;
  }

  // These are passed on as plain functions.
  readonly say = (label: string, text: string): void => {
    if (this.isJson) process.stdout.write(`${asciiJson(JSON.stringify({ type: label, text }))}\n`);
    else this.#view.say(label, text);
  };

  /** Says that something runs, until `rests` or something else is shown. Only on a terminal. */
  works(what: string): void {
    if (!this.isJson) this.#view.works(what);
  }

  /** Before a question. */
  rests(): void {
    this.#view.quiet();
  }

  readonly tell = (event: RepairEvent): void => {
    this.#onEvent(event);
    if (event.type === "tried" && event.verdict === "pass") this.hasVerified = true;
    // Hints come from our own rules only.
    if (event.type === "hint" && event.command !== null) this.#promptLine?.(event.command);
    if (this.isJson) process.stdout.write(`${eventLine(event)}\n`);
    else this.#view.show(event);
  };

  /** The user's answer to a dispute; null stands for the recorded facts. */
  readonly argue = async (contract: Contract): Promise<string | null> => {
    const words = await this.askInTime(contract, MARGIN_MS, ({ line }, leftMs) =>
      line(
        () =>
          `Your answer to the court, ${durationWords(leftMs())} left (empty: the recorded facts):`,
      ),
    );
    return words === "" ? null : words;
  };

  /** Asks until `marginMs` before the contract's deadline; null without an answer. */
  async askInTime<T>(
    { state }: Contract,
    marginMs: number,
    put: (prompt: Prompt, leftMs: () => number) => Promise<T>,
  ): Promise<T | null> {
    const { deadline } = state;
    if (!this.isAsking || deadline === null) return null;
    this.#view.quiet();
    const leftMs = (): number => deadline.atMs - this.clock.nowMs() - marginMs;
    if (leftMs() <= 0) return null;
    const inTime = AbortSignal.any([this.signal, timeoutSignal(leftMs())]);
    return asking(inTime, (prompt) => put(prompt, leftMs));
  }

  /** What the user's command printed in the sandbox; at a terminal and in JSON it was shown. */
  result(stdout: string): void {
    if (!this.isJson && process.stdout.isTTY !== true) process.stdout.write(stdout);
  }

  /** Counts down to the contract's deadline; in JSON the entries carry it. */
  waits(contract: Contract): void {
    if (!this.isJson) this.#view.waits(contract);
  }

  /**
   * Shows the changes, and adds a danger to each that could not be shown. In JSON they were an event.
   */
  async showChanges(
    changes: readonly JudgedChange[],
    workingTree: string,
  ): Promise<readonly JudgedChange[]> {
    const columns = columnsOf(process.stderr) - CHANGE_INDENT;
    const { lines, judged } = await textDiffs(changes, workingTree, columns);
    const dropped = noiseLines(judged, workingTree);
    if (this.isJson) {
      for (const line of dropped) this.say("dropped", line);
      return judged;
    }
    this.#view.lines(changeLines(judged, { refused: [], hasAttributes: true }, workingTree));
    this.#view.lines(dropped);
    this.#view.lines(lines);
    return judged;
  }
}
