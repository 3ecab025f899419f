import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Folder, TestServer } from "./server.ts";

const pem = (name: string) =>
  fileURLToPath(
    new URL(`../../../packages/doors/src/listen/test/certificate/${name}.pem`, import.meta.url),
  );
const ca = readFileSync(pem("cert"), "utf8");

test("with a certificate the market and both ends of chat are reached over TLS", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder, {
    environment: { BAZAAR_CHAT_PORT: "0" },
    settings: { tls: { certificate: pem("cert"), key: pem("key") } },
  });
  const [response] = await once(request(`${server.url}/platform_info`, { ca }).end(), "response");
  response.resume();
  expect(response.statusCode).toBe(200);
  const ends = server.output.match(/wss:\/\/[^\s,]+/g) ?? [];
  expect(ends).toHaveLength(2);
  for (const end of ends) {
    const headers = {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
    };
    const asked = request(end.replace("wss", "https"), { ca, headers }).end();
    const [switching, socket] = await once(asked, "upgrade");
    expect(switching.statusCode).toBe(101);
    socket.destroy();
  }
});
