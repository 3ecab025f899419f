/** What a sandbox with a list of hosts reaches. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import type { Outside } from "../src/sandbox/network/proxy.ts";
import { type Scenario, succeeded } from "./scenario.ts";

/** Asks the proxy that the environment names, with nothing but Node. */
const GET_THROUGH_PROXY = `
const { request } = require("node:http");
const [target] = process.argv.slice(1), proxy = new URL(process.env.http_proxy);
const isTunnel = target.startsWith("CONNECT:");
const asked = request({ host: proxy.hostname, port: proxy.port, method: isTunnel ? "CONNECT" : "GET",
  path: isTunnel ? target.slice(8) : target, headers: { host: isTunnel ? target.slice(8) : new URL(target).host } });
asked.on("connect", (answer, socket) => { console.log(answer.statusCode); socket.destroy(); });
asked.on("response", async (answer) => { let text = ""; for await (const part of answer) text += part; console.log(answer.statusCode, text); });
asked.end();`.replaceAll("\n", " ");

export const NETWORK_SCENARIO: Scenario = {
  claim: "with a list of hosts, those are reached through the proxy and nothing else is",
  async holds(place) {
    const asked: string[] = [];
    const web = createServer((request, answer) => {
      asked.push(`${request.method} ${request.url} ${request.headers.host}`);
      request.resume().on("end", () => answer.end("from outside"));
    }).listen(0, "127.0.0.1");
    await once(web, "listening");
    const { port } = web.address() as AddressInfo;
    const addresses: Readonly<Record<string, string>> = { "inside.example": "10.0.0.7" };
    const outside: Outside = {
      resolve: async (host) => [addresses[host] ?? "93.184.216.34"],
      // Every name leads to the test's own server.
      dial: () => createConnection({ host: "127.0.0.1", port }),
    };
    const network = { allow: ["allowed.example", "inside.example"] };
    try {
      await using sandbox = await place.open({ network }, true, outside);
      const get = (target: string) =>
        `${JSON.stringify(process.execPath)} -e '${GET_THROUGH_PROXY}' ${target}`;
      assert.equal(
        succeeded(await sandbox.run({ text: get("http://allowed.example/a?b") })),
        "200 from outside\n",
      );
      assert.match(
        succeeded(await sandbox.run({ text: get("http://other.example/") })),
        /^403 other.example is not on the list/,
      );
      assert.match(
        succeeded(await sandbox.run({ text: get("http://inside.example/") })),
        /^403 .*not on the public internet/,
      );
      assert.match(
        succeeded(await sandbox.run({ text: get("http://169.254.169.254/") })),
        /^403 only host names are allowed/,
      );
      assert.match(
        succeeded(await sandbox.run({ text: get("CONNECT:allowed.example:443") })),
        /^200/,
      );
      assert.match(
        succeeded(await sandbox.run({ text: get("CONNECT:allowed.example:22") })),
        /^403/,
      );
      assert.equal((await sandbox.run({ text: "exit 9" })).exitCode, 9);
      assert.equal((await sandbox.run({ text: "exec 9<>/dev/tcp/127.0.0.1/1" })).exitCode, 1);
      assert.deepEqual(asked, ["GET /a?b allowed.example"]);
    } finally {
      web.close();
    }
  },
};
