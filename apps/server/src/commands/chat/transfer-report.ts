/**
 * The steps of a transfer, printed: as one line that is rewritten on a terminal, as plain lines
 * elsewhere, or as JSON lines.
 */
import type { Offer, SkippedFile, TransferStep } from "@bazaar/client/files";
import type { ChatClient } from "@bazaar/doors/chat/connect";
import { asciiJson, complain, onOneLine, say, sayLine, screenSize } from "@bazaar/terminal";

export interface TransferReport extends Disposable {
  /** `words` is for people; names of strangers in it are made inert. */
  readonly say: (step: string, facts: object, words: string) => void;
  readonly problem: (problem: string) => void;
  readonly onStep: (step: TransferStep) => void;
}

const WRITE_OVER = "\r\u001b[K";
const UNITS = ["B", "KiB", "MiB"] as const;
/** Plain lines and JSON say how far it is this often. */
const STEPS = 4;

export function transferReport(isJson: boolean, doing: "sending" | "receiving"): TransferReport {
  const isRewritten = !isJson && process.stderr.isTTY === true;
  let isShown = false;
  let told = 0;
  const clear = (): void => {
    if (isShown) process.stderr.write(WRITE_OVER);
    isShown = false;
  };
  const tell = (step: string, facts: object, words: string): void => {
    clear();
    if (isJson) say(asciiJson(JSON.stringify({ step, ...facts })));
    else sayLine(words);
  };
  const moved = (bytes: number, total: number): void => {
    const share = total === 0 ? 1 : bytes / total;
    const words = `${doing}: ${Math.floor(share * 100)} % of ${sizeWords(total)}`;
    if (isRewritten) {
      isShown = true;
      process.stderr.write(`${WRITE_OVER}${words.slice(0, screenSize().columns - 1)}`);
    } else if (Math.floor(share * STEPS) !== told) {
      told = Math.floor(share * STEPS);
      tell("moved", { bytes, total }, words);
    }
  };
  return {
    say: tell,
    problem: (problem) => {
      clear();
      if (isJson) say(asciiJson(JSON.stringify({ step: "problem", problem })));
      else complain("bazaar", problem);
    },
    onStep(step) {
      if (step.kind === "moved") moved(step.bytes, step.total);
      else if (step.kind === "accepted") tell("accepted", {}, "accepted");
    },
    [Symbol.dispose]: clear,
  };
}

/** Says when the connection is lost and when it is back. */
export function reportConnection(client: ChatClient, report: TransferReport): Disposable {
  return client.listen((event) => {
    if (event.type === "disconnected") {
      report.problem(`no connection: ${event.problem.message}; connecting again`);
    } else if (event.type === "connected" && event.isAgain) {
      report.say("connected", { agent: event.me.id }, "connected again");
    }
  });
}

export function offerWords({ files, totalSize }: Offer): string {
  const names = files.map(({ name, size }) => `${onOneLine(name)} (${sizeWords(size)})`);
  return files.length === 1 ? names.join() : `${names.join(", ")}: ${sizeWords(totalSize)} in all`;
}

export function skippedWords({ path, problem }: SkippedFile): string {
  return `not saved: ${path}: ${problem}`;
}

function sizeWords(bytes: number): string {
  const unit = bytes < 1_024 ? 0 : bytes < 1_024 ** 2 ? 1 : 2;
  const value = bytes / 1_024 ** unit;
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
