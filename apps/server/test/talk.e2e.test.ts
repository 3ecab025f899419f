/** `bazaar chat` as people and programs use it: processes of their own at the real server. */
import { expect, test } from "vitest";
import { TypedTerminal } from "../../cli/test/typed-terminal.ts";
import { Running } from "./running.ts";
import { Folder, MAIN, TestServer } from "./server.ts";

function chatArgs({ url }: TestServer, name: string, ...more: readonly string[]) {
  return ["chat", url, "--name", name, "--key", `${name}.key`, ...more];
}

test("without a terminal lines are said and heard, also after the server was killed", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  await using ada = new Running(folder, chatArgs(server, "ada"));
  await ada.says(/you are in #general/);
  await using bob = new Running(folder, chatArgs(server, "bob"));
  await bob.says(/you are in #general/);
  bob.write("red \u001b[31m alert\u202e");
  await ada.says(/ 1 bob@\w{4}: red \\u\{1b\}\[31m alert\\u\{202e\}\n/);
  ada.write("/reply 1 seen");
  await bob.says(/ 2 ada@\w{4} \(re 1\): seen\n/);
  ada.write("/msg bob only for you");
  await bob.says(/ada@\w{4} → you: only for you\n/);
  await server.kill();
  for (const each of [ada, bob]) await each.says(/; connecting again\n/);
  await server.restart();
  for (const each of [ada, bob]) await each.says(/connected again\n/);
  // The second of them has joined again, too, when it hears itself.
  bob.write("back again");
  await bob.says(/bob@\w{4}: back again\n/);
  await ada.says(/bob@\w{4}: back again\n/);
  for (const each of [ada, bob]) {
    each.end();
    expect(await each.exitCode()).toBe(0);
  }
  expect(ada.output.match(/alert/g)).toHaveLength(1);
});

test("for a program every event is a line of JSON, and its lines may be JSON, too", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  await using ada = new Running(folder, chatArgs(server, "ada", "--json", "--anonymous"));
  ada.write('{"to": "#general", "content": "from a program", "in_reply_to": "1-abcdef"}');
  ada.write("plain text");
  ada.write('{"to": 1}');
  ada.write("/who");
  ada.end();
  expect(await ada.exitCode()).toBe(0);
  const events = ada.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [{ type, me }] = events;
  expect([type, me.isVerified]).toEqual(["connected", false]);
  expect(events.filter(({ message }) => message?.isOwn)).toMatchObject([
    { message: { to: "#general", content: "from a program", inReplyTo: "1-abcdef" } },
    { message: { to: "#general", content: "plain text" } },
  ]);
  expect(events.filter((event) => event.type === "problem")).toHaveLength(1);
  expect(events).toContainEqual({ type: "note", text: `ada ${me.id}, no key` });
});

test("what is typed while others talk stays whole", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  await using bob = new Running(folder, chatArgs(server, "bob"));
  await bob.says(/you are in #general/);
  const words = [process.execPath, MAIN, ...chatArgs(server, "ada")];
  const { path: cwd } = folder;
  await using ada = new TypedTerminal(words, { cwd, columns: 60 });
  await ada.until(/#general> /);
  ada.type("/m");
  await ada.until(/\/m$/);
  ada.type("\t");
  await ada.until(/msg /);
  ada.type("bob half of what I say, which is longer than one row here");
  await ada.until(/row here/);
  bob.write("an interruption");
  // Above the line, which is drawn again.
  await ada.until(/an interruption\r\n[^\n]*#general> \/msg bob half of/);
  ada.type(" and the other half\r");
  await bob.says(
    /→ you: half of what I say, which is longer than one row here and the other half\n/,
  );
  ada.type("\u0004");
  expect(await ada.exitCode()).toBe(0);
});

test("a chat that cannot be used is said in a sentence", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  await server.kill();
  expect(await folder.run(chatArgs(server, "ada"))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^bazaar: cannot connect: the connection was refused$/m),
  });
  expect(await folder.run(["chat", "ftp://here"])).toMatchObject({ status: 2 });
  expect(await folder.run(chatArgs(server, "no name"))).toMatchObject({ status: 2 });
  expect(await folder.run(chatArgs(server, "ada", "--channel", "#a b"))).toMatchObject({
    status: 2,
  });
});
