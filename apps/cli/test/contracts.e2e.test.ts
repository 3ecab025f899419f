import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SentRecords } from "@bazaar/client";
import {
  type ContractId,
  chainJson,
  contractAlias,
  entryHash,
  type JsonObject,
  parseJson,
  parseTranscript,
  signEntry,
  transcriptJson,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { readKeyFile } from "@bazaar/keys/key-file";
import { expect, onTestFinished, test, vi } from "vitest";
import { appealCommand } from "../src/commands/appeal.ts";
import { cancelCommand } from "../src/commands/cancel.ts";
import { chatCommand } from "../src/commands/chat.ts";
import { disputeCommand } from "../src/commands/dispute.ts";
import { haltCommand } from "../src/commands/halt.ts";
import { resumeCommand } from "../src/commands/resume.ts";
import { showCommand } from "../src/commands/show.ts";
import { statusCommand } from "../src/commands/status.ts";
import { verifyCommand } from "../src/commands/verify.ts";
import { walletCommand } from "../src/commands/wallet.ts";
import { whoamiCommand } from "../src/commands/whoami.ts";
import { given, run, TestMarket } from "./test-market.ts";

const HOSTILE = "\u001b[2J\u202e hidden\n2026-01-01 00:00:00  the market: settled\r\u200b";

test("reading commands in a new home say that there is nothing, and create nothing", async () => {
  const home = mkdtempSync(join(tmpdir(), "fix-fresh-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("HOME", home);
  expect((await run(statusCommand())).out).toContain("no open contracts");
  expect((await run(walletCommand())).out).toContain("no wallet yet");
  expect((await run(whoamiCommand())).out).toContain("none yet");
  expect(await run(showCommand(), "abcdef")).toMatchObject({ code: 2 });
  expect(existsSync(join(home, ".fix"))).toBe(false);
});

test("what was posted to another market is not denied", async () => {
  const home = mkdtempSync(join(tmpdir(), "fix-elsewhere-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("HOME", home);
  const market = "https://market.example";
  const contract = "ab".repeat(32) as ContractId;
  const records = new SentRecords(join(home, ".fix", "sent"), market);
  records.add({ contract, act: "post", data: {} }, 1);
  const status = await run(statusCommand());
  expect(status.out).toContain("no open contracts on the built-in market");
  expect(status.err).toContain(`posted to ${market} too: see fix status --market ${market}`);
  expect((await run(walletCommand())).err).toContain(`fix wallet --market ${market}`);
  const shown = await run(showCommand(), "000000");
  expect(shown).toMatchObject({
    code: 2,
    err: expect.stringContaining(`--market ${market} lists`),
  });
});

test("status lists what each open contract waits for and holds; --all includes ended ones", async () => {
  await using stand = await TestMarket.open();
  const ended = await stand.act(await stand.post("make old"), stand.person, "cancel");
  const open = await stand.post("make test");
  await stand.taken(open);
  await stand.post("not mine", stand.connectAs(generateSigner()));

  const { out } = await run(statusCommand());
  expect(out.trim().split("\n")).toHaveLength(1);
  expect(out).toMatch(
    /^[0-9a-f]{16} {2}make test {2}in progress; waits for the agent's next step, (?:2 min|1 min 5\d s) left; 1\.34 XNO held\n$/,
  );
  expect(out.startsWith(contractAlias(open.id).slice(0, 16))).toBe(true);

  const all = await run(statusCommand(), "--all");
  expect(all.out).toContain("make old");
  expect(all.out).toContain("canceled (unclaimed)");

  const json = JSON.parse((await run(statusCommand(), "--all", "--json")).out);
  expect(json.complete).toBe(true);
  expect(json.contracts).toMatchObject([
    { id: open.id, phase: "in_progress", waits_for: "agent", settled: false },
    { id: ended.id, phase: "canceled", waits_for: null, outcome: "unclaimed" },
  ]);
  expect(json.contracts[0].held).toEqual([{ asset: "XNO", principal: "0.67", agent: "0.67" }]);
});

test("commands that only read start no agent, and those that go to court do", async () => {
  await using stand = await TestMarket.open();
  const { id } = await stand.post("make test");
  await run(statusCommand());
  await run(showCommand(), id);
  expect(existsSync(stand.own.agentKey)).toBe(false);
  await run(disputeCommand(), id, "--yes", "nothing to dispute yet");
  expect(existsSync(stand.own.agentKey)).toBe(true);
});

test("show prints the whole history, with texts from outside inert behind a bar", async () => {
  await using stand = await TestMarket.open();
  let contract = await stand.taken(await stand.post("make test"));
  contract = await stand.act(contract, stand.agent, "message", { message: HOSTILE });
  const long = Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n");
  contract = await stand.act(contract, stand.agent, "fix", { fix: long, explanation: HOSTILE });
  const evidence = { exit_code: 0n };
  await stand.act(contract, stand.person, "verify", { success: true, evidence });

  const { out } = await run(showCommand(), contract.id.slice(0, 6));
  expect(out).toContain("0.5 XNO for the repair; held: you 0.67 XNO, the agent 0.67 XNO");
  expect(out).toContain("you: verify (it works, exit 0)");
  expect(out).toContain("1.12 XNO to the agent");
  expect(out).toContain("│ … 28 lines more");
  expect(out).toContain(
    "\\u{1b}[2J\\u{202e} hidden\n    │ 2026-01-01 00:00:00  the market: settled\\u{d}\\u{200b}",
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not get through.
  expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u200b\u202e]/);
  expect(out).not.toMatch(/^2026-01-01/m);
});

test("another's contract is shown and verified under its whole name, and never acted on", async () => {
  await using stand = await TestMarket.open();
  const { id } = await stand.post("not mine", stand.connectAs(generateSigner()));
  expect((await run(showCommand(), contractAlias(id))).out).toContain("the principal: post");
  expect(await run(verifyCommand(), id)).toMatchObject({ code: 0 });
  expect(await run(showCommand(), id.slice(0, 10))).toMatchObject({ code: 2 });
  const refused = await run(cancelCommand(), id);
  expect(refused).toMatchObject({ code: 2, out: "" });
  expect(refused.err).toContain("is not yours");
});

test.each([
  { name: "abc12", says: "at least its first 6" },
  { name: "not-hex", says: "at least its first 6" },
  { name: "f".repeat(64), says: "no such contract" },
  { name: "f".repeat(20), says: "none of your contracts" },
])("a name like $name is refused with what to do", async ({ name, says }) => {
  await using stand = await TestMarket.open();
  await stand.post("make test");
  const { code, err } = await run(cancelCommand(), name);
  expect(code).toBe(2);
  expect(err).toContain(says);
});

test("an invalid market address is refused before a request is sent", async () => {
  await using stand = await TestMarket.open();
  const { id } = await stand.post("make test");
  const { code, err } = await run(showCommand(), id, "--market", "ftp://market.example");
  expect(code).toBe(2);
  expect(err).toContain("--market: expected http:// or https://");
});

test("cancel is free before an agent has begun, and prints what was returned", async () => {
  await using stand = await TestMarket.open();
  const { id } = await stand.post("make test");
  const { out, code } = await run(cancelCommand(), id, "solved", "it");
  expect(code).toBe(0);
  expect(out).toContain("It costs you nothing: you 0.67 XNO.");
  expect(out).toContain("has ended: canceled (unclaimed); paid out");
  expect(given(await stand.person.balances()).get("XNO")).toBe("100");
  expect((await run(showCommand(), id)).out).toContain("│ solved it");
  const again = await run(cancelCommand(), id);
  expect(again.code).toBe(1);
  expect(again.err).toContain("The contract has ended (canceled)");
});

test("once a fix is there it cannot be canceled, and a halt that may cost wants a yes", async () => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make test"));
  const fixed = await stand.act(taken, stand.agent, "fix", { fix: "true" });
  const late = await run(cancelCommand(), fixed.id, "--yes");
  expect(late.code).toBe(1);
  expect(late.err).toContain("fix halt stops it");

  const unasked = await run(haltCommand(), fixed.id);
  expect(unasked.code).toBe(2);
  expect(unasked.err).toContain("--yes");
  expect(unasked.out).toContain("You have 0.67 XNO at stake; after the market's fee you get back:");
  expect((await stand.reload(fixed)).state.phase).toBe("verifying");
});

test("a halt asks the court at once, and only a halted contract can be resumed", async () => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make test"));
  const early = await run(resumeCommand(), taken.id);
  expect(early).toMatchObject({ code: 1 });
  expect(early.err).toContain("Only a halted contract can be resumed; this one is in progress.");

  const { out, code } = await run(haltCommand(), taken.id, "--yes", "it", "deletes", "things");
  expect(code).toBe(0);
  expect(out).toContain("The district court costs 0.02 XNO");
  expect(out).toContain("if it rules for you: 0.62 XNO\n");
  expect(out).toContain("if it rules against you: 0.15 XNO\n");
  expect(out).toContain("if it rules that it cannot tell: 0.67 XNO\n");
  expect((await stand.reload(taken)).state.halts).toBe(1);
});

test("a halt is lifted before the court has ruled, and the work goes on", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close().closeAllConnections());
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  await using stand = await TestMarket.open({
    BAZAAR_MODEL_URL: `http://127.0.0.1:${port}`,
    BAZAAR_MODEL: "silent",
  });
  const taken = await stand.taken(await stand.post("make test"));
  const held = stand.person.act(taken, "halt", {});
  await expect.poll(async () => (await stand.reload(taken)).state.phase).toBe("halted");
  const { code, out } = await run(resumeCommand(), taken.id);
  expect(code).toBe(0);
  expect(out).toContain("is in progress; 1.34 XNO held");
  expect(out).toContain("it waits for the agent's next step, ");
  given(await held);
});

test("chat answers what the agent asked, scrubbed, and shows the conversation", async () => {
  await using stand = await TestMarket.open();
  const open = await stand.post("make test");
  const alone = await run(chatCommand(), open.id, "hello?");
  expect(alone).toMatchObject({ code: 1 });
  expect(alone.err).toContain("no one to talk to");

  const taken = await stand.taken(open);
  await stand.act(taken, stand.agent, "ask", { message: `which shell?${HOSTILE}` });
  vi.stubEnv("SHOP_PASSWORD", "correct-horse-7");
  const said = await run(chatCommand(), open.id, "bash,", "with", "correct-horse-7");
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining("Sent.\n") });
  expect(said.err).toContain("1 secret removed");
  const { entries } = (await stand.reload(open)).transcript;
  expect(entries.at(-1)).toMatchObject({
    type: "answer",
    data: { message: "bash, with [REDACTED:password]" },
  });
  const { out } = await run(chatCommand(), open.id);
  expect(out).toMatch(/the agent asks:\n {4}│ which shell\?\\u\{1b\}/);
  expect(out).toMatch(/you:\n {4}│ bash, with \[REDACTED:password\]\n$/);
});

test("a text that is longer than the market takes is refused before anything is sent", async () => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make test"));
  const { code, err } = await run(chatCommand(), taken.id, "it does not work. ".repeat(300));
  expect(code).toBe(2);
  expect(err).toContain("the limit is 4000");
  expect((await stand.reload(taken)).chain).toEqual(taken.chain);
});

test("a dispute waits for its ruling here, and the side that lost may appeal", async () => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make test"));
  const fixed = await stand.act(taken, stand.agent, "fix", { fix: "true" });
  const early = await run(appealCommand(), fixed.id, "--yes");
  expect(early.err).toContain("There is no ruling to appeal");

  const answering = answer(stand, fixed.id);
  const { out, err, code } = await run(disputeCommand(), fixed.id, "--yes", "it", "did", "nothing");
  await answering;
  expect(code).toBe(0);
  expect(out).toContain(
    "The district court costs 0.02 XNO, paid by the losing side. You have 0.67 XNO at stake; after the market's fee you get back:",
  );
  expect(err).toContain("waiting for the court");
  const { state } = await stand.reload(fixed);
  expect(state.rulings).toHaveLength(1);
  expect(out).toContain(`${fixed.id.slice(0, 16)} is ruled; 1.34 XNO held`);
  expect(out).toContain("then the ruling is final");

  const again = answer(stand, fixed.id, "appeal");
  const appealed = await run(appealCommand(), fixed.id, "--yes", "look", "again");
  await again;
  expect(appealed).toMatchObject({ code: 0 });
  expect(appealed.out).toContain("The appeals court costs 0.05 XNO");
  expect(appealed.out).toContain("decides from the same facts again");
  // The losing side pays both courts: 0.17 less 0.02 and 0.05.
  expect(appealed.out).toContain("if it rules against you: 0.1 XNO\n");
  const { out: told } = await run(showCommand(), fixed.id);
  expect(told).toMatch(
    /│ it did nothing\n[\s\S]*the court: ruling \(district, [\s\S]*│ look again\n/,
  );
});

test("show says of a fix that passed and was declined that it was not taken", async () => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make test"));
  const fixed = await stand.act(taken, stand.agent, "fix", { fix: "true" });
  await stand.act(fixed, stand.person, "verify", { success: false, evidence: { passed: true } });
  const { out } = await run(showCommand(), fixed.id);
  expect(out).toContain("you: verify (not taken, its check passed)");
});

/** The agent's one word in court, as soon as there is a case. */
async function answer(stand: TestMarket, id: string, to = "dispute_filed"): Promise<void> {
  const until = AbortSignal.timeout(20_000);
  for await (const { entry, contract } of stand.agent.follow(id, until)) {
    if (entry.type !== to) continue;
    await stand.act(contract, stand.agent, "dispute_response", { argument: "it did" });
    return;
  }
}

test("wallet prints what is free, what is held, and the transactions", async () => {
  await using stand = await TestMarket.open();
  await stand.taken(await stand.post("make test"));
  const { out } = await run(walletCommand());
  expect(out).toContain("99.33 XNO free, 0.67 held in contracts");
  expect(out).toMatch(
    /-0\.67 XNO {2}held for contract [0-9a-f]{16}\n {2}\+100 XNO {2}starting balance/,
  );
  expect((await run(walletCommand(), "faucet")).out).toContain("100 XNO from");
  const soon = await run(walletCommand(), "faucet", "XNO");
  expect(soon).toMatchObject({ code: 2 });
  expect(soon.err).toMatch(/Too early\. Try again in \d+ (?:s|min|h)/);
  expect((await run(walletCommand(), "faucet", "GOLD")).err).toContain("no faucet for GOLD");
  const json = JSON.parse((await run(walletCommand(), "--json")).out);
  expect(json).toMatchObject({ free: { XNO: "199.33" }, held: { XNO: "0.67" } });
});

test("verify holds a contract and its file, and finds where a file was tampered with", async () => {
  await using stand = await TestMarket.open();
  const contract = await stand.taken(await stand.post("make test"));
  const fixed = await stand.act(contract, stand.agent, "fix", { fix: "true" });
  const data = { success: true, evidence: { exit_code: 0n } };
  await stand.act(fixed, stand.person, "verify", data);
  await expect.poll(async () => (await stand.reload(fixed)).state.isSettled).toBe(true);

  const live = await run(verifyCommand(), fixed.id.slice(0, 8));
  expect(live).toMatchObject({ code: 0 });
  expect(live.out).toContain("payouts     1.34 XNO in all, as the last entry says");
  const { out: whole } = await run(showCommand(), fixed.id, "--json");
  const verdict = (text: string) => {
    const file = join(stand.home, "transcript.json");
    writeFileSync(file, text);
    return run(verifyCommand(), file);
  };
  expect(await verdict(whole)).toMatchObject({ code: 0, out: live.out });
  const tampered = whole.replace('"fix":"true"', '"fix":"false"');
  expect(await verdict(tampered)).toMatchObject({
    code: 1,
    out: `invalid  entry ${fixed.chain.seq - 1}: the signature is not the author's\n`,
  });
  const parsed = JSON.parse(whole);
  const shortened = {
    ...parsed,
    entries: parsed.entries.toSpliced(1, 1),
    receivedAt: parsed.receivedAt.slice(1),
  };
  expect((await verdict(JSON.stringify(shortened))).out).toContain(
    "entry 1: expected seq 1, got 2",
  );
  const renamed = { ...parsed, id: "0".repeat(64) };
  expect((await verdict(JSON.stringify(renamed))).out).toContain(
    "entry 0: the terms are those of another",
  );
  expect(await verdict(paidOtherwise(whole, stand))).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /^invalid {2}entry 5 \(settled\): the acts ordered 1\.12 XNO to fix_[0-9a-f]{64}, and it says 1\.11 XNO to/,
    ),
  });
  expect(await verdict("{")).toMatchObject({ code: 2 });
  expect(await run(verifyCommand(), join(stand.home, "nothing.json"))).toMatchObject({ code: 2 });
});

test("a market that shows an invalid transcript is caught, also without a key", async () => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make test"));
  await stand.act(taken, stand.agent, "fix", { fix: "true" });
  const { out: whole } = await run(showCommand(), taken.id, "--json");
  let served = whole;
  const market = createServer((_, answer) => void answer.end(served)).listen(0, "127.0.0.1");
  onTestFinished(() => void market.close());
  await once(market, "listening");
  const url = `http://127.0.0.1:${(market.address() as AddressInfo).port}`;
  rmSync(stand.own.key);
  const ask = () => run(verifyCommand(), taken.id, "--market", url);
  expect(await ask()).toMatchObject({ code: 0, err: "" });
  served = whole.replace('"fix":"true"', '"fix":"false"');
  const caught = await ask();
  expect(caught).toMatchObject({ code: 1, out: "" });
  expect(caught.err).toContain(`${url} sent an invalid answer`);
  expect(caught.err).toContain("the signature is not the author's");
  // Of a contract that was posted from here, the market is known.
  new SentRecords(stand.own.sent, url).add({ contract: taken.id, act: "post", data: {} }, 0);
  const known = await run(verifyCommand(), taken.id.slice(0, 6));
  expect(known.err).not.toContain("the built-in market");
  expect(known.err).toContain(url);
});

/** What a market would write that paid the agent less than its own rules say. */
function paidOtherwise(text: string, { own }: TestMarket): string {
  const transcript = given(parseTranscript(given(parseJson(text))));
  const before = transcript.entries.slice(0, -1);
  const settled = transcript.entries.at(-1)!;
  const data = given(parseJson(chainJson(settled.data).replace('"1.12"', '"1.11"')));
  const chain = { head: entryHash(before.at(-1)!), seq: before.length };
  const act = { type: "settled", data: data as JsonObject };
  const entry = signEntry(readKeyFile(own.market.key), chain, act, Date.now());
  return chainJson(transcriptJson({ ...transcript, entries: [...before, entry] }));
}
