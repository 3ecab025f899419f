/** `fix chat <contract> [text]`: sends a message to the other side, or shows the conversation. */
import type { ActName, Contract } from "@bazaar/doors/connection";
import { TEXT_LIMITS } from "@bazaar/kernel";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { BadInput, Command } from "@bazaar/terminal";
import { type ActFlags, actOnContract } from "../contracts/act-on-contract.ts";
import { behindBar } from "../contracts/inert-lines.ts";
import { outgoingText } from "../contracts/outgoing-text.ts";
import { withContract } from "../contracts/own-contracts.ts";
import { replayTranscript } from "../contracts/replay-transcript.ts";
import { sayJson } from "../contracts/say-json.ts";
import { timeWords } from "../contracts/time-words.ts";
import { authorWords, viewerOf } from "../contracts/viewer.ts";
import { marketOption } from "../contracts/with-market.ts";
import { say } from "../terminal.ts";

const TALK: readonly string[] = ["ask", "answer", "message"];

export function chatCommand(): Command {
  const command = new Command("chat")
    .description("send a message to the other side of a contract; without text, show the messages")
    .argument("<contract>", "its id, or at least the first 6 digits of it")
    .argument("[text...]", "the message")
    .option("--json", "print JSON");
  return marketOption(command).action(run);
}

async function run(name: string, words: readonly string[], flags: ActFlags): Promise<void> {
  if (words.length === 0) {
    await showTalk(name, flags);
    return;
  }
  if (words.join("").trim() === "") throw new BadInput("the message is empty");
  const said = (contract: Contract) => {
    const message = outgoingText(words, TEXT_LIMITS.message, contract);
    return { act: answerOrMessage(contract), data: { message } };
  };
  await actOnContract(name, { said, question: "" }, flags);
}

/** What follows a question of the agent's is its answer. */
function answerOrMessage({ transcript, state }: Contract): ActName {
  const last = transcript.entries.findLast(({ type }) => TALK.includes(type));
  const isAsked = last?.type === "ask" && state.seat !== null;
  return isAsked ? "answer" : "message";
}

async function showTalk(name: string, flags: ActFlags): Promise<void> {
  await withContract(name, flags, async (contract, { party }) => {
    const viewer = viewerOf(contract, party);
    const { platform } = contract.state.terms;
    const steps = replayTranscript(contract.transcript, platform, nativeVerifier());
    const talk = steps.filter(({ entry }) => TALK.includes(entry.type));
    if (flags.json === true) {
      const messages = talk.map(({ entry, by, receivedMs }) => ({
        at_ms: BigInt(receivedMs),
        by,
        type: entry.type,
        message: entry.data.message ?? null,
      }));
      sayJson({ contract: contract.id, messages });
      return;
    }
    if (talk.length === 0) say("No messages yet.");
    for (const { entry, by, receivedMs, after } of talk) {
      const what = entry.type === "ask" ? " asks" : "";
      say(`${timeWords(receivedMs)}  ${authorWords(by, after, viewer)}${what}:`);
      const { message } = entry.data;
      if (typeof message === "string") for (const line of behindBar(message)) say(`    ${line}`);
    }
  });
}
