/** A damaged, shortened or locked database under the real server. */
import { closeSync, existsSync, openSync, statSync, truncateSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type Client, GENERATIONS } from "./client.ts";
import {
  eventually,
  liveOnce,
  pairOf,
  post,
  sampleDocument,
  serverParty,
  untilSettled,
} from "./life.ts";
import { Folder, TestServer } from "./server.ts";

const PAGE = 4_096;
const NEWEST = GENERATIONS[0]!;
/** What `/health` may take on a busy machine; a blocked server takes seconds. */
const SOON_MS = 1_000;

/** So long that its first entry is stored apart. */
function longDocument(platform: Parameters<typeof sampleDocument>[0]) {
  return sampleDocument(platform, { x_notes: "x".repeat(70_000) });
}

function overwrite(path: string, at: number): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, at);
  closeSync(file);
}

async function health(client: Client): Promise<{ store: string; ms: number }> {
  const startMs = performance.now();
  const { status, body } = await client.get("/health");
  expect(status).toBe(200);
  return { store: body.store, ms: performance.now() - startMs };
}

test("a running server answers 503 for what it cannot read, says so once, and goes on", async () => {
  using folder = new Folder();
  const database = folder.at("bazaar.db");
  await using server = await TestServer.start(folder);
  const { principal, agent } = pairOf(server.url, NEWEST);
  const platform = await serverParty(server.url);
  const long = await post(principal, platform, undefined, longDocument(platform));
  const short = await post(principal, platform);
  await server.terminate();
  const root = (() => {
    using file = new DatabaseSync(database);
    return file.prepare("select rootpage from sqlite_schema where name = 'blobs'").get()?.rootpage;
  })();
  overwrite(database, (Number(root) - 1) * PAGE);
  await server.restart();

  for (const path of [`/contracts/${long}`, `/contracts/${long}/transcript`]) {
    expect(await agent.get(path)).toMatchObject({ status: 503, body: { code: "unavailable" } });
  }
  expect((await agent.get(`/contracts/${short}`)).status).toBe(200);
  expect((await health(agent)).store).toBe("damaged");
  const { id } = await liveOnce({ principal, agent }, platform);
  await untilSettled(agent, id);
  const told = server.logs.split("\n").filter((line) => line.includes("cannot be read"));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("bazaar backup");
  expect(server.logs).not.toContain("internal error");
  expect(await server.terminate()).toBe(0);
});

test.each([
  { what: "a file that is not a database", harm: (path: string) => overwrite(path, 0) },
  { what: "a database cut short", harm: (path: string) => truncateSync(path, 2 * PAGE) },
])("$what stops the start with one line that says what to do", async ({ harm }) => {
  using folder = new Folder();
  {
    await using server = await TestServer.start(folder);
    await server.terminate();
  }
  harm(folder.at("bazaar.db"));
  const { status, stdout, stderr } = await folder.run(["serve"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^bazaar: FIX_DB: cannot use \S+bazaar\.db: .*Restore a copy .*\n$/);
});

test("commits lost with the end of the log are noticed at the start", async () => {
  using folder = new Folder();
  const log = folder.at("bazaar.db-wal");
  await using server = await TestServer.start(folder);
  const platform = await serverParty(server.url);
  const { principal, agent } = pairOf(server.url, NEWEST);
  await liveOnce({ principal, agent }, platform);
  const { size } = statSync(log);
  await liveOnce({ principal, agent }, platform);
  const { body } = await agent.get("/contracts");
  expect(body.contracts).toHaveLength(2);
  await eventually(
    async () => existsSync(folder.at("bazaar.db-mark")),
    (isThere) => isThere,
  );
  await server.kill();
  truncateSync(log, size);

  const refused = await folder.run(["serve"]);
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toMatch(
    /the database has lost entr(?:y|ies) \d+(?: to \d+)?, which w\w+ stored/,
  );
  expect(refused.stderr).toContain("bazaar serve --accept-loss");
  expect((await folder.run(["rebuild"])).stdout).toMatch(/ 0 differences/);
});

test("while another program locks the database, /health answers and acts get 503", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const { principal, agent } = pairOf(server.url, NEWEST);
  const platform = await serverParty(server.url);
  await liveOnce({ principal, agent }, platform);
  const other = new DatabaseSync(folder.at("bazaar.db"), { timeout: 10_000 });
  other.exec("begin exclusive");
  const body = { contract: sampleDocument(platform), principal_pubkey: principal.party };
  const signed = principal.sign("/contracts", body);
  const posted = fetch(`${server.url}/contracts`, { method: "POST", ...signed });
  const waits: number[] = [];
  await eventually(
    async () => {
      const { store, ms } = await health(agent);
      waits.push(ms);
      return store;
    },
    (store) => store === "locked",
  );
  expect((await agent.get("/contracts")).status, "reads go on").toBe(200);
  expect((await agent.get("/ready")).status).toBe(503);
  const refused = await posted;
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Retry-After")).toBe("2");
  expect(Math.max(...waits)).toBeLessThan(SOON_MS);

  other.close();
  await eventually(
    () => health(agent),
    ({ store }) => store === "ok",
    10_000,
  );
  await liveOnce({ principal, agent }, platform);
  expect(server.logs.match(/Another program has locked the database/g)).toHaveLength(1);
  expect(server.logs).toContain("the lock on the database is gone");
});
