import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Admission, DEFAULT_LISTEN_SETTINGS, Listener } from "@bazaar/doors/listen";
import { BadInput } from "@bazaar/terminal";
import { expect, onTestFinished, test } from "vitest";
import { chatPortOf, openChatPort } from "./chat-port.ts";
import { readEnvironment } from "./environment.ts";

test.each([
  { given: {}, wanted: { port: 6_667, isAsked: false } },
  { given: { FIX_PORT: "8000" }, wanted: { port: 6_667, isAsked: false } },
  { given: { FIX_PORT: "8001" }, wanted: null },
  { given: { FIX_PORT: "0" }, wanted: null },
  { given: { BAZAAR_CHAT_PORT: "off" }, wanted: null },
  { given: { BAZAAR_CHAT_PORT: "7000" }, wanted: { port: 7_000, isAsked: true } },
  { given: { FIX_PORT: "0", BAZAAR_CHAT_PORT: "0" }, wanted: { port: 0, isAsked: true } },
])("with $given chat has the port $wanted", ({ given, wanted }) => {
  expect(chatPortOf(readEnvironment(given))).toEqual(wanted);
});

test("a taken port is an error if it was asked for, and otherwise a warning", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port: taken } = other.address() as AddressInfo;
  await using real = new Listener({
    admission: new Admission(DEFAULT_LISTEN_SETTINGS),
    doors: [
      {
        mounts: [
          {
            prefix: "/",
            handle: () => ({ status: 200, headers: {}, body: "" }),
            refuse: () => ({ status: 500, headers: {}, body: "" }),
          },
        ],
        close: async () => undefined,
      },
    ],
    log: () => undefined,
  });
  // Stands in for the usual port, which another program on this machine may have or not.
  const listener = { listen: (_: number, host: string) => real.listen(taken, host) };
  const warnings: unknown[] = [];
  const log = { warn: (text: unknown) => void warnings.push(text) };
  const open = (chatPort: number | "usual") =>
    openChatPort(listener, { host: "127.0.0.1", port: 8_000, chatPort }, log);
  expect(await open("usual")).toBeNull();
  expect(warnings).toEqual([expect.stringMatching(/another program.*BAZAAR_CHAT_PORT/)]);
  const refused = await open(taken).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(BadInput);
});
