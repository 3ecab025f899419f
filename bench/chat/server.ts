/**
 * The chat door as a server of its own: its talk in a SQLite file, no limits on rates and
 * connections. `--at-once` writes every frame by itself.
 */
import { randomUUID } from "node:crypto";
import { ChatDoor, DEFAULT_CHAT_SETTINGS } from "@bazaar/doors/chat";
import { Admission, DEFAULT_LISTEN_SETTINGS, Listener } from "@bazaar/doors/listen";
import { nativeVerify } from "@bazaar/keys/native-verify";
import { OpenTalk } from "@bazaar/market";
import { MemoryBus } from "@bazaar/store/memory";
import { SqliteStore } from "@bazaar/store/sqlite";

const UNLIMITED = 1e9;
const ANY_RATE = { requests: UNLIMITED, seconds: 0.001 };
const TICK_MS = 1_000;

const log = (fields: unknown): void => console.error(JSON.stringify(fields));
const clock = { nowMs: () => Date.now() };
const talk = await OpenTalk.open({
  notes: new SqliteStore(process.env.FIX_DB ?? ":memory:").notes,
  bus: new MemoryBus().connect(),
  clock,
  processId: randomUUID(),
  settings: { channels: ["#general"], replay: 20 },
  onProblem: log,
});
setInterval(() => talk.tick().catch(fail), TICK_MS);
const admission = new Admission({
  ...DEFAULT_LISTEN_SETTINGS,
  limits: {
    ...DEFAULT_LISTEN_SETTINGS.limits,
    perAddress: ANY_RATE,
    busyMsPerAddress: UNLIMITED,
    connections: UNLIMITED,
    connectionsPerAddress: UNLIMITED,
    streams: UNLIMITED,
    streamsPerAddress: UNLIMITED,
  },
});
const rates = {
  unidentified: ANY_RATE,
  identified: ANY_RATE,
  messages: ANY_RATE,
  chunks: ANY_RATE,
  nicks: ANY_RATE,
  changes: ANY_RATE,
  kept: ANY_RATE,
};
const door = new ChatDoor({
  talk,
  settings: { ...DEFAULT_CHAT_SETTINGS, rates },
  admission,
  verify: nativeVerify,
  clock,
  version: "bench",
  log,
  onUnavailable: fail,
  onFault: fail,
  ...(process.argv.includes("--at-once") ? { coalesceMs: 0 } : {}),
});
const listener = new Listener({ admission, doors: [door.ownPort], log: () => undefined });
const { host, port } = await listener.listen(0, "127.0.0.1");
process.once("SIGTERM", () => process.exit());
console.log(`listens on http://${host}:${port}`);

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}
