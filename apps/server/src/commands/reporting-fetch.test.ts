import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { reportingFetch } from "./reporting-fetch.ts";

function reports() {
  const told: string[] = [];
  const send = reportingFetch({
    onAnswer: () => told.push("answers"),
    onFailure: () => told.push("fails"),
    stopping: new AbortController().signal,
  });
  return { told, send };
}

/** Answers on `/`, and never on any other path. */
async function market(onWaiting: () => void): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === "/") response.end("yes");
    else onWaiting();
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a request that its caller ends is no failure of the market", async () => {
  const ending = new AbortController();
  const url = await market(() => ending.abort());
  const { told, send } = reports();
  await send(new Request(url));
  await expect(send(new Request(`${url}/held`, { signal: ending.signal }))).rejects.toThrow();
  expect(told).toEqual(["answers"]);
});

test("a market that cannot be reached is reported once", async () => {
  const { told, send } = reports();
  for (let n = 0; n < 2; n += 1) {
    await expect(send(new Request("http://127.0.0.1:9"))).rejects.toThrow();
  }
  expect(told).toEqual(["fails"]);
});
