/**
 * A program that does the worst that one address can do to a server, for some seconds.
 *
 * `attacker.ts <url> <platform> <address> <seconds> contracts|jobs`: prepares everything from other
 * addresses, prints a line, waits for one on its standard input, attacks, and prints how its requests
 * were answered.
 */
import { once } from "node:events";
import type { Party } from "@bazaar/kernel";
import { contractAttack } from "./contracts.ts";
import { jobAttack } from "./jobs.ts";
import { AttackedMarket, type Outgoing } from "./market.ts";

const [url = "", platform = "", address = "", seconds = "0", what] = process.argv.slice(2);

const LANES_OF_EACH = 12;
const STREAMS = 60;

const statuses: Record<string, number> = {};

function count(name: string): void {
  statuses[name] = (statuses[name] ?? 0) + 1;
}

/** One request after another until the time is over; a refused one is tried again, with manners. */
async function repeat(untilMs: number, next: () => Outgoing): Promise<void> {
  while (Date.now() < untilMs) {
    const asked = next();
    const status = await market.send(address, asked).then(
      ({ status }) => status,
      () => 0,
    );
    count(String(status));
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const market = new AttackedMarket(url, platform as Party);
const attack = await (what === "jobs" ? jobAttack : contractAttack)(market);
console.log("ready");
await once(process.stdin, "data");

const untilMs = Date.now() + Number(seconds) * 1_000;
for (let at = 0; at < STREAMS; at += 1) market.listen(address, attack.stream, count);
const lanes = Array.from({ length: LANES_OF_EACH }, () =>
  attack.lanes.map((next) => repeat(untilMs, next)),
).flat();
await Promise.all(lanes);
console.log(JSON.stringify(statuses));
process.exit(0);
