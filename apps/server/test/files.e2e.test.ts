/** Files between two agents that are processes of their own, through the real server. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Running } from "./running.ts";
import { Folder, TestServer } from "./server.ts";

const SENDER = ["files", "send", "--key", "sender.key", "--name", "ada"];

async function senderId(folder: Folder, market: string): Promise<string> {
  await using asked = new Running(folder, [
    ...["files", "receive", "--market", market, "--key", "sender.key", "--from", "@0"],
  ]);
  // Its end comes after the answer.
  return await asked.says(/you are (@\w+)/);
}

function receiver(folder: Folder, market: string, from: string, more: readonly string[] = []) {
  const to = ["--to", "in", "--from", from, "--market", market];
  return new Running(folder, ["files", "receive", "--key", "receiver.key", ...to, ...more]);
}

test("files go from one process to another, byte for byte, and nothing is replaced unasked", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const { url } = server;
  const bytes = randomBytes(70_000);
  writeFileSync(folder.at("random.bin"), bytes);
  folder.write("note.txt", "no line end");
  const from = await senderId(folder, url);
  {
    await using receiving = receiver(folder, url, from, ["--json"]);
    const to = await receiving.says(/"agent":"(@\w+)"/);
    await using sending = new Running(folder, [
      ...SENDER,
      "--market",
      url,
      to,
      "random.bin",
      "note.txt",
    ]);
    expect(await sending.exitCode()).toBe(0);
    expect(await receiving.exitCode()).toBe(0);
    expect(sending.output).toContain(`${to} has the files`);
    const steps = receiving.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const saved = steps.filter(({ step }) => step === "saved");
    expect(saved).toMatchObject([{ path: "random.bin" }, { path: "note.txt" }]);
  }
  expect(readFileSync(folder.at("in/random.bin")).equals(bytes)).toBe(true);
  expect(readFileSync(folder.at("in/note.txt"), "utf8")).toBe("no line end");

  folder.write("note.txt", "another text");
  await using receiving = receiver(folder, url, from);
  const to = await receiving.says(/you are (@\w+)/);
  await using sending = new Running(folder, [...SENDER, "--market", url, to, "note.txt"]);
  expect(await sending.exitCode()).toBe(1);
  expect(await receiving.exitCode()).toBe(1);
  expect(receiving.output).toContain("not saved: note.txt: there is a file of this name already");
  expect(sending.output).toContain("no file was saved");
  expect(readFileSync(folder.at("in/note.txt"), "utf8")).toBe("no line end");
});

test("a transfer goes on after the server was killed in the middle of it", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const { url } = server;
  const bytes = randomBytes(12 * 2 ** 20);
  writeFileSync(folder.at("random.bin"), bytes);
  const from = await senderId(folder, url);
  await using receiving = receiver(folder, url, from);
  const to = await receiving.says(/you are (@\w+)/);
  await using sending = new Running(folder, [...SENDER, "--market", url, to, "random.bin"]);
  await receiving.says(/receiving: \d+ %/);
  await server.kill();
  await server.restart();
  expect(await sending.exitCode()).toBe(0);
  expect(await receiving.exitCode()).toBe(0);
  for (const { output } of [sending, receiving]) expect(output).toContain("connected again");
  expect(readFileSync(folder.at("in/random.bin")).equals(bytes)).toBe(true);
});

test("who interrupts a transfer ends it for both sides, and nothing is written", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const { url } = server;
  writeFileSync(folder.at("random.bin"), randomBytes(20 * 2 ** 20));
  mkdirSync(folder.at("in"));
  const from = await senderId(folder, url);
  await using receiving = receiver(folder, url, from);
  const to = await receiving.says(/you are (@\w+)/);
  await using sending = new Running(folder, [...SENDER, "--market", url, to, "random.bin"]);
  await receiving.says(/receiving: \d+ %/);
  sending.interrupt();
  expect(await sending.exitCode()).toBe(1);
  expect(await receiving.exitCode()).toBe(1);
  expect(sending.output).toContain("the transfer was cancelled");
  expect(receiving.output).toContain("the other agent cancelled the transfer");
  expect(() => readFileSync(folder.at("in/random.bin"))).toThrow("ENOENT");
});

test("what cannot be sent is said in a sentence", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  folder.write("a", "a");
  const send = (...args: readonly string[]) => folder.run([...SENDER, ...args]);
  expect(await send("@0", "missing")).toMatchObject({
    status: 2,
    stderr: "bazaar: there is no file missing\n",
  });
  expect(await send("#general", "a")).toMatchObject({ status: 2 });
  expect(await send("--market", server.url, "@0123456789abcdef", "a")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("the other agent is not online"),
  });
  const own = await senderId(folder, server.url);
  expect(await send("--market", server.url, own, "a")).toMatchObject({
    status: 1,
    stderr: `bazaar: ${own} is your own id\n`,
  });
  await server.kill();
  expect(await send("--market", server.url, "@0123456789abcdef", "a")).toMatchObject({
    status: 1,
    stderr: "bazaar: cannot connect: the connection was refused\n",
  });
});
