/** A process that stores contracts and counts their entries until it is killed. */
import { followFeed } from "@bazaar/market";
import { fulfilled, rehearse } from "@bazaar/testkit";
import { SqliteStore } from "../src/sqlite/sqlite-store.ts";
import { entryCounts } from "./entry-counts.ts";
import { grantBoth } from "./grant-both.ts";

const [path = "", start = "0"] = process.argv.slice(2);
const store = new SqliteStore(path);
await grantBoth(store);

async function act(): Promise<void> {
  for (let number = Number(start); ; number += 1) {
    for (const write of fulfilled(rehearse(number))) await store.commit([write]);
  }
}

/** Two of them, as in two processes. */
async function count(): Promise<void> {
  for (;;) {
    const handled = await followFeed({ store }, entryCounts(store));
    if (handled > 0) process.stdout.write(`${handled}\n`);
    else await new Promise(setImmediate);
  }
}

await Promise.all([act(), count(), count()]);
