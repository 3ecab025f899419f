/** How much left this machine, and what it was. */
import type { Departure } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/connection";
import { onOneLine } from "../contracts/inert-lines.ts";
import { shortName } from "../contracts/state-words.ts";
import { timeWords } from "../contracts/time-words.ts";
import type { OpenedMarket } from "./open-market.ts";
import type { UserInterface } from "./user-interface.ts";

/** Says nothing about the built-in market: nothing leaves for it. */
export function saySent(
  { sent }: OpenedMarket,
  contract: Pick<Contract, "id"> | null,
  { say }: UserInterface,
): void {
  if (sent === null || sent.bytes === 0) return;
  const list = contract === null ? "" : `; fix show ${shortName(contract)} --sent lists them`;
  say("sent", `${byteWords(sent.bytes)} left this machine${list}`);
}

export function sentLines(departures: readonly Departure[]): readonly string[] {
  const total = departures.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    ...departures.map(
      ({ atMs, act, what, bytes }) =>
        `${timeWords(atMs)}  ${act.padEnd(LONGEST_ACT)} ${byteWords(bytes).padStart(BYTES_WIDTH)}  ${onOneLine(what)}`,
    ),
    `${byteWords(total)} left this machine.`,
  ];
}

const LONGEST_ACT = "dispute_response".length;
const BYTES_WIDTH = 14;

function byteWords(bytes: number): string {
  return bytes === 1 ? "1 byte" : `${bytes.toLocaleString("en-US")} bytes`;
}
