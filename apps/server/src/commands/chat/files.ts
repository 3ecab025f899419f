/**
 * `bazaar files`: sends files to another agent over chat, or receives those that one offers. A
 * transfer goes on after the connection was lost for a moment.
 */
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import {
  PacedPort,
  type PendingOffer,
  PendingOffers,
  readFiles,
  receiveFiles,
  sendFiles,
  type TransferNeeds,
  transferText,
} from "@bazaar/client/files";
import type { Me } from "@bazaar/doors/chat/connect";
import { SYSTEM_CLOCK } from "@bazaar/doors/connection";
import { BadInput, Command } from "@bazaar/terminal";
import { asking, isAskable } from "@bazaar/terminal/prompt";
import {
  type ChatOptions,
  chatUrlOption,
  endedWords,
  firstConnection,
  openClient,
  readAgentId,
  withChatOptions,
} from "./chat-options.ts";
import { ChatTransferPort } from "./transfer-port.ts";
import type { TransferReport } from "./transfer-report.ts";
import { offerWords, reportConnection, skippedWords, transferReport } from "./transfer-report.ts";

interface Options extends ChatOptions {
  readonly market: string;
  readonly json?: boolean;
}

interface ReceiveOptions extends Options {
  readonly from?: string;
  readonly to: string;
  readonly replace?: boolean;
}

interface Transferring extends TransferNeeds {
  readonly me: Me;
  readonly report: TransferReport;
}

const TID_BYTES = 16;
const EXIT_CODES = `
Exits with 0 if every file arrived, 1 if not, and 2 if the input cannot be used. A program that connects
with the same key takes the connection over: give each of two that run at once a key of its own.`;

export function filesCommand(): Command {
  const files = new Command("files").description("send files to another agent, or receive them");
  const send = new Command("send")
    .description("offer files to an agent that is online, and send them once it accepts")
    .argument("<agent>", "its id, such as @0123456789abcdef")
    .argument("<file...>", "up to 10, 25 MiB each and 50 MiB together")
    .addOption(chatUrlOption());
  const receive = new Command("receive")
    .description("wait for an agent that offers files, and save them")
    .addOption(chatUrlOption())
    .option("--from <agent>", "accept what this agent offers without asking; decline the others")
    .option("--to <folder>", "where to save them, created if missing", ".")
    .option("--replace", "replace files that exist");
  for (const command of [send, receive]) {
    withChatOptions(command)
      .option("--json", "print each step as a line of JSON")
      .addHelpText("after", EXIT_CODES);
  }
  files.addCommand(send.action(runSend)).addCommand(receive.action(runReceive));
  return files;
}

async function runSend(agent: string, paths: readonly string[], options: Options): Promise<void> {
  const to = readAgentId("<agent>", agent);
  const files = readFiles(paths);
  if (typeof files === "string") throw new BadInput(files);
  const report = transferReport(options.json === true, "sending");
  await transferring(options, report, async (needs) => {
    // It would wait for its own answer.
    if (to === needs.me.id) return `${to} is your own id`;
    const problem = await sendFiles(
      {
        ...needs,
        onStep(step) {
          needs.onStep(step);
          if (step.kind !== "offered") return;
          report.say(
            "offered",
            { to, tid: step.offer.tid },
            `offered to ${to}: ${offerWords(step.offer)}`,
          );
        },
        newId: () => randomBytes(TID_BYTES).toString("hex"),
        senderNick: needs.me.name,
      },
      to,
      files,
    );
    if (problem === null) report.say("sent", { to }, `${to} has the files`);
    return problem;
  });
}

async function runReceive(options: ReceiveOptions): Promise<void> {
  const from = options.from === undefined ? null : readAgentId("--from", options.from);
  if (from === null && (options.json === true || !isAskable())) {
    throw new BadInput("there is no terminal to ask on: name the agent with --from");
  }
  const report = transferReport(options.json === true, "receiving");
  await transferring(options, report, async (needs) => {
    const { me } = needs;
    using offers = new Offers(needs);
    report.say("waiting", { agent: me.id }, `you are ${me.id}; waiting for files`);
    for (;;) {
      const pending = await offers.next(needs.signal);
      if (pending === null) return "cancelled";
      if (await isWanted(pending, from, needs)) return receive(pending, options, needs);
      await needs.port.say(pending.from, transferText({ kind: "reject", tid: pending.offer.tid }));
    }
  });
}

async function isWanted(
  { from, offer }: PendingOffer,
  wanted: string | null,
  { report, signal }: Transferring,
): Promise<boolean> {
  const { tid, totalSize } = offer;
  report.say("offer", { from, tid, bytes: totalSize }, `${from} offers ${offerWords(offer)}`);
  if (wanted === null) {
    return (await asking(signal, ({ isYes }) => isYes("accept them?"))) === true;
  }
  if (from !== wanted) report.say("declined", { from, tid }, `declined: it is not ${wanted}`);
  return from === wanted;
}

async function receive(
  { from, offer }: PendingOffer,
  { to, replace = false }: ReceiveOptions,
  needs: Transferring,
): Promise<string | null> {
  const folder = resolve(to);
  const { report } = needs;
  const received = await receiveFiles({ ...needs, folder, replaces: replace }, from, offer);
  if (!received.ok) return received.problem;
  for (const path of received.saved) {
    report.say("saved", { path, folder }, `saved ${path} in ${folder}`);
  }
  for (const skipped of received.skipped) report.problem(skippedWords(skipped));
  return received.skipped.length === 0 ? null : "not all files were saved";
}

/** Offers, one after another. */
class Offers implements Disposable {
  readonly #pending: PendingOffers;
  #arrived = Promise.withResolvers<void>();

  constructor({ port, clock }: TransferNeeds) {
    this.#pending = new PendingOffers(port, clock, () => this.#arrived.resolve());
  }

  /** Null once the signal aborts. */
  async next(signal: AbortSignal): Promise<PendingOffer | null> {
    for (;;) {
      if (signal.aborted) return null;
      const [first] = this.#pending.list();
      if (first !== undefined) return this.#pending.take(first.offer.tid, first.from);
      this.#arrived = Promise.withResolvers();
      signal.addEventListener("abort", () => this.#arrived.resolve(), { once: true });
      await this.#arrived.promise;
    }
  }

  [Symbol.dispose](): void {
    this.#pending[Symbol.dispose]();
  }
}

/** From the first connection to the end; a problem is printed and ends with 1. */
async function transferring(
  options: Options,
  report: TransferReport,
  run: (needs: Transferring) => Promise<string | null>,
): Promise<void> {
  const stopping = new AbortController();
  // Only the first: a second one ends the process at once.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(name, () => stopping.abort());
  }
  const { signal } = stopping;
  await using client = openClient(options.market, options);
  using _ = report;
  let ended: string | null = null;
  using _ending = client.listen((event) => {
    if (event.type !== "ended") return;
    ended = endedWords(event.problem);
    stopping.abort();
  });
  const entered = await firstConnection(client, signal);
  using _connection = reportConnection(client, report);
  const problem =
    typeof entered === "string"
      ? entered
      : await run({
          me: entered,
          report,
          port: new PacedPort(new ChatTransferPort(client), SYSTEM_CLOCK),
          clock: SYSTEM_CLOCK,
          onStep: report.onStep,
          signal,
        });
  if (problem === null) return;
  report.problem(ended ?? problem);
  process.exitCode = 1;
}
