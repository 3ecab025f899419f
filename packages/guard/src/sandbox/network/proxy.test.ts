/** The proxy with a real client's bytes, and a machine outside that records what reaches it. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { connect } from "node:tls";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AllowListProxy } from "./proxy.ts";

const CONNECT = "CONNECT allowed.example:443 HTTP/1.1\r\nHost: allowed.example:443\r\n\r\n";

let folder: string;
let proxy: AllowListProxy;
let machine: Server;
let reached: Buffer;
let ended: Promise<unknown>;
let resolved: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "proxy-"));
  reached = Buffer.alloc(0);
  resolved = [];
  machine = createServer((socket) => {
    ended = once(socket, "close");
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      reached = Buffer.concat([reached, bytes]);
      if (reached.toString("latin1").startsWith("GET")) socket.end("HTTP/1.1 204 None\r\n\r\n");
    });
  }).listen(join(folder, "machine"));
  await once(machine, "listening");
  proxy = await AllowListProxy.listen(join(folder, "proxy"), ["allowed.example"], {
    resolve: async (host) => {
      resolved.push(host);
      return ["93.184.216.34"];
    },
    dial: () => createConnection(join(folder, "machine")),
  });
});

afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  machine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends all of it, and ends when the proxy has closed the connection or the client is done. */
async function send(...parts: readonly (string | Buffer)[]): Promise<string> {
  const client: Socket = createConnection(join(folder, "proxy"));
  let answer = "";
  client.on("data", (bytes) => {
    answer += bytes.toString("latin1");
  });
  client.on("error", () => client.destroy());
  const closed = once(client, "close");
  for (const part of parts) client.write(part);
  // A download is closed by the proxy once it is answered.
  if (String(parts[0]).startsWith("CONNECT")) client.end();
  await closed;
  await ended;
  return answer.split("\r\n")[0] ?? "";
}

/** What Node's TLS client sends first. */
async function helloTo(servername: string, version: "TLSv1.2" | "TLSv1.3" = "TLSv1.3") {
  const wire = new Duplex({ read: () => undefined, write: (_, __, done) => done() });
  const sent = new Promise<Buffer>((resolve) => {
    wire._write = (bytes: Buffer, _, done) => {
      resolve(bytes);
      done();
    };
  });
  const tls = connect({ socket: wire, servername, minVersion: version, maxVersion: version });
  tls.on("error", () => tls.destroy());
  const hello = await sent;
  tls.destroy();
  return hello;
}

/** The same message in records of `size` bytes. */
function inRecordsOf(size: number, hello: Buffer): Buffer {
  const message = hello.subarray(5);
  const count = Math.ceil(message.length / size);
  const records = Array.from({ length: count }, (_, index) => {
    const body = message.subarray(index * size, (index + 1) * size);
    const header = Buffer.from([22, 3, 1, 0, 0]);
    header.writeUInt16BE(body.length, 3);
    return Buffer.concat([header, body]);
  });
  return Buffer.concat(records);
}

/** With one more extension at the end. */
function withExtension(hello: Buffer, type: number, body: Buffer): Buffer {
  const longer = Buffer.concat([hello, Buffer.alloc(4), body]);
  const more = body.length + 4;
  longer.writeUInt16BE(type, hello.length);
  longer.writeUInt16BE(body.length, hello.length + 2);
  const sessionAt = 5 + 4 + 2 + 32;
  const suitesAt = sessionAt + 1 + (hello[sessionAt] ?? 0);
  const compressionAt = suitesAt + 2 + hello.readUInt16BE(suitesAt);
  const extensionsAt = compressionAt + 1 + (hello[compressionAt] ?? 0);
  longer.writeUInt16BE(hello.readUInt16BE(extensionsAt) + more, extensionsAt);
  longer.writeUIntBE(hello.readUIntBE(6, 3) + more, 6, 3);
  longer.writeUInt16BE(hello.readUInt16BE(3) + more, 3);
  return longer;
}

const APPLICATION_DATA = Buffer.from([23, 3, 3, 0, 3, 1, 2, 3]);

describe("TLS to the host of the tunnel passes", () => {
  test.each(["TLSv1.2", "TLSv1.3"] as const)("with %s, and what follows it", async (version) => {
    const hello = await helloTo("allowed.example", version);
    expect(await send(CONNECT, hello, APPLICATION_DATA)).toContain("200");
    expect(reached).toEqual(Buffer.concat([hello, APPLICATION_DATA]));
  });

  test.each([1, 7, 200])("with a hello in records of %i bytes", async (size) => {
    const hello = inRecordsOf(size, await helloTo("allowed.example"));
    await send(CONNECT, hello, APPLICATION_DATA);
    expect(reached).toEqual(Buffer.concat([hello, APPLICATION_DATA]));
  });

  test("with an unknown extension, and after a retry with a second hello", async () => {
    const hello = withExtension(await helloTo("allowed.example"), 0xaaaa, Buffer.from([1]));
    await send(CONNECT, hello, hello);
    expect(reached).toEqual(Buffer.concat([hello, hello]));
  });
});

describe("nothing reaches the outside", () => {
  const name = (text: string) => {
    const host = Buffer.from(text);
    const entry = Buffer.concat([Buffer.from([0, 0, host.length]), host]);
    return Buffer.concat([Buffer.from([0, entry.length]), entry]);
  };
  const rows: { what: string; bytes: () => Promise<Buffer> }[] = [
    { what: "a hello to another host", bytes: () => helloTo("elsewhere.example") },
    { what: "a hello to a subdomain", bytes: () => helloTo("a.allowed.example") },
    { what: "a hello without a name", bytes: () => helloTo("") },
    {
      what: "a hello with an encrypted one inside",
      bytes: async () => withExtension(await helloTo("allowed.example"), 0xfe0d, Buffer.alloc(9)),
    },
    {
      what: "a hello with two names",
      bytes: async () => withExtension(await helloTo("allowed.example"), 0, name("b.example")),
    },
    {
      what: "a hello with a name that ends early",
      bytes: async () => withExtension(await helloTo(""), 0, Buffer.from([0, 9, 0, 0, 9, 97])),
    },
    {
      what: "a hello with a zero byte in its name",
      bytes: async () => withExtension(await helloTo(""), 0, name("allowed.example\0.b")),
    },
    {
      what: "a hello that is longer than it says",
      bytes: async () => {
        const hello = await helloTo("allowed.example");
        hello.writeUIntBE(hello.readUIntBE(6, 3) - 1, 6, 3);
        return hello;
      },
    },
    {
      what: "a hello that never ends",
      bytes: async () => {
        const endless = Buffer.concat([Buffer.from([1, 0, 0xff, 0xff]), Buffer.alloc(20_000)]);
        return inRecordsOf(16_000, Buffer.concat([Buffer.alloc(5), endless]));
      },
    },
    { what: "plain text", bytes: async () => Buffer.from("GET / HTTP/1.1\r\n\r\n") },
    { what: "data before a hello", bytes: async () => APPLICATION_DATA },
  ];

  test.each(rows)("of $what", async ({ bytes }) => {
    await send(CONNECT, await bytes(), APPLICATION_DATA);
    expect(reached.length).toBe(0);
  });

  test.each([
    "CONNECT allowed.example:80",
    "CONNECT allowed.example:8443",
    "CONNECT b.example:443",
    // A resolver may take all of it for a name below evil.example.
    "CONNECT allowed.example/.evil.example:443",
    "CONNECT allowed.example?.evil.example:443",
  ])("of %s", async (line) => {
    ended = Promise.resolve();
    const hello = await helloTo("allowed.example");
    expect(await send(`${line} HTTP/1.1\r\nHost: x\r\n\r\n`, hello)).toContain("403");
    expect(reached.length).toBe(0);
    expect(resolved).toEqual([]);
  });
});

test("the name that was judged is the one that is resolved", async () => {
  await send(CONNECT.replaceAll("allowed.example", "ALLOWED.example."), APPLICATION_DATA);
  expect(resolved).toEqual(["allowed.example"]);
});

test("a second hello to another host, in one piece or several, closes the tunnel", async () => {
  const hello = await helloTo("allowed.example");
  const other = await helloTo("elsewhere.example");
  for (const second of [other, inRecordsOf(3, other), inRecordsOf(100, other)]) {
    reached = Buffer.alloc(0);
    await send(CONNECT, hello, second);
    expect(reached).toEqual(hello);
  }
});

describe("without TLS", () => {
  const to = (method: string, host: string) =>
    `${method} http://allowed.example/a HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nX-Data: secret\r\n\r\n`;

  test("a download reaches the host of its URL, without other headers", async () => {
    expect(await send(to("GET", "allowed.example"))).toContain("204");
    expect(reached.toString("latin1")).toMatch(/^GET \/a HTTP\/1\.1\r\nhost: allowed\.example\r\n/);
    expect(reached.toString("latin1")).not.toContain("secret");
  });

  test.each([
    { what: "another Host", request: to("GET", "elsewhere.example") },
    { what: "an upload", request: to("POST", "allowed.example") },
    {
      what: "another port",
      request: to("GET", "allowed.example:81").replace("example/", "example:81/"),
    },
  ])("$what is refused", async ({ request }) => {
    ended = Promise.resolve();
    expect(await send(request)).toContain("403");
    expect(reached.length).toBe(0);
  });
});
