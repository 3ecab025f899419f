/** A process that stores contracts until it is killed, and prints what was stored. */
import { fulfilled, rehearse } from "@bazaar/testkit";
import { SqliteStore } from "../src/sqlite/sqlite-store.ts";
import { grantBoth } from "./grant-both.ts";

const [path = "", start = "0"] = process.argv.slice(2);
const store = new SqliteStore(path);
await grantBoth(store);

/** Several contracts at once, so that every transaction holds a group of writes. */
async function lane(first: number): Promise<void> {
  for (let number = first; ; number += LANES) {
    for (const write of fulfilled(rehearse(number))) {
      const [answer] = await store.commit([write]);
      if (answer?.is !== "stored") throw new Error(`${write.step.entry.type}: ${answer?.is}`);
      process.stdout.write(`${answer.no} ${write.contract} ${write.step.hash}\n`);
    }
  }
}

const LANES = 8;
await Promise.all(Array.from({ length: LANES }, (_, index) => lane(Number(start) + index)));
