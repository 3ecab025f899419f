import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { connect as connectPlain } from "node:net";
import { type ConnectionOptions, connect } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { Admission } from "./admission.ts";
import { Listener } from "./listener.ts";
import { DEFAULT_LISTEN_SETTINGS } from "./settings.ts";
import { doorOf } from "./test/listening.ts";
import { text } from "./test/plain-mount.ts";
import { WebSockets } from "./web-sockets.ts";

const pem = (name: string) =>
  readFileSync(new URL(`test/certificate/${name}.pem`, import.meta.url), "utf8");
const ca = pem("cert");

async function listen(closeMs = 1_000) {
  const sockets = new WebSockets({ messageBytes: 1_000, bufferBytes: 1_000 });
  const door = doorOf(({ address }) => text(200, `hello ${address}`));
  const mounts = door.mounts.map((mount) => ({
    ...mount,
    upgrade: (...[, upgrade]: Parameters<NonNullable<typeof mount.upgrade>>) =>
      sockets.accept(upgrade, (client) =>
        client.on("message", (data) => sockets.send(client, `${data}!`)),
      ),
  }));
  const usual = DEFAULT_LISTEN_SETTINGS;
  const admission = new Admission({ ...usual, limits: { ...usual.limits, closeMs } });
  const listener = new Listener({
    admission,
    doors: [{ mounts, close: () => sockets.close() }],
    certificate: { cert: ca, key: pem("key") },
    log: () => undefined,
  });
  const { port } = await listener.listen(0, "127.0.0.1");
  onTestFinished(() => listener.close());
  return { listener, port };
}

async function handshake(port: number, options: ConnectionOptions): Promise<string | null> {
  const socket = connect({ port, host: "127.0.0.1", ca, ...options });
  onTestFinished(() => void socket.destroy());
  await once(socket, "secureConnect");
  return socket.getProtocol();
}

test("requests and WebSockets come over TLS", async () => {
  const { port } = await listen();
  const asked = request(`https://127.0.0.1:${port}/`, { ca }).end();
  const [answer] = await once(asked, "response");
  expect((await answer.toArray()).join("")).toBe("hello 127.0.0.1");
  const client = new WebSocket(`wss://127.0.0.1:${port}/`, { ca });
  await once(client, "open");
  client.send("hi");
  const [data] = await once(client, "message");
  expect(data.toString()).toBe("hi!");
  client.close();
});

test("TLS 1.2 and later are spoken, nothing older and nothing plain", async () => {
  const { port } = await listen();
  expect(await handshake(port, { maxVersion: "TLSv1.2" })).toBe("TLSv1.2");
  expect(await handshake(port, {})).toBe("TLSv1.3");
  const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL@SECLEVEL=0" } as const;
  await expect(handshake(port, old)).rejects.toThrow(/protocol version/);
  const plain = connectPlain(port, "127.0.0.1");
  plain.end("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const chunks = await plain.toArray();
  expect(Buffer.concat(chunks).toString()).not.toContain("hello");
});

test("closing ends idle connections, and handshakes that are not finished", async () => {
  const { listener, port } = await listen(50);
  const silent = connectPlain(port, "127.0.0.1");
  const idle = connect({ port, host: "127.0.0.1", ca });
  await Promise.all([once(silent, "connect"), once(idle, "secureConnect")]);
  const ended = Promise.all([once(silent, "close"), once(idle, "close")]);
  await listener.close();
  await ended;
});
