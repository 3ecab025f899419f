import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sample } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { VARIABLES } from "../src/environment.ts";
import { GENERATIONS } from "./client.ts";
import { liveOnce, pairOf, serverParty, untilSettled } from "./life.ts";
import { Folder, TestServer } from "./server.ts";

const BIN = join(import.meta.dirname, "../bin/bazaar.mjs");
const OLD_NODE = ["/usr/bin/node", "/usr/local/bin/node"].find(
  (path) => existsSync(path) && /^v(?:1|20)/.test(nodeVersion(path)),
);

function nodeVersion(path: string): string {
  return spawnSync(path, ["--version"], { encoding: "utf8" }).stdout;
}

test("a copy taken while the server works is complete, and nothing is overwritten", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const platform = await serverParty(server.url);
  const lives = Array.from({ length: 6 }, () =>
    liveOnce(pairOf(server.url, GENERATIONS[2]!), platform),
  );
  const copied = await folder.run(["backup", "copy.db"]);
  expect(copied).toMatchObject({ status: 0, stderr: "" });
  await Promise.all(lives);
  expect(await folder.run(["backup", "copy.db"])).toMatchObject({ status: 2 });

  const later = await folder.run(["backup", "later.db"]);
  expect(later.status).toBe(0);
  for (const copy of ["copy.db", "later.db"]) {
    const environment = { FIX_DB: folder.at(copy) };
    const rebuilt = await folder.run(["rebuild"], { environment });
    expect(rebuilt).toMatchObject({ status: 0, stderr: "" });
    expect(rebuilt.stdout).toMatch(/^\d+ contracts, \d+ entries, 0 differences\n$/);
  }
});

test("rebuild finds a stored state that does not follow from its entries", async () => {
  using folder = new Folder();
  {
    await using server = await TestServer.start(folder);
    const pair = pairOf(server.url, GENERATIONS[2]!);
    const { id } = await liveOnce(pair, await serverParty(server.url));
    await untilSettled(pair.agent, id);
    await server.terminate();
  }
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(folder.at("bazaar.db"));
  database.exec(`update contracts set state = replace(state, '"tasks":0', '"tasks":7')`);
  const rebuilt = await folder.run(["rebuild"]);
  expect(rebuilt.status).toBe(1);
  expect(rebuilt.stdout).toMatch(
    /its state is different\n1 contracts, 8 entries, 1 differences\n$/,
  );
  database.exec(`update contracts set state = replace(state, '"id":"', '"id":"\u009b')`);
  database.close();
  const tricked = await folder.run(["rebuild"]);
  expect(tricked.stdout + tricked.stderr).toContain("\\u{9b}");
  expect(tricked.stdout + tricked.stderr).not.toContain("\u009b");
});

test.each(["rebuild", "backup"])("%s of a database in memory says so", async (command) => {
  using folder = new Folder();
  const args = command === "backup" ? [command, "copy.db"] : [command];
  expect(await folder.run(args, { environment: { FIX_DB: "memory:" } })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("a database in memory keeps nothing; set FIX_DB"),
  });
});

test.each(["rebuild", "backup"])("%s of a file that is not a database says so", async (command) => {
  using folder = new Folder();
  const environment = { FIX_DB: folder.write("notes.txt", "not a database") };
  const args = command === "backup" ? [command, "copy.db"] : [command];
  const { status, stderr } = await folder.run(args, { environment });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^bazaar: .*notes\.txt.*: file is not a database\n$/);
});

test("a start that fails because of the database leaves no key behind", async () => {
  using folder = new Folder();
  const environment = { FIX_DB: folder.write("notes.txt", "not a database") };
  const refused = await folder.run(["serve"], { environment });
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toMatch(/^bazaar: FIX_DB: .*\n$/);
  expect(existsSync(folder.at("server.key"))).toBe(false);
});

test.each(["BAZAAR_MODEL", "BAZAAR_MODEL_KEY"])(
  "%s without an address is refused",
  async (name) => {
    using folder = new Folder();
    const refused = await folder.run(["serve"], { environment: { [name]: "some" } });
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toContain(`${name}: set BAZAAR_MODEL_URL too`);
  },
);

test("a database is only served with the key it was created with", async () => {
  using folder = new Folder();
  const owner = await (async () => {
    await using server = await TestServer.start(folder);
    return await serverParty(server.url);
  })();
  const environment = { FIX_SERVER_KEY: folder.at("other.key") };
  const refused = await folder.run(["serve"], { environment });
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain(`belongs to ${owner}`);
});

test("the server's key is readable by its owner only and stays the same", async () => {
  using folder = new Folder();
  const first = await (async () => {
    await using server = await TestServer.start(folder);
    return await serverParty(server.url);
  })();
  expect(statSync(folder.at("server.key")).mode & 0o777).toBe(0o600);
  expect(await folder.run(["key"])).toMatchObject({ status: 0, stdout: `${first}\n` });
  expect(await folder.run(["key", "server.key"])).toMatchObject({ stdout: `${first}\n` });
  chmodSync(folder.at("server.key"), 0o644);
  const refused = await folder.run(["serve"]);
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toContain("others can read this key (mode 0644); run: chmod 600");
});

test("an agent key that others can read stops the start", async () => {
  using folder = new Folder();
  chmodSync(folder.write("agent.key", "ab".repeat(32)), 0o644);
  const refused = await folder.run(["serve"]);
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toContain("agent.key: others can read this key");
});

test("a key file is not overwritten", async () => {
  using folder = new Folder();
  const made = await folder.run(["key", "judge.key", "--new"]);
  expect(made.stdout).toMatch(/^fix_[0-9a-f]{64}\n$/);
  expect(await folder.run(["key", "judge.key", "--new"])).toMatchObject({ status: 2 });
  expect(await folder.run(["key", "judge.key"])).toMatchObject({ stdout: made.stdout });
});

test("no secret is ever written to the logs", async () => {
  using folder = new Folder();
  const secrets = {
    FIX_API_KEY: "sk-ant-keep-this-to-yourself",
    OPENROUTER_API_KEY: "sk-or-keep-this-to-yourself",
    FIX_NANO_SEED: "5eed".repeat(16),
  };
  const options = { environment: secrets, settings: { logLevel: "trace" } };
  await using server = await TestServer.start(folder, options);
  const pair = pairOf(server.url, GENERATIONS[1]!);
  await liveOnce(pair, await serverParty(server.url));
  await fetch(`${server.url}/contracts/${"0".repeat(64)}`);
  await server.terminate();
  expect(server.logs).toContain("FIX_NANO_SEED is not used");
  const everything = server.logs + server.output;
  for (const secret of Object.values(secrets)) expect(everything).not.toContain(secret);
  const seed = readFileSync(folder.at("server.key"), "utf8").trim();
  expect(everything).not.toContain(seed);
});

test("a setting that cannot be used is refused in one line, and nothing is served", async () => {
  using folder = new Folder();
  const environment = { FIX_PORT: "80000" };
  expect(await folder.run(["serve"], { environment })).toEqual({
    status: 2,
    stdout: "",
    stderr: 'bazaar: FIX_PORT: expected a port from 0 to 65535, got "80000"\n',
  });
});

test("a port in use is reported, and nothing is left behind", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const environment = { FIX_PORT: new URL(server.url).port, FIX_DB: folder.at("other/fix.db") };
  const before = readdirSync(folder.path);
  const refused = await folder.run(["serve"], { environment });
  expect(readdirSync(folder.path)).toEqual(before);
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toContain("cannot listen on 127.0.0.1:");
  expect(refused.stderr).toContain("choose another with --port");
});

const MISTAKES = [
  { args: ["sreve"], says: "unknown command 'sreve'" },
  { args: ["serve", "--prot", "1"], says: "unknown option '--prot'" },
  { args: ["backup"], says: "missing required argument 'file'" },
  { args: ["rebuild"], says: "there is no database" },
  { args: ["key", "absent.key"], says: "there is no key file absent.key" },
  { args: ["court", "rule", "absent.json"], says: "cannot read the transcript" },
  { args: ["court", "rule", "x", "--tier", "moot"], says: "district, appeals, supreme" },
];

test.each(sample("mistakes", MISTAKES, 3))(
  "$args is refused with a reason and no stack",
  async ({ args, says }) => {
    using folder = new Folder();
    const { status, stderr } = await folder.run(args);
    expect(status).toBe(2);
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/\n\s+at /);
  },
);

const TRICKS = "\u009b31m\u001b[31m\u202e\u2066\u007f";

const TRICKY = [
  { what: "a field", args: ["court", "rule", "t.json"], text: { entries: [{ [TRICKS]: 1 }] } },
  { what: "a file name", args: ["court", "rule", `${TRICKS}.json`], text: {} },
  { what: "a command", args: [`${TRICKS}serve`], text: {} },
  { what: "an option", args: ["serve", `--${TRICKS}`], text: {} },
  { what: "a key of a settings file", args: ["serve"], text: { [TRICKS]: 1 } },
];

test.each(sample("tricky", TRICKY, 2))(
  "$what with control characters is printed escaped",
  async ({ args, text }) => {
    using folder = new Folder();
    const whole = { id: "0".repeat(64), receivedAt: [1], ...text };
    const environment = { BAZAAR_CONFIG: folder.write("t.json", JSON.stringify(whole)) };
    const { status, stdout, stderr } = await folder.run(args, { environment });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/\\u\{?0*9b\}?31m/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2066]/);
  },
);

test("control characters in file names are escaped in the greeting and the log", async () => {
  using folder = new Folder();
  const names = {
    FIX_DB: folder.at("\u009b\u202e.db"),
    FIX_SERVER_KEY: folder.at("\u009b\u202e.key"),
  };
  await using server = await TestServer.start(folder, { environment: names });
  await server.terminate();
  expect(server.logs).toContain("\\u009b\\u202e.key");
  expect(server.output).toContain("\\u{9b}\\u{202e}.db");
  expect(server.logs + server.output).not.toMatch(/[\u0080-\u009f\u202e]/);
});

test("help lists every variable, and there are at most fifteen", async () => {
  using folder = new Folder();
  const { status, stdout } = await folder.run(["serve", "--help"]);
  expect(status).toBe(0);
  for (const { name, meaning } of VARIABLES) {
    expect(stdout.split("\n").find((line) => line.includes(` ${name} `))).toContain(meaning);
  }
  expect(VARIABLES.length).toBeLessThanOrEqual(15);
  expect((await folder.run(["--version"])).stdout).toBe("0.1.0\n");
});

test.skipIf(OLD_NODE === undefined)(
  "the command runs where the installed Node is older (needs an older Node)",
  () => {
    const { stdout, stderr } = spawnSync(OLD_NODE ?? "", [BIN, "--version"], { encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "0.1.0\n", stderr: "" });
  },
);
