import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BadInput } from "@bazaar/terminal";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "./config.ts";
import { startServer } from "./running-server.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bazaar-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each([
  { given: { FIX_PORT: "80000" }, says: 'FIX_PORT: expected a port from 0 to 65535, got "80000"' },
  { given: { FIX_PORT: "http" }, says: "FIX_PORT: expected a port" },
  {
    given: { BAZAAR_CHAT_PORT: "on" },
    says: 'BAZAAR_CHAT_PORT: expected a port from 0 to 65535, or off, got "on"',
  },
  { given: { FIX_PLATFORM_ADDRESS: "bob" }, says: "FIX_PLATFORM_ADDRESS: expected a Nano account" },
  { given: { BAZAAR_MODEL_URL: "here" }, says: "BAZAAR_MODEL_URL: expected a URL" },
  {
    given: { BAZAAR_MODEL_URL: "http://user:hunter2@127.0.0.1:1/v1", BAZAAR_MODEL: "m" },
    says: "BAZAAR_MODEL_URL: has a user name or a password in it",
  },
  { given: { BAZAAR_MODEL_URL: "http://hunter2@127.0.0.1:1/v1" }, says: "BAZAAR_MODEL_KEY" },
  { given: { BAZAAR_MODEL_URL: "http://127.0.0.1:1" }, says: "set BAZAAR_MODEL" },
  { given: { FIX_DB: "." }, says: "FIX_DB: cannot use ." },
  {
    given: { FIX_DB: "postgres://bazaar:hunter2@db/bazaar" },
    says: 'FIX_DB: cannot use "postgres:…"; expected a file or one of sqlite:<file>, memory:',
  },
  {
    given: { FIX_DB: "/proc/absent/bazaar.db" },
    says: "FIX_DB: cannot use /proc/absent/bazaar.db",
  },
  { given: { FIX_SERVER_KEY: "/proc/absent/server.key" }, says: "cannot create /proc/absent" },
  { given: { BAZAAR_CONFIG: "absent.json" }, says: "BAZAAR_CONFIG: ENOENT" },
])("$given is refused in one line that names it", async ({ given, says }) => {
  const folder = temporaryFolder();
  const environment = {
    FIX_PORT: "0",
    FIX_DB: join(folder, "bazaar.db"),
    FIX_SERVER_KEY: join(folder, "server.key"),
    ...given,
  };
  const start = async () => {
    const options = { hasAgent: false, acceptsLoss: false, onBug: () => undefined };
    return startServer(readConfig(environment), pino({ enabled: false }), options);
  };
  const refused = await start().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(BadInput);
  const { message } = refused as BadInput;
  expect(message).toContain(says);
  expect(message).not.toContain("\n");
  expect(message).not.toContain("hunter2");
});

test("a market in memory serves and leaves no database behind", async () => {
  const folder = temporaryFolder();
  const environment = {
    FIX_PORT: "0",
    BAZAAR_CHAT_PORT: "0",
    FIX_DB: "memory:",
    FIX_SERVER_KEY: join(folder, "server.key"),
  };
  const options = { hasAgent: false, acceptsLoss: false, onBug: () => undefined };
  const server = await startServer(readConfig(environment), pino({ enabled: false }), options);
  const [url = ""] = /http:\S+/.exec(server.greeting) ?? [];
  expect(server.greeting).toContain("memory; nothing is kept");
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "up", store: "ok" });
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  const [, chat = ""] = /, ws:(\S+)/.exec(server.greeting) ?? [];
  expect((await fetch(`http:${chat}/health`)).status).toBe(200);
  await server.close();
  await expect(fetch(`http:${chat}/health`)).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(["server.key"]);
});
