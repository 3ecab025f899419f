/** Receipts of a real server: issued for every payout, through crashes, and verified offline. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type Client, GENERATIONS } from "./client.ts";
import { eventually, liveOnce, type Pair, pairOf, serverParty, untilSettled } from "./life.ts";
import { Folder, TestServer } from "./server.ts";

const NEWEST = GENERATIONS[0]!;
const PAYOUTS = ["agent 1.12", "principal 0.17", "platform 0.05"];

interface Receipt {
  readonly leg: string;
  readonly amount: string;
  readonly payee: { readonly role: string };
}

interface Signed {
  readonly receipt: Receipt;
}

async function receiptsOf(client: Client, id: string): Promise<readonly Signed[]> {
  const { status, body } = await client.get(`/contracts/${id}/receipt`);
  expect(status).toBe(200);
  return body.receipts;
}

/** The receipts of a contract, once they are issued. */
function issued(client: Client, id: string): Promise<readonly Signed[]> {
  return eventually(
    () => receiptsOf(client, id),
    (receipts) => receipts.length > 0,
  );
}

async function expectIssued(client: Client, id: string): Promise<void> {
  const receipts = await issued(client, id);
  expect(receipts.map(({ receipt }) => `${receipt.payee.role} ${receipt.amount}`)).toEqual(PAYOUTS);
}

/** The answer as it was sent: its numbers are tokens. */
async function download(folder: Folder, url: string, file: string): Promise<string> {
  const text = await (await fetch(url)).text();
  folder.write(file, text);
  return text;
}

test("the receipts of a paid contract verify offline, and a changed one does not", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const platform = await serverParty(server.url);
  const pair = pairOf(server.url, NEWEST);
  const { id } = await liveOnce(pair, platform);
  expect((await receiptsOf(pair.agent, id)).length).toBeOneOf([0, 3]);
  await untilSettled(pair.agent, id);
  await expectIssued(pair.agent, id);
  const contract = `${server.url}/contracts/${id}`;
  const answer = await download(folder, `${contract}/receipt`, "receipts.json");
  await download(folder, `${contract}/transcript`, "transcript.json");
  await server.terminate();

  const grounds = ["--transcript", "transcript.json", "--market-key", platform];
  const verified = await folder.run(["receipt", "verify", "receipts.json", ...grounds]);
  expect(verified).toMatchObject({ status: 0, stderr: "" });
  expect(verified.stdout).toContain("3 receipts, 0 failed; not checked: payment_proof\n");

  const { receipts } = JSON.parse(answer);
  for (const [field, value] of [
    ["amount", "1.13"],
    ["payee", { role: "agent", party: pair.principal.party }],
    ["settled", { ...receipts[0].receipt.settled, head: "00".repeat(32) }],
  ] as const) {
    const receipt = { ...receipts[0].receipt, [field]: value };
    folder.write("changed.json", JSON.stringify({ ...receipts[0], receipt }));
    const caught = await folder.run(["receipt", "verify", "changed.json", ...grounds, "--json"]);
    expect(caught.status).toBe(1);
    const failing = JSON.parse(caught.stdout).receipts[0].checks.filter(
      ({ verdict }: { verdict: string }) => verdict === "fail",
    );
    expect(failing.map(({ name }: { name: string }) => name)).toEqual(["signature", field]);
  }
});

/** As if the process had died before its reader of the feed moved past the settlement. */
function rewind(folder: Folder, notes: "without notes" | "with one note"): void {
  using database = new DatabaseSync(folder.at("bazaar.db"));
  database.exec("update cursors set handled = 1 where name = 'receipts'");
  const kept = notes === "with one note" ? "and key not like '%/1'" : "";
  database.exec(`delete from notes where space = 'receipts' ${kept}`);
}

test("kill -9 between a settlement and its receipts loses none and changes none", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const pair = pairOf(server.url, NEWEST);
  const { id } = await liveOnce(pair, await serverParty(server.url));
  const first = await issued(pair.agent, id);
  for (const notes of ["without notes", "with one note"] as const) {
    await server.kill();
    rewind(folder, notes);
    await server.restart();
    expect(await issued(pair.agent, id)).toEqual(first);
  }
  await expectIssued(pair.agent, id);
});

test("two processes that are killed at work issue every receipt once", async () => {
  using folder = new Folder();
  await using one = await TestServer.start(folder);
  await using other = await TestServer.start(folder);
  const platform = await serverParty(one.url);
  const lived: { readonly pair: Pair; readonly id: string }[] = [];
  for (const crashing of [one, other, one]) {
    const working = crashing === one ? other : one;
    const lives = Array.from({ length: 3 }, async () => {
      const pair = pairOf(working.url, NEWEST);
      lived.push({ pair, id: (await liveOnce(pair, platform)).id });
    });
    await Promise.all(lives);
    // Right after the last answer: settlements and receipts are on their way.
    await crashing.kill();
    await crashing.restart();
  }
  for (const { pair, id } of lived) await expectIssued(pair.agent, id);
  await Promise.all([one.terminate(), other.terminate()]);
  using database = new DatabaseSync(folder.at("bazaar.db"));
  const sql = "select count(*) as notes from notes where space = 'receipts'";
  expect(database.prepare(sql).get()).toEqual({ notes: lived.length * PAYOUTS.length });
});
